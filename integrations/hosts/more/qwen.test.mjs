// qwen with asq behind it: its model has to look for a tool of MCP before it can call it.

import { suite } from "../suite.mjs";

suite("qwen", [{ tool: "tool_search", input: { query: "select:mcp__asq__ask,mcp__asq__wait" } }]);
