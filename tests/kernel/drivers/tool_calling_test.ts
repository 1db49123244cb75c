import { NO_MEDIA_STYLE } from "../../providers/_support.ts";
import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import type { Plan, Turn, TurnHistory } from "../../../src/core/driver.ts";
import type { PlanEvent } from "../../../src/core/event.ts";
import type { Entry } from "../../../src/core/entry.ts";
import { AgentError } from "../../../src/core/error.ts";
import type { ModelEvent, ModelRequest, ModelResult, Provider } from "../../../src/core/model/provider.ts";
import type { EffectiveChoice } from "../../../src/core/tool_choice/choice_report.ts";
import { writeEntry } from "../../../src/kernel/history/codec.ts";
import { ReadHistory } from "../../../src/kernel/history/read_history.ts";
import type { EnforcedChoice } from "../../../src/core/model/enforced_choice.ts";
import { createToolCallingDriver } from "../../../src/kernel/drivers/tool_calling.ts";
import { createChatWriter } from "../../../src/providers/openai/chat/messages.ts";
import { OPENAI } from "../../../src/providers/openai/profile.ts";
import { checkJson } from "../../../src/kernel/tools/validate.ts";
import { createAliases } from "../../../src/providers/_wire/calls/tool_names.ts";
import { asSent } from "../../support/as_sent.ts";

const driver = createToolCallingDriver();
const usage = { inputTokens: 3, outputTokens: 4 };
const user: Entry = { type: "user", id: "e1", at: 1, version: 1, text: "hi" };
const choice: EffectiveChoice = {
  requested: { type: "auto" },
  source: "default",
  sent: "auto",
  toolsSent: ["look"],
  enforcement: "native",
  prefix: "kept",
  because: "",
  warnings: [],
};
const look = { name: "look", description: "Looks.", parameters: { type: "object" } };
const enforced: EnforcedChoice = {
  choice: { type: "auto" },
  tools: [look],
  parallel: undefined,
  notice: undefined,
  enforcement: "native",
  because: "",
  warnings: [],
};
const hide = { name: "hide", description: "Hides.", parameters: { type: "object" } };

/** A provider that plays events and then returns, or throws, and remembers what it was asked. */
function playing(events: ModelEvent[], end: ModelResult | Error): Provider & { asked: ModelRequest[] } {
  const asked: ModelRequest[] = [];
  return {
    name: "playing",
    asked,
    capabilities: () => ({ lacks: {}, thinks: true }),
    map: () => null,
    historyWriter: () => undefined,
    prepare: () => {},
    outputLimit: ({ settings }) => settings.maxOutputTokens,
    body: (request) => JSON.stringify(request.messages),
    async stream(request, { emit }) {
      asked.push(request);
      events.forEach(emit);
      await Promise.resolve();
      if (end instanceof Error) throw end;
      return end;
    },
  };
}

function historyOf(...entries: Entry[]): TurnHistory {
  return new ReadHistory(0, entries.map(writeEntry)).forPlan([]);
}

function turn(provider: Provider, change: Partial<Turn> = {}): Turn {
  let minted = 0;
  return {
    agent: defineAgent({ name: "a", instructions: "Be brief.", tools: [] }),
    provider,
    model: "m",
    modelRef: "playing/m",
    history: historyOf(user),
    schemaInPrompt: false,
    withNotice: () => assert.fail("no answer is dropped"),
    summary: null,
    plan: undefined,
    promptPlan: undefined,
    tools: [look, hide],
    choice,
    enforced,
    lacks: {},
    cacheKey: "acme/t1",
    noticeMark: "00ff00ff00ff00ff",
    mintCallId: () => `call_${++minted}`,
    checkJson,
    io: { fetch, signal: new AbortController().signal },
    ...change,
  };
}

async function planned(turn: Turn): Promise<{ events: PlanEvent[]; plan?: Plan; error?: unknown }> {
  const events: PlanEvent[] = [];
  try {
    return { events, plan: await driver.plan(turn, (event) => events.push(event)) };
  } catch (error) {
    return { events, error };
  }
}

Deno.test("D6: every call gets an id of ours, the same in events and plan, and blocks keep their order", async () => {
  const meta = { provider: "playing", model: "m", data: "sealed" };
  const provider = playing([
    { type: "reasoning.started", block: 0 },
    { type: "reasoning.delta", block: 0, text: "hm" },
    { type: "reasoning.ended", block: 0 },
    { type: "call.started", block: 1, name: "look" },
    { type: "call.started", block: 2, name: "look" },
    { type: "call.delta", block: 2, text: '{"a":1}' },
    { type: "call.ended", block: 1, args: "{}" },
    { type: "call.ended", block: 2, args: '{"a":1}' },
    { type: "warning", warning: { code: "model_retried", message: "once" } },
  ], {
    blocks: [
      { type: "reasoning", text: "hm", meta },
      { type: "call", name: "look", args: "{}", providerId: "x" },
      { type: "call", name: "look", args: '{"a":1}', providerId: "x" },
    ],
    finish: "calls",
    usage,
    model: "m-2026",
  });
  const { events, plan } = await planned(turn(provider));
  assert.deepEqual(asSent(plan), {
    blocks: [
      { type: "reasoning", text: "hm", meta },
      { type: "call", id: "call_1", name: "look", args: "{}" },
      { type: "call", id: "call_2", name: "look", args: '{"a":1}' },
    ],
    finish: "calls",
    usage,
    model: "playing/m",
  });
  assert.deepEqual(events.filter((event) => event.type === "call.ready"), [
    { type: "call.ready", block: 1, callId: "call_1", name: "look", args: "{}", readiness: "ready" },
    { type: "call.ready", block: 2, callId: "call_2", name: "look", args: '{"a":1}', readiness: "ready" },
  ]);
  assert.deepEqual(events.at(-1), { type: "warning", code: "model_retried", message: "once" });
});

