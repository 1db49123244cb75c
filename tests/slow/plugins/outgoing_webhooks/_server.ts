// A server on Deno with webhooks that go out.

import { serve } from "../../../../src/deno/mod.ts";
import { outgoingWebhooks } from "../../../../src/plugins/outgoing_webhooks/mod.ts";
import { agents } from "../../../../functions/agents/mod.ts";

export default serve({ agents, doors: [outgoingWebhooks()] });
