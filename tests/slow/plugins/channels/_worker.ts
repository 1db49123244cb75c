// A Worker with a channel.

import { serve } from "../../../../src/cloudflare/mod.ts";
import { agents, plugins } from "./_agents.ts";

export default serve({ agents, doors: plugins });
