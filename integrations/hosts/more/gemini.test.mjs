// gemini with asq behind it.

import { suite } from "../suite.mjs";

suite("gemini");
