// Rows C4 and C5: what a refusal teaches, who remembers it, what that costs, and choices that must be held or refused.

import assert from "node:assert/strict";
import { type AgentDefinition, defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { CapabilityTable } from "../../../src/core/model/capability.ts";
import type { StepEvent } from "../../../src/core/event.ts";
import type { ModelRequest, StreamIo } from "../../../src/core/model/provider.ts";
import type { Store } from "../../../src/core/store.ts";
import type { ToolChoice } from "../../../src/core/tool_choice.ts";
import { readState } from "../../../src/kernel/stored.ts";
import { forkThread } from "../../../src/plugins/forks/fork.ts";
import { CapabilityCache } from "../../../src/kernel/plan/capability_cache.ts";
import type { RuntimeDeps } from "../../../src/kernel/deps.ts";
import { startRun } from "../../../src/kernel/run.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createLab, type Lab } from "../../support/lab.ts";
import { failing, lacking, type Reply, resolver, type TestModel, testModel } from "../../support/model.ts";

const DAY_MS = 86_400_000;
const REQUIRED: ToolChoice = { type: "required" };

const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "seen" });

function agentWith(definition: Partial<AgentDefinition> = {}) {
  return defineAgent({ name: "a", instructions: "", tools: [look], toolChoice: "required", ...definition });
}

/** A model that refuses forced choices, as Claude Opus 5.5 does. */
const refusesForce = (reply: Reply = { calls: ["look"] }) =>
  testModel(({ choice }) => choice.type === "required" ? lacking("required", "tool") : reply);

interface Scene {
  readonly definition?: Partial<AgentDefinition>;
  readonly store?: Store;
  readonly deps?: Partial<RuntimeDeps>;
}

/** A fresh isolate that asks this model. */
function isolate(model: TestModel, { definition, store = createMemoryStore(), deps }: Scene = {}): Lab {
  return createLab({ agents: [agentWith(definition)], store, deps: { model: resolver(model), ...deps } });
}

function typesOf(events: readonly StepEvent[]): string[] {
  return events.map((event) => event.type === "warning" ? `warning ${event.code}` : event.type);
}

function countsOf(lab: Lab): Record<string, number> {
  const counts = Object.fromEntries(lab.counts);
  lab.counts.clear();
  return counts;
}

const STEP = { begin: 1, commit: 1 };

Deno.test("C4: a choice that the model refuses is asked for once more in the same step, degraded, and that is told", async () => {
  const model = refusesForce();
  const lab = isolate(model);
  const { events, answer } = await lab.run({ input: "go" });
  assert.deepEqual(typesOf(events).slice(0, 5), [
    "step.started",
    "warning capability_learned",
    "plan.restarted",
    "warning choice_degraded",
    "call.started",
  ]);
  const [started, learned, restarted] = events;
  assert.ok(started?.type === "step.started" && restarted?.type === "plan.restarted");
  assert.equal(started.choice?.enforcement, "native");
  assert.deepEqual(
    [restarted.reason, restarted.from, restarted.model, restarted.choice.enforcement],
    ["capability", 0, "first/m", "announced"],
  );
  assert.match(
    learned?.type === "warning" ? learned.message : "",
    /^first\/m refused the request because it lacks: required, tool\./,
  );
  assert.deepEqual(model.requests.map(({ choice }) => choice.type), ["required", "auto"]);
  assert.match(
    JSON.stringify(model.requests[1]?.messages.at(-1)),
    /Call one or more of your tools in your next answer/,
  );
  assert.deepEqual(answer.choice, restarted.choice, "the answer has the last effective choice");
  assert.deepEqual([answer.outcome, answer.thread.status], [{ type: "satisfied" }, "open"]);
  assert.deepEqual(answer.warnings.map(({ code }) => code), ["capability_learned", "choice_degraded"]);
});

