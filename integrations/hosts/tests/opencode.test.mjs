// opencode with asq behind it.

import { suite } from "../suite.mjs";

suite("opencode");
