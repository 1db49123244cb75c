// A Worker whose wake-ups go through a Cloudflare Queue.

import { serve } from "../../../../src/cloudflare/mod.ts";
import { agents } from "../../../../functions/agents/mod.ts";
import type { Plugin } from "../../../../src/http/plugin.ts";
import { queues } from "../../../../src/plugins/wakers/queues.ts";
import { probe } from "./_probe.ts";

const doors: readonly Plugin[] = [queues(), probe()];

export default serve({ agents, doors });
