// A Worker with webhooks that go out.

import { serve } from "../../../../src/cloudflare/mod.ts";
import { outgoingWebhooks } from "../../../../src/plugins/outgoing_webhooks/mod.ts";
import { agents } from "../../../../functions/agents/mod.ts";

export default serve({ agents, doors: [outgoingWebhooks()] });
