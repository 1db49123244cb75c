/** What the facade decides by itself: its options, its results, and who calls. HTTP is compared in parity_test.ts. */
import assert from "node:assert/strict";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { createMemoryStore } from "../../src/stores/embedded/memory.ts";
import { createSqliteStore } from "../../src/stores/embedded/sqlite/store.ts";
import { AgentError } from "../../src/core/error.ts";
import { PNG } from "../plugins/media/_media.ts";
import { createTreadle } from "../../src/treadle.ts";
import type { TreadleOptions } from "../../src/treadle/options.ts";
import { RunFailure } from "../../src/treadle/run_failure.ts";
import { overridden } from "../chaos/overridden.ts";
import { eventually } from "../support/eventually.ts";
import { asSent } from "../support/as_sent.ts";
import { testModel } from "../support/model.ts";
import { sqliteFile } from "../support/sqlite_file.ts";
import { wordAgents, wordModel } from "./_agents.ts";

const words = { agent: "words" } as const;

function open(options: Partial<TreadleOptions> = {}) {
  const { agents, gate } = wordAgents();
  const treadle = createTreadle({
    agents,
    store: "memory",
    env: {},
    providers: [wordModel().provider],
    pollMs: 5,
    log: () => {},
    ...options,
  });
  return { ...treadle, gate };
}

Deno.test("run: a step that fails rejects with its error, and the result has what was done before", async () => {
  const { run, thread } = open();
  await run("t1", "look", words);
  const failure = await run("t1", "fail").catch((thrown: unknown) => thrown);
  assert(failure instanceof RunFailure);
  assert.equal(failure.code, "model_auth");
  assert.equal(failure.cause, failure.result.error);
  assert.equal(failure.result.thread.version, (await thread("t1")).version);
  assert.equal(failure.result.output, null);
});

Deno.test("run: a refusal is no RunFailure, names each wrong option, and creates nothing", async () => {
  const { run, threads } = open();
  const wrong: object = { ...words, limits: { tokens: "many" }, colour: "red" };
  await assert.rejects(run("t1", "hi", wrong), (error: unknown) => {
    assert(!(error instanceof RunFailure));
    const { code, problems } = Object(error);
    assert.equal(code, "invalid_request");
    assert.deepEqual(problems, [
      { pointer: "/limits/tokens", detail: "must be a number", kind: "type" },
      { pointer: "/colour", detail: "This field is not known.", kind: "unknown" },
    ]);
    return true;
  });
  assert.deepEqual((await threads()).threads, []);
});

Deno.test("P7: run and stream take a model that the agent offers, for one run; another is refused before anything runs", async () => {
  const second = testModel(() => ({ says: "Second." }), { name: "second" });
  const agents = [defineAgent({ name: "words", model: "first/m", models: ["second/n"] })];
  const { run, stream, threads } = open({ agents, providers: [wordModel().provider, second.provider] });
  await assert.rejects(run("t1", "hi", { ...words, model: "second/x" }), { code: "model_not_allowed" });
  await assert.rejects(run("t1", "hi", { ...words, model: "second" }), { code: "invalid_request" });
  assert.deepEqual((await threads()).threads, []);
  const named = await run("t1", "hi", { ...words, model: "second/n" });
  assert.deepEqual([named.model, named.output], ["second/n", "Second."]);
  assert.equal((await run("t1", "hi")).output, "You said hi.");
  const reading = stream("t1", "hi", { model: "second/n" });
  let next = await reading.next();
  while (!next.done) next = await reading.next();
  assert.equal(next.value.output, "Second.");
  await assert.rejects(stream("t1", "hi", { model: "third/m" }).next(), { code: "model_not_allowed" });
});

Deno.test("run: values that are no JSON are refused before anything runs", async () => {
  const { run, threads } = open();
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  for (const metadata of [circle, { big: 1n }]) {
    const options: object = { ...words, metadata };
    await assert.rejects(run("t1", "hi", options), { code: "invalid_request" });
  }
  assert.deepEqual((await threads()).threads, []);
});

Deno.test("stream: its value is the result; a failed step is an event and an error in the result", async () => {
  const { stream } = open();
  const reading = stream("t1", "fail", words);
  const types: string[] = [];
  let next = await reading.next();
  for (; !next.done; next = await reading.next()) types.push(next.value.type);
  assert.deepEqual([types.at(0), types.at(-1)], ["step.started", "step.failed"]);
  assert.equal(next.value.error?.code, "model_auth");
});