Deno.test("C4: what was learned is not asked for again: in the thread, in the isolate, in the tenant, for a day", async () => {
  let now = Date.now();
  const store = createMemoryStore({ clock: () => now });
  const model = refusesForce({ says: "Hello." });
  const asked = () => model.requests.splice(0).map(({ choice }) => choice.type);
  const fresh = () => isolate(model, { store, deps: { clock: () => now } });

  const first = fresh();
  await first.run({ input: "go" });
  assert.deepEqual(asked(), ["required", "auto"]);
  assert.deepEqual(
    countsOf(first),
    { ...STEP, readLearnedCapabilities: 1, recordLearnedCapabilities: 1 },
    "one request to ask, one to tell",
  );
  await first.run({ input: "go on" });
  await first.run({ input: "go", thread: "t2" });
  assert.deepEqual([asked(), countsOf(first)], [["auto", "auto"], { begin: 2, commit: 2 }]);

  const elsewhere = fresh();
  await elsewhere.run({ input: "go on" });
  assert.deepEqual([asked(), countsOf(elsewhere)], [["auto"], STEP], "the thread itself knows");
  await elsewhere.run({ input: "go", thread: "t3" });
  await elsewhere.run({ input: "go", thread: "t4" });
  assert.deepEqual([asked(), countsOf(elsewhere)], [["auto", "auto"], {
    begin: 2,
    commit: 2,
    readLearnedCapabilities: 1,
  }]);

  await forkThread({ tenant: "acme", thread: "t1" }, { thread: "f1" }, elsewhere.deps);
  const third = fresh();
  await third.run({ input: "go", thread: "f1" });
  assert.deepEqual([asked(), countsOf(third)], [["auto"], STEP], "a fork knows what its source knew");

  const other = await elsewhere.run({ input: "go", tenant: "other" });
  assert.deepEqual(asked(), ["required", "auto"], "tenants teach each other nothing");
  assert.equal(other.answer.error, undefined);

  now += DAY_MS + 1;
  await fresh().run({ input: "go on" });
  assert.deepEqual(asked(), ["required", "auto"], "models change");
});

Deno.test("C4: the later steps of the same request know, and so does a summary", async () => {
  const model = testModel(({ choice }, index) =>
    choice.type === "required"
      ? lacking("required", "temperature")
      : index < 4
      ? { calls: ["look"] }
      : { says: "Sum." }
  );
  const lab = isolate(model, {
    definition: {
      limits: { stepsPerRun: 3, answer: false },
      compaction: { afterEntries: 7, keepEntries: 1 },
    },
  });
  await lab.run({ input: "go", toolChoice: { type: "required", times: "always" }, until: "done" });
  assert.deepEqual(model.requests.map(({ choice }) => choice.type), [
    "required",
    "auto",
    "auto",
    "auto",
    "auto",
  ]);
  assert.deepEqual(countsOf(lab), {
    begin: 1,
    readLearnedCapabilities: 1,
    recordLearnedCapabilities: 1,
    advance: 2,
    commit: 1,
  });
  const learned = Object.entries(model.requests.at(-1)?.lacks ?? {}).filter(([, why]) =>
    why?.includes("refused")
  );
  assert.deepEqual(learned.map(([feature]) => feature), ["required", "temperature"]);
});

Deno.test("E2: under auto nobody asks what was learned; under another choice an isolate asks once in five minutes", async () => {
  let now = Date.now();
  const model = testModel(() => ({ says: "Hello." }));
  const lab = isolate(model, { definition: { toolChoice: "auto" }, deps: { clock: () => now } });
  await lab.run({ input: "go" });
  assert.deepEqual(countsOf(lab), STEP);
  await lab.run({ input: "go", toolChoice: { type: "none" } });
  assert.deepEqual(countsOf(lab), { ...STEP, readLearnedCapabilities: 1 });
  await lab.run({ input: "go", toolChoice: REQUIRED });
  await lab.run({ input: "go", toolChoice: { type: "tool", name: "look" }, thread: "t2" });
  assert.deepEqual(countsOf(lab), { begin: 2, commit: 2 }, "nothing was learned, and that is remembered");
  now += 300_001;
  await lab.run({ input: "go", toolChoice: REQUIRED });
  assert.deepEqual(countsOf(lab), { ...STEP, readLearnedCapabilities: 1 });
});