Deno.test("D4: the request carries prompt, legal history, and only the tools that the choice sends", async () => {
  const provider = playing([], { blocks: [], finish: "stop", usage, model: "m" });
  await planned(turn(provider, { promptPlan: ["look", "leap"], enforced: { ...enforced, parallel: false } }));
  const [request] = provider.asked;
  assert.equal(request?.system, 'Be brief.\n\n## STRATEGIC PLAN\n["look","leap"]');
  assert.deepEqual(request?.messages, [{ role: "user", text: "hi" }]);
  assert.deepEqual(request?.tools, [look]);
  assert.equal(request?.parallel, false);
  assert.equal(request?.cacheKey, "acme/t1");
});

Deno.test("D5: an agent with text history sends no calls and no tool messages", async () => {
  const provider = playing([], { blocks: [], finish: "stop", usage, model: "m" });
  const agent = { ...turn(provider).agent, historyForm: "text" as const };
  const entries: Entry[] = [user, {
    type: "assistant",
    id: "e2",
    at: 1,
    version: 1,
    blocks: [{ type: "call", id: "c1", name: "look", args: "{}" }],
    finish: "calls",
    model: "playing/m",
    usage,
  }];
  await planned(turn(provider, { agent, history: historyOf(...entries) }));
  assert.deepEqual(provider.asked[0]?.messages.map((message) => message.role), ["user", "assistant", "user"]);
});

Deno.test("D6: when the stream breaks every open block is ended, an open call as truncated", async () => {
  const broken = new AgentError("model_protocol", "cut");
  const provider = playing([
    { type: "text.started", block: 0 },
    { type: "text.delta", block: 0, text: "Le" },
    { type: "call.started", block: 1, name: "look" },
    { type: "call.delta", block: 1, text: '{"ci' },
  ], broken);
  const { events, error } = await planned(turn(provider));
  assert.equal(error, broken);
  assert.deepEqual(events.slice(-2), [
    { type: "text.ended", block: 0 },
    { type: "call.ready", block: 1, callId: "call_1", name: "look", args: '{"ci', readiness: "truncated" },
  ]);
});

Deno.test("E11: a cancelled plan returns the words so far and no calls; a deadline is an error", async () => {
  for (const code of ["step_cancelled", "step_deadline"] as const) {
    const abort = new AbortController();
    const reason = new AgentError(code, "stop");
    const provider = playing([
      { type: "text.started", block: 0 },
      { type: "text.delta", block: 0, text: "Le" },
      { type: "call.started", block: 1, name: "look" },
    ], reason);
    const planning = planned(turn(provider, { io: { fetch, signal: abort.signal } }));
    abort.abort(reason);
    const { plan, error } = await planning;
    if (code === "step_deadline") assert.equal(error, reason);
    else {
      assert.deepEqual(plan?.blocks, [{ type: "text", text: "Le" }]);
      assert.ok(
        plan && plan.usage.inputTokens > 10 && plan.usage.outputTokens === 1,
        "its cost is estimated",
      );
    }
  }
});

Deno.test("E11: what a cancelled plan is estimated at counts messages that are sent as they were stored", async () => {
  const abort = new AbortController();
  const reason = new AgentError("step_cancelled", "stop");
  const writer = createChatWriter({
    aliases: createAliases([]),
    profile: OPENAI,
    provider: "openai",
    model: "m",
    media: NO_MEDIA_STYLE,
  });
  const provider = { ...playing([], reason), historyWriter: () => writer };
  const history = historyOf({ ...user, text: "word ".repeat(1_000) });
  const planning = planned(turn(provider, { history, io: { fetch, signal: abort.signal } }));
  abort.abort(reason);
  const { plan } = await planning;
  assert.ok(plan && plan.usage.inputTokens > 1_000, `${plan?.usage.inputTokens} tokens`);
});

Deno.test("E13: a summary is asked without tools, from the text of the entries and the earlier summary", async () => {
  const provider = playing([], {
    blocks: [{ type: "text", text: " They said hi. " }],
    finish: "stop",
    usage,
    model: "m",
  });
  assert.deepEqual(await driver.summarize(turn(provider, { summary: "Before." })), {
    text: "They said hi.",
    usage,
  });
  const [request] = provider.asked;
  assert.deepEqual(request?.tools, []);
  assert.deepEqual(request?.messages, [{ role: "user", text: "Earlier summary: Before.\n\nUser: hi" }]);
  const empty = playing([], { blocks: [], finish: "stop", usage, model: "m" });
  assert.deepEqual(await driver.summarize(turn(empty)), { text: "", usage }, "what it has cost counts");
});
