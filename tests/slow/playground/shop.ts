/** A deployment whose threads, schedules, webhooks, policies and counts look like those of a shop, for pictures of the page. */
import { askUser } from "../../../src/agents/ask_user.ts";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { Turn } from "../../../src/core/driver.ts";
import { AgentError } from "../../../src/core/error.ts";
import { ToolError } from "../../../src/core/tool/tool_error.ts";
import { createScriptedDriver, type ScriptedPlan } from "../../../src/kernel/drivers/scripted.ts";
import { outgoingWebhooks } from "../../../src/plugins/outgoing_webhooks/mod.ts";
import { schedules } from "../../../src/plugins/schedules/mod.ts";
import { webhooks } from "../../../src/plugins/webhooks/mod.ts";
import { openSite, type Site } from "./site.ts";

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const tools = [
  defineTool({
    name: "lookup_order",
    description: "Finds an order by its number.",
    parameters: ["order"],
    effect: "pure",
    run: async ({ order }) => {
      await pause(120);
      return { order, customer: "Ann Lee", total: 84.5, status: "shipped", carrier: "DHL" };
    },
  }),
  defineTool({
    name: "refund_order",
    description: "Pays back what an order cost.",
    parameters: { type: "object", properties: { order: { type: "string" }, amount: { type: "number" } } },
    needsApproval: true,
    approvalEdits: true,
    run: ({ order }) => ({ refunded: order }),
  }),
  defineTool({
    name: "send_email",
    description: "Writes to a customer.",
    parameters: ["to", "subject"],
    run: () => {
      throw new ToolError("failed", "The mail server answered 552: mailbox is full.", {
        hint: "Write to another address.",
      });
    },
  }),
  defineTool({
    name: "export_orders",
    description: "Exports the orders of a day.",
    parameters: ["day"],
    run: (_args, { defer }) => defer({ ref: { job: "exp_20261122_0007" }, expiresInMs: 7_200_000 }),
  }),
  defineTool({
    name: "close_account",
    description: "Closes the account of a customer.",
    parameters: {
      type: "object",
      properties: {
        customer: { type: "string" },
        reason: { type: "string" },
        keepOrders: { type: "boolean" },
      },
    },
    needsApproval: true,
    approvals: 2,
    run: ({ customer }) => ({ closed: customer }),
  }),
  askUser(),
];

const SUMMARY = `Order **1002** was shipped on Monday.

| item | count | price |
| --- | ---: | ---: |
| Blue kettle | 1 | $54.50 |
| Filter paper | 3 | $30.00 |

1. It arrives on Thursday.
2. The customer reads its place at \`dhl.example/1002\`.`;

/** A refund that waits for a person. */
const refund = (order: string, amount: number): readonly ScriptedPlan[] => [
  { calls: [{ tool: "refund_order", args: { order, amount } }] },
  { says: "It is paid back." },
];

const LOOKUP = { tool: "lookup_order", args: { order: "1002" } };

/** What the model answers to a first message, a step each. The last one is repeated. */
const SCENES: Readonly<Record<string, readonly ScriptedPlan[]>> = {
  "Where is order 1002?": [{ says: "I look it up.", calls: [LOOKUP] }, { says: SUMMARY }],
  "Refund order 1002, please": [
    { says: "I look it up first.", calls: [LOOKUP] },
    {
      says: "It was damaged on its way, so I pay it back.",
      calls: [{ tool: "refund_order", args: { order: "1002", amount: 84.5 } }],
    },
    { says: "It is paid back." },
  ],
  "Send Ann her receipt": [
    { calls: [{ tool: "send_email", args: { to: "ann@shop.example", subject: "Your receipt" } }] },
    { says: "Her mailbox is full, so the receipt could not be sent." },
  ],
  "Which colour does the kettle come in?": [
    { calls: [{ tool: "ask_user", args: { question: "Which of the two kettles is it: 1 l or 1.7 l?" } }] },
  ],
  "Summarize all complaints of this year and sort them by product line": [
    { calls: [LOOKUP, LOOKUP] },
    { fails: new AgentError("model_invalid_request", "The provider answered 400: context is too long.") },
  ],
  "Export the orders of 22 November": [{ calls: [{ tool: "export_orders", args: { day: "2026-11-22" } }] }],
  "Check every open order": [...Array<ScriptedPlan>(24).fill({ calls: [LOOKUP] }), { says: "All are well." }],
  "Pay Ann back": [{ says: "I look the order up first.", calls: [LOOKUP] }, { says: "It was not damaged." }],
  "Look order 1002 up": [{ calls: [LOOKUP] }, { says: SUMMARY }],
  "Refund order 1017, the kettle leaks": refund("1017", 54.5),
  "Refund order 1044, it never came": refund("1044", 19),
  "Refund order 1051, it came twice and one of them goes back to the shop": refund("1051", 30),
  "Close the account of Ann Lee": [
    {
      calls: [{
        tool: "close_account",
        args: {
          customer: "Ann Lee",
          reason: "She has asked for it twice, last by letter.",
          keepOrders: true,
        },
      }],
    },
    { says: "It is closed." },
  ],
  "Refund order 1060, the colour is wrong": refund("1060", 12),
};