Deno.test("C4: under auto too a refusal teaches, without anybody having asked", async () => {
  const model = testModel(({ tools }) => tools.length > 0 ? lacking("tools") : { says: "Hello." });
  const lab = isolate(model, { definition: { toolChoice: "auto" } });
  const { answer } = await lab.run({ input: "go" });
  assert.deepEqual([answer.output, answer.choice?.enforcement], ["Hello.", "withheld"]);
  assert.deepEqual(countsOf(lab), { ...STEP, recordLearnedCapabilities: 1 });
  await lab.run({ input: "go on" });
  assert.deepEqual([model.requests.length, countsOf(lab)], [3, STEP]);
});

Deno.test("C4: a second refusal is the step's failure, and is learned too", async () => {
  const model = testModel(({ choice, tools }) =>
    choice.type === "required"
      ? lacking("required")
      : tools.length > 0
      ? lacking("tools")
      : { says: "Hello." }
  );
  const lab = isolate(model);
  const { events, answer } = await lab.run({ input: "go" });
  assert.equal(answer.error?.code, "model_invalid_request");
  assert.equal(model.requests.length, 2);
  assert.equal(events.filter(({ type }) => type === "plan.restarted").length, 1);
  assert.deepEqual(answer.warnings.map(({ code }) => code), [
    "capability_learned",
    "choice_degraded",
    "capability_learned",
  ]);
  assert.equal(answer.choice?.enforcement, "announced", "what was asked for last");
  assert.deepEqual(await lab.store.readLearnedCapabilities("acme", "first/m"), ["tools", "required"]);
  const next = await isolate(model, { store: lab.store }).run({});
  assert.deepEqual([next.answer.output, model.requests.length], ["Hello.", 3]);
  assert.equal(next.answer.choice?.enforcement, "withheld");
});

Deno.test("C4: a refusal that teaches nothing new, or comes after the first words, is the step's failure", async () => {
  const stubborn = testModel(() => lacking("required"));
  const degraded = isolate(stubborn, { definition: { capabilities: { required: false } } });
  assert.equal((await degraded.run({ input: "go" })).answer.error?.code, "model_invalid_request");
  assert.equal(stubborn.requests.length, 1);

  const late = testModel(() => ({
    says: "Well,",
    ...failing("model_invalid_request", { lacks: ["required"], afterOutput: true }),
  }));
  const { answer } = await isolate(late).run({ input: "go" });
  assert.deepEqual([answer.error?.code, late.requests.length], ["model_invalid_request", 1]);
});

Deno.test("C4: a refusal that stays when the model is asked without teaches nobody anything", async () => {
  // A server that repeats the request in its error message, and a user who knows that.
  let isOdd = true;
  const model = testModel(() => isOdd ? lacking("tools") : { calls: ["look"] });
  const lab = isolate(model);
  assert.equal((await lab.run({ input: "go" })).answer.error?.code, "model_invalid_request");
  assert.equal(model.requests.length, 2);
  assert.deepEqual(await lab.store.readLearnedCapabilities("acme", "first/m"), []);
  isOdd = false;
  for (const thread of ["t1", "t2"]) {
    const { answer } = await lab.run({ input: "go", thread });
    assert.deepEqual([answer.error, answer.choice?.enforcement], [undefined, "native"]);
  }
});

