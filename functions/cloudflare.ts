// All routes on Cloudflare Workers: `main` of wrangler.toml.

import { standard } from "@treadle/treadle";
import { serve } from "@treadle/treadle/cloudflare";
import { mcp } from "@treadle/treadle/mcp";
import { queues } from "@treadle/treadle/wakers/queues";
import { agents } from "./agents/mod.ts";
import { policies } from "./agents/policies.ts";
import { doors } from "./doors.ts";

export { ThreadsObject } from "@treadle/treadle/cloudflare";

export default serve({
  agents,
  policies,
  plugins: [...standard(), ...doors, mcp(), queues({ optional: true })],
});
