// A Worker with the standard set of plugins alone, which `deno task size` holds to a limit of its own: what a deployment does not use it does not carry.

import { serve } from "@treadle/treadle/cloudflare";
import { agents } from "../../functions/agents/mod.ts";
import { policies } from "../../functions/agents/policies.ts";

export { ThreadsObject } from "@treadle/treadle/cloudflare";

export default serve({ agents, policies });