Deno.test("C4: a re-send that nobody waited for teaches nothing: the step was cancelled before a word of it", async () => {
  const model = refusesForce();
  const { provider } = model;
  const ref = { tenant: "acme", thread: "t1" };
  const waiting = {
    ...model,
    provider: {
      ...provider,
      async stream(request: ModelRequest, io: StreamIo) {
        if (request.choice.type === "required") return await provider.stream(request, io);
        await lab.store.cancel(ref);
        await new Promise((resolve) => io.signal.addEventListener("abort", resolve));
        throw io.signal.reason;
      },
    },
  };
  const lab = isolate(waiting);
  const { answer } = await lab.run({ input: "go", resumable: true });
  assert.equal(answer.error?.code, "step_cancelled");
  assert.deepEqual(await lab.store.readLearnedCapabilities("acme", "first/m"), []);
});

Deno.test("C4: what a provider warns of is told once, however often the step asks it", async () => {
  const model = refusesForce();
  const { provider } = model;
  const warning = { code: "setting_ignored", message: "temperature was left out." };
  const warns = {
    ...model,
    provider: {
      ...provider,
      stream(request: ModelRequest, io: StreamIo) {
        io.emit({ type: "warning", warning });
        return provider.stream(request, io);
      },
    },
  };
  const { events, answer } = await isolate(warns).run({ input: "go" });
  const codes = ["setting_ignored", "capability_learned", "choice_degraded"];
  assert.deepEqual(answer.warnings.map(({ code }) => code), codes);
  assert.deepEqual(events.flatMap((event) => event.type === "warning" ? [event.code] : []), codes);
});

Deno.test("C4: a model that is asked without and fails in another way was right about what it lacks", async () => {
  const model = testModel(({ choice }) =>
    choice.type === "required" ? lacking("required") : failing("model_server")
  );
  const lab = isolate(model);
  assert.equal((await lab.run({ input: "go" })).answer.error?.code, "model_server");
  assert.deepEqual(await lab.store.readLearnedCapabilities("acme", "first/m"), ["required"]);
  await lab.run();
  assert.deepEqual(model.requests.map(({ choice }) => choice.type), ["required", "auto", "auto"]);
});

Deno.test("C4: a model that refuses to be forced because it thinks is not forced again, though no table says that it thinks", async () => {
  const model = testModel(({ choice }) =>
    choice.type === "required" ? lacking("forced_thinking") : { calls: ["look"] }
  );
  const { answer } = await isolate(model).run({ input: "go" });
  assert.deepEqual([answer.error, answer.choice?.enforcement], [undefined, "announced"]);
  assert.equal(model.requests.length, 2);
});

Deno.test("C4: a refusal overrules the agent, and the agent overrules the table", async () => {
  const lacks = { required: "the table says so" };
  const table: CapabilityTable = { lacks, models: [], thinks: () => false };
  const able = testModel(() => ({ calls: ["look"] }), { table });
  const trusting = isolate(able, { definition: { capabilities: { required: true } } });
  assert.equal((await trusting.run({ input: "go" })).answer.choice?.enforcement, "native");
  const unable = testModel(({ choice }) => choice.type === "required" ? lacking("required") : {}, { table });
  const mistaken = isolate(unable, { definition: { capabilities: { required: true } } });
  assert.equal((await mistaken.run({ input: "go" })).answer.choice?.enforcement, "announced");
});

