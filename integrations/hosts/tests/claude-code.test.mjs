// claude-code with asq behind it.

import { suite } from "../suite.mjs";

suite("claude-code");
