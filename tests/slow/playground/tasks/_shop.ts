// The deployment of a shop with some days behind it: its threads have ended, failed and wait, and a schedule runs too often.

import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import type { Driver, Plan } from "../../../../src/core/driver.ts";
import type { Block } from "../../../../src/core/entry.ts";
import { AgentError } from "../../../../src/core/error.ts";
import { schedules } from "../../../../src/plugins/schedules/mod.ts";
import { webhooks } from "../../../../src/plugins/webhooks/mod.ts";
import { openSite, type Site } from "../site.ts";

const OUTAGE = "The model refuses the key: it has expired.";

/** A catalogue is long, an order is short: what a model reads of each costs accordingly. */
const lookupOrder = defineTool({
  name: "lookup_order",
  description: "One order.",
  parameters: ["order"],
  effect: "pure",
  run: ({ order }) => ({ order, state: "shipped" }),
});

const readCatalogue = defineTool({
  name: "read_catalogue",
  description: "All articles.",
  parameters: { type: "object" },
  effect: "pure",
  run: () => Array.from({ length: 200 }, (_, id) => ({ id, title: `Article ${id}`, stock: id % 7 })),
});

const refund = defineTool({
  name: "refund",
  description: "Pays an order back.",
  parameters: ["order"],
  needsApproval: true,
  run: ({ order }) => ({ order, state: "refunded" }),
});

/** Calls the tool that the first words name, then answers; the larger model answers in other words. */
const driver: Driver = {
  name: "shop",
  toolForm: "native",
  plan({ modelRef, history: { entries }, mintCallId }, emit) {
    const [first] = entries;
    const asked = first?.type === "user" ? first.text : "";
    if (asked.startsWith("Close")) return Promise.reject(new AgentError("model_auth", OUTAGE));
    const args = '{"order":"1002"}';
    const call = asked.startsWith("Refund")
      ? "refund"
      : asked.startsWith("What")
      ? "read_catalogue"
      : "lookup_order";
    const isAnswered = entries.some(({ type }) => type === "tool");
    const blocks: Block[] = [];
    if (isAnswered) {
      const text = modelRef === "scripted/large" ? "It was sent on Monday." : "It was sent on Sunday.";
      emit({ type: "text.started", block: 0 });
      emit({ type: "text.delta", block: 0, text });
      emit({ type: "text.ended", block: 0 });
      blocks.push({ type: "text", text });
    } else {
      const callId = mintCallId();
      emit({ type: "call.started", block: 0, callId, name: call });
      emit({ type: "call.delta", block: 0, callId, text: args });
      emit({ type: "call.ready", block: 0, callId, name: call, args, readiness: "ready" });
      blocks.push({ type: "call", id: callId, name: call, args });
    }
    const inputTokens = Math.ceil(JSON.stringify(entries).length / 4);
    const result: Plan = {
      blocks,
      finish: isAnswered ? "stop" : "calls",
      usage: { inputTokens, outputTokens: 12, microDollars: inputTokens * 3 },
      model: modelRef,
    };
    return Promise.resolve(result);
  },
  summarize: () => Promise.reject(new Error("not in these tests")),
};

const shop = defineAgent({
  name: "shop",
  driver: "shop",
  model: "scripted/small",
  models: ["scripted/large"],
  tools: [lookupOrder, readCatalogue, refund],
  policy: "production",
  schedules: [{ name: "digest", cron: "* * * * *", timezone: "UTC", input: "Where is order 1002?" }],
  webhooks: [{ trigger: "github", event: ["issues.opened"], input: "{/issue/title}" }],
});

/** What was asked, by whom. */
const ASKED = [
  ["order", "Where is order 1002?", "ada"],
  ["other", "Where is order 7?", "ada"],
  ["stock", "What is in stock?", "ben"],
  ["refund", "Refund order 1002.", "cyn"],
  ["closed", "Close my account.", "cyn"],
] as const;

/** Serves the shop after its days. */
export async function openShop(): Promise<Site> {
  const site = openSite({
    agents: [shop],
    drivers: [driver],
    plugins: [schedules(), webhooks()],
    env: { TREADLE_SCHEDULE_TENANT: "local", GITHUB_WEBHOOK_SECRET: "0123456789abcdef" },
  });
  for (const [id, input, user] of ASKED) {
    await post(`${site.url}v1/threads/${id}/steps`, { agent: "shop", input, user, until: "done" });
  }
  // Somebody has changed the secret at GitHub, and not here.
  await post(`${site.url}webhooks/github/shop`, { action: "opened", issue: { title: "It is broken" } }, {
    "x-github-event": "issues",
    "x-github-delivery": "1",
    "x-hub-signature-256": `sha256=${"0".repeat(64)}`,
  });
  return site;
}

async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  await response.body?.cancel();
}