Deno.test("C4: a store that cannot learn or say what it learned costs the step nothing but a line in the log", async () => {
  const away = () => Promise.reject(new Error("away"));
  const memory = createMemoryStore();
  const store = new Proxy(memory, {
    get(target, property) {
      if (property === "recordLearnedCapabilities" || property === "readLearnedCapabilities") return away;
      const value = Reflect.get(target, property);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const logs: string[] = [];
  const model = refusesForce();
  const log = (_level: string, message: string) => void logs.push(message);
  const { answer } = await isolate(model, { store, deps: { log } }).run({ input: "go" });
  assert.deepEqual([answer.error, answer.choice?.enforcement], [undefined, "announced"]);
  assert.deepEqual(logs, [
    "could not read the learned capabilities",
    "plan restarted",
    "capability learned",
    "could not store the learned capabilities",
  ]);
  const state = readState(
    { tenant: "acme", thread: "t1" },
    (await memory.read({ tenant: "acme", thread: "t1" }))?.header ?? assert.fail(),
  );
  assert.deepEqual(state.learned?.features, ["required", "tool"], "the thread knows nevertheless");
});

Deno.test("C4: a token-efficient agent sends all tools also under a choice: the prompt cache holds them", async () => {
  const other = defineTool({ name: "other", description: "Another.", effect: "pure", run: () => 1 });
  const model = testModel(() => ({ calls: ["look"] }));
  const definition = { tools: [look, other], tokenEfficient: true, toolChoice: "look" };
  const { answer } = await isolate(model, { definition }).run({ input: "go" });
  assert.deepEqual([answer.choice?.toolsSent, answer.choice?.prefix], [["look", "other"], "kept"]);
});

Deno.test("C4: an isolate remembers the models it has heard of last, each until its time is over", () => {
  const learned = new CapabilityCache();
  for (let model = 0; model <= 1_000; model++) {
    learned.set("acme", `m${model}`, { features: ["tool"], until: 100 });
  }
  assert.equal(learned.get("acme", "m0", 0), undefined, "the oldest had to go");
  assert.deepEqual(learned.get("acme", "m1", 99)?.features, ["tool"]);
  assert.equal(learned.get("acme", "m1", 100), undefined);
  assert.equal(learned.get("beta", "m1", 0), undefined);
});

// C5 --------------------------------------------------------------------------------------------------------------------

const STRICT: Partial<AgentDefinition> = { onUnsupported: "error", capabilities: { required: false } };

Deno.test("C5: a choice that is known never to be held is refused before the thread is taken", async () => {
  const model = testModel(() => ({ says: "Hello." }));
  const lab = isolate(model, { definition: { ...STRICT, toolChoice: "auto" } });
  const error = await lab.refused({ agent: "a", input: "go", toolChoice: REQUIRED });
  assert.deepEqual([error.code, error.status], ["choice_unsupported", 422]);
  const asked = { agent: "a", input: "go", toolChoice: REQUIRED, onUnsupported: "degrade" } as const;
  assert.deepEqual([countsOf(lab), model.requests.length], [{}, 0]);
  assert.equal(
    (await lab.run(asked)).answer.choice?.enforcement,
    "announced",
    "the request overrules the agent",
  );
});

Deno.test("C5: one that only the thread tells is refused with the thread untouched and the key free again", async () => {
  const model = testModel(() => ({ says: "Hello." }));
  const lab = isolate(model, { definition: { capabilities: { required: false }, toolChoice: "auto" } });
  await lab.run({ input: "hi" });
  const before = await lab.store.read({ tenant: "acme", thread: "t1" });
  countsOf(lab);
  const idempotency = { key: "k", bodyHash: "h" };
  const strict = { inputs: ["go"], toolChoice: REQUIRED, onUnsupported: "error", idempotency } as const;
  for (let times = 0; times < 2; times++) {
    assert.equal((await lab.refused(strict)).code, "choice_unsupported");
    assert.deepEqual(countsOf(lab), { begin: 1, abandon: 1 });
  }
  const after = await lab.store.read({ tenant: "acme", thread: "t1" });
  assert.deepEqual(
    { ...after, header: { ...after?.header, epoch: 0 } },
    { ...before, header: { ...before?.header, epoch: 0 } },
  );
  const { answer, replayed } = await lab.run({
    inputs: ["go"],
    toolChoice: REQUIRED,
    idempotency: { key: "k", bodyHash: "another body" },
  });
  assert.deepEqual([answer.output, replayed, model.requests.length], ["Hello.", false, 2]);
  assert.equal((await lab.history()).filter(({ type }) => type === "user").length, 2);
});

Deno.test("C5: the agent's own choice, and one that only the lessons know of, are refused before anything is spent", async () => {
  const model = testModel(() => ({ calls: ["look"] }));
  const own = isolate(model, { definition: STRICT });
  assert.equal((await own.refused({ agent: "a", input: "go" })).code, "choice_unsupported");
  assert.equal(await own.store.read({ tenant: "acme", thread: "t1" }), undefined, "no thread was made");

  const store = createMemoryStore();
  await store.recordLearnedCapabilities("acme", "first/m", ["required"], DAY_MS);
  const taught = isolate(model, { store, definition: { onUnsupported: "error" } });
  assert.equal((await taught.refused({ agent: "a", input: "go" })).code, "choice_unsupported");
  assert.deepEqual(countsOf(taught), { begin: 1, readLearnedCapabilities: 1, abandon: 1 });
  assert.equal(await store.read({ tenant: "acme", thread: "t1" }), undefined);
  assert.equal(model.requests.length, 0);
});

Deno.test("C5: where a choice must be held, a refusal of the model is learned and fails the step", async () => {
  const model = refusesForce();
  const lab = isolate(model);
  const { events, answer } = await lab.run({ input: "go", onUnsupported: "error" });
  assert.deepEqual([answer.error?.code, answer.thread.status], ["choice_unsupported", "failed"]);
  assert.equal(model.requests.length, 1);
  assert.deepEqual(typesOf(events), ["step.started", "warning capability_learned", "step.failed"]);
  assert.deepEqual((await lab.history()).map(({ type }) => type), ["user"], "the input is kept");
  assert.deepEqual(await lab.store.readLearnedCapabilities("acme", "first/m"), ["required", "tool"]);
  assert.equal((await lab.refused({})).code, "choice_unsupported", "the run keeps what its request said");
  const eased = await lab.run({ onUnsupported: "degrade" });
  assert.deepEqual([eased.answer.error, eased.answer.choice?.enforcement], [undefined, "announced"]);
});

Deno.test("C5: a later step of a request that cannot hold its choice fails as a step, with its input kept", async () => {
  const model = testModel((_, index) => ({ calls: [index === 0 ? "ring" : "look"] }));
  const ring = defineTool({
    name: "ring",
    description: "Somebody rings while the step runs.",
    effect: "pure",
    async run() {
      const ref = { tenant: "acme", thread: "t1" };
      const base = { ref, until: "step", toolResults: [], resumable: false } as const;
      const queued = await startRun({ ...base, inputs: ["hello?"], busy: "steer" }, lab.deps);
      return queued.type;
    },
  });
  // The agent's own choice cannot be held; this request brings another, which the next run does not have.
  const lab: Lab = isolate(model, { definition: { ...STRICT, tools: [ring, look] } });
  const { events, answer } = await lab.run({ input: "go", toolChoice: { type: "auto" }, until: "done" });
  assert.equal(answer.error?.code, "choice_unsupported");
  assert.equal(events.filter(({ type }) => type === "step.started").length, 3);
  const types = (await lab.history()).map(({ type }) => type);
  assert.deepEqual(types, ["user", "assistant", "tool", "assistant", "tool", "user"]);
  assert.equal(model.requests.length, 2, "nobody was asked");
});

Deno.test("C4, P9: what the fallback model lacks is learned in the step in which the other model has taught as much as it may", async () => {
  const answers = [lacking("tool"), lacking("required"), failing("model_overloaded")];
  const first = testModel(() => answers.shift() ?? assert.fail("asked again"));
  const second = testModel(
    ({ choice }) => choice.type === "auto" ? { says: "Done." } : lacking("required", "tool"),
    { name: "second" },
  );
  const lab = createLab({
    agents: [agentWith({ model: "first/m", fallbackModel: "second/m", toolChoice: "look" })],
    store: createMemoryStore(),
    deps: { model: resolver(first, second) },
  });
  const { answer } = await lab.run({ input: "go" });
  assert.equal(answer.error, undefined);
  assert.deepEqual(second.requests.map(({ choice }) => choice.type), ["tool", "auto"]);
});
