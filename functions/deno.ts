// All routes on Deno: `deno task dev` and Deno Deploy run this file.

import { standard } from "@treadle/treadle";
import { serve } from "@treadle/treadle/deno";
import { mcp } from "@treadle/treadle/mcp";
import { agents } from "./agents/mod.ts";
import { policies } from "./agents/policies.ts";
import { doors } from "./doors.ts";

export default serve({ agents, policies, plugins: [...standard(), ...doors, mcp()] });
