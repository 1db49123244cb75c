// The Worker. Each agent that is listed here is served.

import { serve } from "@treadle/treadle/cloudflare";
import { assistant } from "./agents/assistant.ts";

export { ThreadsObject } from "@treadle/treadle/cloudflare";

export default serve({ agents: [assistant] });
