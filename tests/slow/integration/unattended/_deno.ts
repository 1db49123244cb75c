// A server on Deno that a webhook starts and QStash keeps going.

import { serve } from "../../../../src/deno/mod.ts";
import { qstash } from "../../../../src/plugins/wakers/qstash.ts";
import { webhooks } from "../../../../src/plugins/webhooks/mod.ts";
import { agents, clock, cron } from "./_setup.ts";

export default serve({ agents, clock, doors: [webhooks(), qstash(), cron()] });
