// A Worker that a webhook starts and a queue keeps going, which loses and doubles messages.

import { serve } from "../../../../src/cloudflare/mod.ts";
import { queues } from "../../../../src/plugins/wakers/queues.ts";
import { webhooks } from "../../../../src/plugins/webhooks/mod.ts";
import { agents, clock, cron, lossy } from "./_setup.ts";

export default serve({ agents, clock, doors: [webhooks(), lossy(queues()), cron()] });
