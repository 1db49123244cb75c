// What an empty place offers to paste: each is a whole module of a project, or a request. tests/slow/playground/modules/samples_test.ts checks
// the modules with the compiler.

/** Plugins that the standard set has: what to add where a deployment was made without it. */
function withPlugin(name: string, entry: string): string {
  return `import { createTreadle } from "@treadle/treadle/kernel";
import { ${name} } from "@treadle/treadle/${entry}";
import { agents } from "./agents/mod.ts";

export const treadle = createTreadle({ agents, plugins: [${name}()] });`;
}

/** Modules in TypeScript. */
export const MODULES = {
  agent: `import { defineAgent } from "@treadle/treadle";
import { serve } from "@treadle/treadle/deno";

const shop = defineAgent({ name: "shop", instructions: "You help the customers of a shop." });

export default serve({ agents: [shop] });`,
  approval: `import { defineAgent, defineTool } from "@treadle/treadle";

const refund = defineTool({
  name: "refund_order",
  description: "Pays an order back.",
  parameters: { type: "object", properties: { order: { type: "string" } }, required: ["order"] },
  effect: "once",
  needsApproval: true,
  run: ({ order }) => ({ refunded: order }),
});

export const shop = defineAgent({ name: "shop", tools: [refund] });`,
  schedule: `import { createTreadle, defineAgent, standard } from "@treadle/treadle";
import { schedules } from "@treadle/treadle/schedules";

const digest = defineAgent({
  name: "digest",
  schedules: [{ name: "nightly", cron: "0 3 * * *", timezone: "Europe/Berlin", input: "Write the digest." }],
});

export const treadle = createTreadle({ agents: [digest], plugins: [...standard(), schedules()] });`,
  webhook: `import { createTreadle, defineAgent, standard } from "@treadle/treadle";
import { webhooks } from "@treadle/treadle/webhooks";

const triage = defineAgent({
  name: "triage",
  webhooks: [{ trigger: "github", event: ["issues.opened"], input: "{/issue/title}" }],
});

export const treadle = createTreadle({ agents: [triage], plugins: [...standard(), webhooks()] });`,
  outgoing: `import { createTreadle, standard } from "@treadle/treadle";
import { outgoingWebhooks } from "@treadle/treadle/webhooks/outgoing";
import { agents } from "./agents/mod.ts";

export const treadle = createTreadle({ agents, plugins: [...standard(), outgoingWebhooks()] });`,
  evaluations: `import { createTreadle, standard } from "@treadle/treadle";
import { evaluations } from "@treadle/evaluation";
import { agents } from "./agents/mod.ts";

export const treadle = createTreadle({ agents, plugins: [...standard(), evaluations()] });`,
  approvals: withPlugin("approvals", "approvals"),
  analytics: withPlugin("analytics", "analytics"),
  policies: withPlugin("policies", "policies"),
} as const;

/** A variable of the environment. */
export const BUDGETS = `TREADLE_BUDGETS='{ "tenant": { "usd": 25 }, "user": { "usd": 1 } }'`;

/** Requests, with the address of the deployment and a key in variables of the shell. */
export const REQUESTS = {
  policy: `curl -X PUT "$TREADLE/v1/policies/careful" -H "authorization: Bearer $KEY" \\
  -H "content-type: application/json" \\
  -d '{"rules": [{"type": "after", "tool": "refund_order", "after": ["lookup_order"]}]}'`,
  evaluation: `curl "$TREADLE/v1/evaluations" -H "authorization: Bearer $KEY" \\
  -H "content-type: application/json" \\
  -d '{"schema": 1, "kind": "agent", "name": "refunds", "agent": "shop", "repeats": 3,
       "stubs": [{"tool": "lookup_order", "outcomes": [{"output": {"state": "sent"}}]}],
       "cases": [{"id": "sent", "input": "Where is order 1002?",
                  "gates": [{"type": "trajectory", "match": "exact", "calls": [{"name": "lookup_order"}]}]}]}'`,
  endpoint: `curl "$TREADLE/v1/webhook-endpoints" -H "authorization: Bearer $KEY" \\
  -H "content-type: application/json" -d '{"url": "https://example.com/hook"}'`,
} as const;
