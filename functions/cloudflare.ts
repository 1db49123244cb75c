// All routes on Cloudflare Workers: `main` of wrangler.toml.

import { serve } from "@treadle/treadle/cloudflare";
import { agents } from "./agents/mod.ts";
import { policies } from "./agents/policies.ts";

export default serve({ agents, policies });
