// A deployment with the door of webhooks, for workerd and for a process of Deno.

import { scenario } from "../../../../src/providers/scripted/scenario.ts";
import { createScriptedProvider } from "../../../../src/providers/scripted/provider.ts";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { webhooks } from "../../../../src/plugins/webhooks/mod.ts";
import { createTreadle } from "../../../../src/treadle.ts";

const triggers = ["github", "slack", "stripe", "qstash", "standard", "svix", "acme"];

const taker = defineAgent({
  name: "taker",
  model: "scripted/any",
  webhooks: triggers.map((trigger) => ({ trigger, input: "{#trigger}: {/what}" })),
});

const { fetch } = createTreadle({
  agents: [taker],
  store: "memory",
  providers: [createScriptedProvider({ script: scenario().says("Taken.") })],
  doors: [webhooks({
    triggers: {
      github: { scheme: "github", secrets: ["GITHUB_WEBHOOK_SECRET"] },
      slack: { scheme: "slack", secrets: ["SLACK_SIGNING_SECRET"] },
      stripe: { scheme: "stripe", secrets: ["STRIPE_WEBHOOK_SECRET"] },
      qstash: { scheme: "qstash", secrets: ["QSTASH_CURRENT_SIGNING_KEY", "QSTASH_NEXT_SIGNING_KEY"] },
      standard: { scheme: "standard", secrets: ["STANDARD_WEBHOOKS_SECRET"] },
      svix: { scheme: "standard", secrets: ["SVIX_WEBHOOK_SECRET"] },
      acme: {
        scheme: "hmac",
        secrets: ["ACME_SECRET"],
        header: "x-acme-signature",
        prefix: "h=",
        encoding: "base64",
        algorithm: "sha512",
        signed: "{id}|{timestamp}|{body}",
        id: { header: "x-acme-id" },
        timestamp: { header: "x-acme-time", unit: "ms" },
      },
    },
  })],
});

export default { fetch };
