// copilot with asq behind it.

import { suite } from "../suite.mjs";

suite("copilot");