function answer({ history: { entries } }: Turn): ScriptedPlan {
  const first = entries.find((entry) => entry.type === "user");
  const plans = SCENES[first?.text ?? ""] ?? [{ says: "Done: four new orders since yesterday." }];
  const step = entries.filter(({ type }) => type === "assistant").length;
  return plans[Math.min(step, plans.length - 1)] ?? { says: "Done." };
}

/** Sends JSON to the site, and throws when it is refused. */
async function send(site: Site, method: string, path: string, body: unknown): Promise<void> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${site.url}v1/${path}`, { method, headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
}

/** Opens the shop. The threads have the ids t0, t1 and so on, in the order of their scenes. */
export async function openShop(): Promise<Site> {
  const scripted = createScriptedDriver(answer, "shop");
  const driver = {
    ...scripted,
    async plan(...[turn, emit]: Parameters<typeof scripted.plan>) {
      await pause(60);
      const [inputTokens, outputTokens] = [1_800 + 240 * turn.history.entries.length, 96];
      const usage = { inputTokens, outputTokens, cachedTokens: 1_024, microDollars: inputTokens * 3 };
      return { ...await scripted.plan(turn, emit), usage };
    },
  };
  const support = defineAgent({
    name: "support",
    description: "Answers customers, and refunds when a person agrees.",
    instructions: "You answer customers of a shop. Look an order up before you speak of it.",
    driver: "shop",
    model: "scripted/small",
    models: ["scripted/large"],
    tools,
    schedules: [{
      name: "digest",
      cron: "0 7 * * 1-5",
      timezone: "Europe/Berlin",
      input: "Write the digest.",
    }],
    webhooks: [{ trigger: "github", event: ["issues.opened"], input: "{/issue/title}" }],
  });
  const careful = defineAgent({ name: "careful", driver: "shop", model: "scripted/large", tools });
  const guarded = defineAgent({
    name: "guarded",
    driver: "shop",
    model: "scripted/small",
    tools,
    policy: "refunds",
  });
  const site = openSite({
    agents: [support, careful, guarded],
    drivers: [driver],
    plugins: [schedules(), webhooks(), outgoingWebhooks()],
    env: {
      TREADLE_BUDGETS: '{"tenant":{"tokens":1000000,"steps":200},"user":{"tokens":100000}}',
      TREADLE_SCHEDULE_TENANT: "local",
      GITHUB_WEBHOOK_SECRET: "0123456789abcdef",
      TREADLE_SEAL_SECRETS: "0123456789abcdef0123456789abcdef",
      TREADLE_ALLOW_PRIVATE_HOSTS: "127.0.0.1",
    },
  });
  await send(site, "PUT", "policies/refunds", {
    rules: [
      { type: "after", tool: "refund_order", after: ["lookup_order"] },
      { type: "at_most", tool: "refund_order", times: 1, per: "run" },
    ],
  });
  await send(site, "POST", "webhook-endpoints", {
    url: "http://127.0.0.1:9/events",
    events: ["run.finished"],
  });
  for (const [index, input] of Object.keys(SCENES).entries()) {
    const user = ["ann", "bob", "cid"][index % 3];
    const agent = input === "Pay Ann back" ? "guarded" : index % 4 === 3 ? "careful" : "support";
    const toolChoice = input === "Look order 1002 up" ? { toolChoice: "lookup_order" } : {};
    const body = { agent, input, user, until: "done", ...toolChoice };
    await send(site, "POST", `threads/t${index}/steps`, body).catch(() => {});
  }
  for (const thread of ["t12", "t13"]) {
    const { calls: [call] } = await (await fetch(`${site.url}v1/threads/${thread}`)).json();
    await send(site, "POST", `threads/${thread}/approvals/${call.id}`, { approved: true, by: "ann" });
  }
  await send(site, "POST", "threads/t13/steps", { agent: "support", until: "done" });
  return site;
}