Deno.test("stream: the run starts without a reader, and goes on when its reader leaves", async () => {
  const deferred: Promise<unknown>[] = [];
  const { stream, thread, history, gate } = open({ defer: (promise) => void deferred.push(promise) });
  const { reached, open: goOn } = gate();
  const reading = stream("t1", "wait", words);
  await reached; // nothing is read yet
  const first = await reading.next();
  assert(!first.done && first.value.type === "step.started");
  await reading.return(Object(undefined));
  assert.equal((await thread("t1")).running, true);
  goOn();
  assert.equal(deferred.length, 1, "the run was given to defer at its start");
  await deferred[0];
  assert.equal((await thread("t1")).status, "done");
  assert.equal((await history("t1")).length, 4);
});

Deno.test("stream: a refusal that is never read breaks nothing, and one that is read is thrown", async () => {
  const { stream, run } = open();
  stream("t1", "hi");
  await assert.rejects(stream("t1", "hi").next(), { code: "thread_unknown" });
  assert.equal((await run("t1", "hi", words)).output, "You said hi.");
});

Deno.test("V5: steer and queue say that the input waits, and a run behind the one that goes on takes it", async () => {
  const { run, stream, gate, thread, history } = open();
  const { reached, open: goOn } = gate();
  const first = run("t1", "wait", words);
  await reached;
  const queued = await run("t1", "later", { busy: "steer" });
  // @ts-expect-error -- a run that may be queued has no output for sure
  assert.equal(queued.output, undefined);
  assert.deepEqual(queued, { status: "queued", thread: "t1", waiting: 1 });
  const reading = stream("t1", "last", { busy: "queue" });
  assert.deepEqual(await reading.next(), {
    done: true,
    value: { status: "queued", thread: "t1", waiting: 2 },
  });
  goOn();
  assert.equal((await first).output, "It is over.");
  await eventually(async () => (await thread("t1")).status === "done");
  const entry = (await history("t1")).entries.at(-1);
  assert(entry?.type === "assistant");
  assert.deepEqual(entry.blocks, [{ type: "text", text: "You said later\n\nlast." }]);
});

Deno.test("V5: an input waits for the next request where the one that runs ends with its step", async () => {
  const { run, gate, thread } = open();
  const { reached, open: goOn } = gate();
  await run("t1", "wait", { ...words, until: "step" });
  const second = run("t1", undefined, { until: "step" });
  await reached;
  await run("t1", "later", { busy: "queue" });
  goOn();
  await second;
  const { waiting, status } = await thread("t1");
  assert.deepEqual([waiting, status], [1, "open"]);
  assert.equal((await run("t1")).output, "You said later.");
});

Deno.test("busy: queue refuses an input for another agent or user, as a thread at rest does", async () => {
  const { run, gate, thread } = open();
  const { reached, open: goOn } = gate();
  const first = run("t1", "wait", { ...words, user: "ann" });
  await reached;
  await assert.rejects(run("t1", "his", { busy: "queue", user: "bob" }), { code: "user_mismatch" });
  await assert.rejects(run("t1", "x", { busy: "queue", agent: "other" }), { code: "agent_mismatch" });
  assert.equal((await thread("t1")).waiting, 0);
  const own = await run("t1", "hers", { ...words, busy: "queue", user: "ann" });
  assert.deepEqual(own, { status: "queued", thread: "t1", waiting: 1 });
  goOn();
  await first;
});

Deno.test("E14: an input does not wait in a thread that another user makes after the check", async () => {
  const memory = createMemoryStore();
  let isHidden = false;
  const store = overridden(memory, {
    read: (ref) => {
      if (!isHidden) return memory.read(ref);
      isHidden = false;
      return Promise.resolve(undefined);
    },
  });
  const { as, gate } = open({ store });
  const ann = as({ user: "ann" });
  const { reached, open: goOn } = gate();
  const first = ann.run("t1", "wait", words);
  await reached;
  isHidden = true;
  const foreign = as({ user: "bob" }).run("t1", "his", { ...words, busy: "queue" });
  await assert.rejects(foreign, { code: "thread_unknown" });
  assert.equal((await ann.thread("t1")).waiting, 0);
  goOn();
  await first;
});

Deno.test("events: a reader follows a running step from a place on, until its signal or the end", async () => {
  const { stream, events, gate } = open();
  const { reached, open: goOn } = gate();
  const reading = stream("t1", "wait", words);
  await reached;
  const stop = new AbortController();
  const seen: string[] = [];
  for await (const event of events("t1", { after: 1_000_001, signal: stop.signal })) {
    seen.push(event.type);
    if (event.type === "step.finished") stop.abort();
  }
  assert.equal(seen.includes("step.started"), false);
  goOn();
  const all = (await Array.fromAsync(reading)).map(({ seq }) => seq);
  assert.deepEqual((await Array.fromAsync(events("t1"))).map(({ seq }) => seq), all);
});

Deno.test("E14: as gives the calls for another tenant or user, and tenants share nothing", async () => {
  const { run, as, thread } = open();
  await run("t1", "mine", words);
  const acme = as({ tenant: "acme" });
  await assert.rejects(acme.thread("t1"), { code: "thread_unknown" });
  const ann = acme.as({ user: "ann" });
  await ann.run("t1", "hers", words);
  assert.equal((await acme.thread("t1")).user, "ann");
  const bob = ann.as({ user: "bob" });
  for (const call of [bob.thread, bob.cancel, bob.history, bob.fork, bob.remove]) {
    await assert.rejects(call("t1"), { code: "thread_unknown" });
  }
  await assert.rejects(bob.run("t1", "his"), { code: "thread_unknown" });
  await assert.rejects(bob.events("t1").next(), { code: "thread_unknown" });
  await assert.rejects(bob.run("t2", "for ann", { ...words, user: "ann" }), { code: "forbidden" });
  assert.deepEqual((await bob.threads()).threads, []);
  assert.equal((await ann.as({ tenant: "acme" }).thread("t1")).user, "ann", "a tenant comes without a user");
  assert.equal((await thread("t1")).user, undefined);
});

Deno.test("E14: as refuses what cannot be a tenant or a user, and a name that is missing by accident", () => {
  const { as } = open();
  const claims: { readonly sub?: string } = {};
  const refused: readonly object[] = [
    { tenant: "a/b" },
    { user: "" },
    { user: claims.sub },
    { tenant: undefined },
    Object.create({ user: "ann" }),
    { tenat: "acme" },
  ];
  for (const who of refused) assert.throws(() => as(who), { code: "invalid_request" }, JSON.stringify(who));
});

Deno.test("X5: who answers is the person that is named, else the user, else the tenant", async () => {
  const { as } = open();
  const acme = as({ tenant: "acme" });
  const answers = [
    { calls: acme, given: {}, by: "tenant:acme" },
    { calls: acme, given: { by: "eve" }, by: "eve" },
    { calls: acme.as({ user: "ann" }), given: {}, by: "user:ann" },
  ];
  for (const [index, { calls, given, by }] of answers.entries()) {
    const { calls: [call] } = await calls.run(`t${index}`, "remove", words);
    const approval = await calls.approve(`t${index}`, call?.id ?? "", { approved: true, ...given });
    assert.equal(approval.by, by);
    assert.equal((await calls.run(`t${index}`)).output, "It is gone.");
  }
});

Deno.test("E3: a run of the facade and a request with the same key and the same fields are one", async () => {
  const { as, fetch } = open({ authenticate: () => ({ tenant: "acme" }) });
  const first = await as({ tenant: "acme" }).run("t1", "once", { ...words, idempotencyKey: "k1" });
  const again = await fetch(
    new Request("http://127.0.0.1/v1/threads/t1/steps", {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": "k1" },
      body: JSON.stringify({ ...words, input: "once", until: "done" }),
    }),
  );
  assert.equal(again.headers.get("idempotency-replayed"), "true");
  assert.equal((await again.json()).step, first.step);
});

Deno.test("create: only agents are asked for; the environment of the process is read", async () => {
  Deno.env.set("TREADLE_STORE", "nowhere");
  try {
    assert.throws(() => createTreadle({ agents: [] }), { code: "config_invalid", message: /TREADLE_STORE/ });
    const { close } = createTreadle({ agents: [], store: "memory" });
    await close();
  } finally {
    Deno.env.delete("TREADLE_STORE");
  }
  const { threads, close } = createTreadle({ agents: [] });
  assert.deepEqual(asSent(await threads()), { threads: [] });
  await close();
});

Deno.test("agent: the only one of the deployment is the default of new threads, and over HTTP there is none", async () => {
  const { agents: [only = assert.fail(), other = assert.fail()] } = wordAgents();
  const store = createMemoryStore();
  const { run, stream, create, thread, fetch } = open({
    agents: [only],
    store,
    authenticate: () => ({ tenant: "local" }),
  });
  assert.equal((await run("t1", "hi")).thread.agent, "words");
  assert.equal((await run("t1", "again")).thread.version, 2);
  await Array.fromAsync(stream("t2", "hi"));
  assert.equal((await thread("t2")).agent, "words");
  assert.equal((await create()).agent, "words");
  assert.equal((await create({ id: "t3", agent: undefined })).id, "t3");
  await assert.rejects(run("t4"), { code: "thread_unknown" }, "without an input nothing begins");
  const keyed = { idempotencyKey: "k1" };
  const first = await run("t5", "once", keyed);
  const body = { input: "once", until: "done" };
  const ask = (path: string, given: object, headers = {}) =>
    fetch(
      new Request(`http://127.0.0.1${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(given),
      }),
    );
  const again = await (await ask("/v1/threads/t5/steps", body, { "idempotency-key": "k1" })).json();
  assert.deepEqual([again.step, again.thread.version], [first.step, first.thread.version]);
  assert.equal((await (await ask("/v1/threads/t6/steps", body)).json()).code, "thread_unknown");
  assert.equal((await (await ask("/v1/threads", {})).json()).code, "invalid_request");
  await assert.rejects(open({ agents: [other], store }).run("t1", "hi"), { code: "agent_mismatch" });
  const two = open({ agents: [only, other], store });
  await assert.rejects(two.run("t7", "hi"), { code: "thread_unknown" });
  await assert.rejects(two.create(), {
    code: "invalid_request",
    problems: [{ pointer: "/agent", detail: "is missing", kind: "missing" }],
  });
  assert.equal((await two.run("t1", "more")).thread.agent, "words");
});

Deno.test("store: a store, or a text; sqlite says how it is given", async () => {
  await using file = await sqliteFile();
  assert.throws(() => open({ store: `sqlite:${file.path}` }), {
    code: "config_invalid",
    message: /createSqliteStore from @treadle\/treadle\/stores\/sqlite/,
  });
  const store = createMemoryStore();
  const one = open({ store });
  await one.run("t1", "hi", words);
  assert.equal((await open({ store }).thread("t1")).status, "done");
  const named = open({ store: "mine", stores: { mine: () => store } });
  assert.equal((await named.thread("t1")).status, "done");
});

Deno.test("close: again it does nothing, and calls and requests after it are refused", async () => {
  await using file = await sqliteFile();
  for (const store of ["memory", createSqliteStore({ path: file.path })] as const) {
    const { run, stream, thread, as, close, fetch } = open({ store });
    await run("t1", "hi", words);
    await Promise.all([close(), close()]);
    await as({ user: "ann" }).close();
    const closed = { code: "store_unavailable", message: /is closed/ };
    await assert.rejects(run("t2", "hi", words), closed);
    await assert.rejects(thread("t1"), closed);
    await assert.rejects(stream("t1", "hi").next(), closed);
    const response = await fetch(new Request("http://127.0.0.1/healthz"));
    assert.deepEqual([response.status, (await response.json()).code], [503, "store_unavailable"]);
  }
});

Deno.test("a program without types gets a clear error for what is no list of agents, and for a missing answer", async () => {
  const { agents: [agent] } = wordAgents();
  const cases: readonly (readonly [ReturnType<typeof JSON.parse>, RegExp])[] = [
    [undefined, /must be a list of agents/],
    [agent, /must be a list of agents/],
    [
      [agent, { name: "plain", model: "first/m", instructions: "" }],
      /agents\[1\] is no agent: make it with defineAgent/,
    ],
    [[null], /agents\[0\] is no agent/],
  ];
  for (const [agents, message] of cases) {
    assert.throws(() => open({ agents }), { code: "config_invalid", message });
  }
  const { approve, as } = open();
  const nothing: ReturnType<typeof JSON.parse> = undefined;
  await assert.rejects(approve("t1", "c1", nothing), { code: "invalid_request" });
  assert.throws(() => as(nothing), { code: "invalid_request" });
});

Deno.test("env: a number is a variable, as it is in the vars of wrangler.toml", async () => {
  const { fetch } = open({ env: { TREADLE_OPEN: 1 } });
  assert.equal((await fetch(new Request("http://127.0.0.1/v1/threads"))).status, 200);
  assert.throws(() => open({ env: { TREADLE_OPEN: true } }), {
    code: "config_invalid",
    message: /TREADLE_OPEN must be 0 or 1/,
  });
});

Deno.test("a wrong option ends the start, and names what is wrong", () => {
  assert.throws(() => open({ env: { TREADLE_TOOL_CHOICE: "", TREADLE_OPEN: "yes" } }), {
    code: "config_invalid",
    message: /TREADLE_OPEN must be 0 or 1/,
  });
});

Deno.test("E13: run: an input has parts, and the history shows them", async () => {
  const { run, history } = open();
  const image = { type: "image", mediaType: "image/png", data: PNG } as const;
  await run("t1", ["look", { parts: [{ type: "text", text: "at this" }, image] }], words);
  const { entries } = await history("t1");
  const shown = entries.findLast(({ type }) => type === "user");
  assert(shown?.type === "user");
  assert.deepEqual(shown.parts?.map(({ type }) => type), ["text", "image"]);
  const refused = await run("t1", { parts: [{ ...image, data: "!" }] }).catch((thrown: unknown) => thrown);
  assert(refused instanceof AgentError);
  assert.deepEqual(refused.problems?.map(({ pointer }) => pointer), ["/input/parts/0/data"]);
});
