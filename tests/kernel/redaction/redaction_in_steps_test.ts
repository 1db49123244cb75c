// K1-K4: redaction where features meet: what people, tools and models bring is stored, streamed, logged and traced without what a plugin takes
// out, on every way that it comes; what a plugin fails at is withheld.
import assert from "node:assert/strict";
import { askUser } from "../../../src/agents/ask_user.ts";
import type { AgentDefinition } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { Driver } from "../../../src/core/driver.ts";
import type { Entry } from "../../../src/core/entry.ts";
import { AgentError } from "../../../src/core/error.ts";
import { ToolError } from "../../../src/core/tool/tool_error.ts";
import { ModelError } from "../../../src/core/model/model_error.ts";
import { scenario } from "../../../src/providers/scripted/scenario.ts";
import { cancelThread } from "../../../src/kernel/threads/threads.ts";
import { enqueueInput } from "../../../src/plugins/wakes/enqueue_input.ts";
import { testModel } from "../../support/model.ts";
import { PNG } from "../../plugins/media/_media.ts";
import { registerSdk } from "../../support/otlp/sdk.ts";
import { failingAt, look, redactedApp, SECRET } from "./_redaction.ts";

const ASK = { agent: "a", input: `I am ${SECRET}.`, until: "done" };
const SSE = { accept: "text/event-stream" };
const REF = { tenant: "acme", thread: "t1" };

async function entriesOf(app: ReturnType<typeof redactedApp>): Promise<Entry[]> {
  return JSON.parse(await app.get("/history?limit=100")).entries;
}

async function pendingIn(
  app: ReturnType<typeof redactedApp>,
): Promise<{ id: string; approval?: { digest: string } }[]> {
  return JSON.parse(await app.get("")).calls;
}

/** The texts of the deltas of a stream of the kernel. */
function deltasOf(stream: string, type = "text.delta"): string[] {
  return [...stream.matchAll(/^data: (.*)$/gm)].map(([, json = ""]) => JSON.parse(json))
    .filter((event) => event.type === type).map(({ text }) => text);
}

Deno.test("K1: inputs, outputs, keys of outputs, thoughts and answers stand in the thread, its stream, its title and its export as the plugin leaves them", async () => {
  const script = scenario().thinks(`So ${SECRET} asks.`).calls("look").next().says(
    `It is ${SECRET}, says ${SECRET}; bye.`,
  );
  const app = redactedApp({ script });
  const stream = await app.post({ ...ASK, resumable: true }, undefined, SSE);
  assert.equal(deltasOf(stream).join(""), "It is [email], says [email]; bye.");
  assert.equal(deltasOf(stream, "reasoning.delta").join(""), "So [email] asks.");
  const [input, plan, tool, answer] = await entriesOf(app);
  assert.ok(
    input?.type === "user" && plan?.type === "assistant" && tool?.type === "tool" &&
      answer?.type === "assistant",
  );
  assert.equal(input.text, "I am [email].");
  assert.equal(plan.blocks.find(({ type }) => type === "reasoning")?.type, "reasoning");
  assert.deepEqual(tool.output, { says: "It is [email].", "[email]": ["[email]"] });
  assert.equal(JSON.parse(await app.get("")).title, "I am [email].");
  assert.match(await app.get("/export"), /It is \[email\]\./);
  assert.match(await app.get("/events?after=0"), /\[email\]/);
  app.assertClean();
});

Deno.test("K1: a title that a person gives is stored redacted, and one that cannot be is refused", async () => {
  const app = redactedApp();
  await app.post(ASK);
  const changed = await app.send("PATCH", "/v1/threads/t1", { title: `For ${SECRET}` });
  assert.equal((await changed.json()).title, "For [email]");
  const found = await app.send("GET", "/v1/threads?search=corp");
  assert.deepEqual((await found.json()).threads, []);
  app.assertClean();
  const failing = redactedApp({ plugins: [failingAt("secret")] });
  await failing.post(ASK);
  assert.equal((await failing.send("PATCH", "/v1/threads/t1", { title: "A secret" })).status, 500);
  assert.notEqual(JSON.parse(await failing.get("")).title, "A secret");
});

Deno.test("K1, S4: a request that is sent again is known by its whole body, and its receipt has nothing of it", async () => {
  const app = redactedApp({ script: scenario().calls("look").next().says(`It is ${SECRET}.`) });
  const key = { "idempotency-key": "k1" };
  const first = await app.post(ASK, undefined, key);
  assert.equal(JSON.parse(first).output, "It is [email].");
  assert.deepEqual(JSON.parse(await app.post(ASK, undefined, key)), JSON.parse(first));
  const other = { ...ASK, input: "I am bob.c@corp.example." };
  assert.equal(
    JSON.parse(await app.post(other, undefined, key)).code,
    "idempotency_mismatch",
    "though it is redacted to the same",
  );
  app.assertClean(/bob\.c@corp\.example/g);
});

Deno.test("K1: a request that names no agent is redacted as its thread is, with one more read, and none where it brings no text", async () => {
  const app = redactedApp({
    script: scenario().says("One.").next().says("Two.").next().calls("look").next().says("Three."),
  });
  await app.post({ agent: "a", input: "Go.", until: "done" });
  const reads = () => app.calls.filter(({ method }) => method === "read").length;
  const before = reads();
  await app.post({ input: `I am ${SECRET}.`, until: "done" });
  assert.equal(reads(), before + 1);
  await app.post({ agent: "a", input: "Go on." });
  await app.post({});
  assert.equal(reads(), before + 1);
  assert.match(await app.get(), /I am \[email\]\./);
  app.assertClean();
});

Deno.test("K4: a thread of an agent without redaction has its words, beside agents with it", async () => {
  const app = redactedApp({ script: scenario().says(`You are ${SECRET}.`).next().says("Two.") });
  await app.post({ ...ASK, agent: "open" });
  await app.post({ input: `Still ${SECRET}.` });
  const history = await app.get();
  for (const words of [`I am ${SECRET}`, `You are ${SECRET}`, `Still ${SECRET}`]) {
    assert.ok(history.includes(words), words);
  }
});

Deno.test("K4: without a plugin that redacts no request is read more, whatever it names", async () => {
  const app = redactedApp({ script: scenario().says("One.").next().says("Two."), plugins: [] });
  await app.post({ agent: "a", input: "Go." });
  const before = app.calls.length;
  await app.post({ input: "Go on." });
  assert.deepEqual(
    app.calls.slice(before).map(({ method }) => method).filter((method) => method !== "history"),
    ["begin", "commit"],
  );
});

Deno.test("K1: what a tool fails with is redacted for the model, the stream and the log, also where it ends the run", async () => {
  const fails = defineTool({
    name: "look",
    description: "Looks.",
    effect: "pure",
    run: () => {
      throw new ToolError("fatal", `No account ${SECRET}.`, { hint: `Ask ${SECRET}.` });
    },
  });
  const app = redactedApp({ script: scenario().calls("look"), agent: { tools: [fails] } });
  const stream = await app.post(ASK, undefined, SSE);
  assert.match(stream, /"type":"step\.failed".*No account \[email\]\./);
  const tool = (await entriesOf(app)).find((entry) => entry.type === "tool");
  assert.deepEqual([tool?.error?.message, tool?.error?.hint], ["No account [email].", "Ask [email]."]);
  assert.match(app.logs.join(), /No account \[email\]/);
  app.assertClean();
});

Deno.test("K1: the message and the frames of what a tool throws are redacted in the log, also where the line is cut", async () => {
  const fails = defineTool({
    name: "look",
    description: "Looks.",
    effect: "pure",
    run: () => {
      throw new TypeError(`${"x".repeat(1_990)} ${SECRET}\n    at ${SECRET} (a.ts:1:1)`);
    },
  });
  const app = redactedApp({ script: scenario().calls("look").next().says("No."), agent: { tools: [fails] } });
  await app.post(ASK);
  const lines = app.logs.map((line) => JSON.parse(line)).filter(({ message }) => message === "a tool threw");
  const [{ level, cause, detail, frames }] = lines;
  assert.deepEqual([lines.length, level, cause], [1, "warn", "TypeError"]);
  assert.match(detail, /x \[email\]?…?/);
  assert.match(frames, /^at \[email\] \(a\.ts:1:1\) < at /);
  app.assertClean();
});

/** Tools whose output, or whose failure, is cut at one place after the other: of the secrets in it, or of what stands beside them. */
const cutTools = (end: string, fails = false) =>
  Array.from({ length: 30 }, (_, index) =>
    defineTool({
      name: `look${index}`,
      description: "Looks.",
      effect: "pure",
      maxOutputBytes: 256 + index,
      run() {
        const text = `${"x".repeat(10 + index)} ${SECRET} `.repeat(90 - index) + end;
        if (fails) throw new Error(text);
        return text;
      },
    }));

Deno.test("K1: an output that is cut to the length of its tool is redacted before", async () => {
  const tools = cutTools("");
  const script = tools.reduce((all, { name }) => all.calls(name), scenario()).next().says("Done.");
  const app = redactedApp({ script, agent: { tools, limits: { parallelCalls: 30 } } });
  await app.post(ASK);
  assert.equal((await entriesOf(app)).filter((entry) => entry.type === "tool").length, 30);
  app.assertClean();
});

Deno.test("K3: what a plugin fails at is withheld, also where a cut would leave what it does not fail at", async () => {
  for (const fails of [false, true]) {
    const tools = cutTools("boom", fails);
    const script = tools.reduce((all, { name }) => all.calls(name), scenario()).next().says("Done.");
    const agent = { tools, limits: { parallelCalls: 30 } };
    const app = redactedApp({ script, agent, plugins: [failingAt("boom")] });
    await app.post(ASK);
    const results = (await entriesOf(app)).filter((entry) => entry.type === "tool");
    assert.equal(results.length, 30);
    for (const { outcome, output, error } of results) {
      assert.deepEqual([outcome, output], ["failed", null]);
      assert.match(error?.message ?? "", /withheld\. The plugin redacting threw in redact\./);
    }
    app.assertClean();
  }
});

/** Fails with the secret across the place where its message is cut, the hint's as well. */
const failsAcross = (limit: number, kind: "fatal" | "failed") =>
  defineTool({
    name: "look",
    description: "Looks.",
    effect: "pure",
    run() {
      const text = `${"x".repeat(limit - 12)} ${SECRET} and more.`;
      throw new ToolError(kind, text, { hint: text });
    },
  });

Deno.test("K1: messages of failures are redacted before they are cut, in observations and in the state of the thread", async () => {
  const failed = redactedApp({
    script: scenario().calls("look").next().says("Done."),
    agent: { tools: [failsAcross(2_000, "failed")] },
  });
  await failed.post({ ...ASK, input: "Go." }, undefined, SSE);
  const tool = (await entriesOf(failed)).find((entry) => entry.type === "tool");
  for (const words of [tool?.error?.message, tool?.error?.hint]) assert.match(words ?? "", / \[email\] an…$/);
  failed.assertClean();
  const fatal = redactedApp({
    script: scenario().calls("look"),
    agent: { tools: [failsAcross(482, "fatal")] },
  });
  await fatal.post({ ...ASK, input: "Go." });
  assert.match(JSON.parse(await fatal.get("")).error.message, /^Tool look failed: x+ \[email\] an/);
  fatal.assertClean();
});

Deno.test("K1: a summary of a function is redacted before it is cut", async () => {
  const app = redactedApp({
    script: scenario().says("One.").next().says("Two.").next().says("Three."),
    agent: {
      compaction: {
        afterEntries: 3,
        keepEntries: 1,
        summarize: () => `${"x".repeat(7_988)} ${SECRET} and more.`,
      },
    },
  });
  for (let turn = 0; turn < 3; turn++) await app.post({ agent: "a", input: "Go.", until: "done" });
  assert.match(await app.get("/history?limit=100"), / \[email\] an/);
  app.assertClean();
});

Deno.test("K1: an output too large for its entry lies in its blob as the plugin leaves it", async () => {
  const large = defineTool({
    name: "look",
    description: "Looks.",
    effect: "pure",
    maxOutputBytes: 1_000_000,
    run: () => `${SECRET}, `.repeat(20_000),
  });
  const app = redactedApp({
    script: scenario().calls("look").next().says("Done."),
    agent: { tools: [large] },
  });
  await app.post(ASK);
  assert.ok(app.calls.some(({ method }) => method === "putBlob"));
  app.assertClean();
});

Deno.test("K1, X5: a person's answer to a question and the reason of a decision are stored as the plugin leaves them", async () => {
  const ask = askUser();
  const pay = defineTool({
    name: "pay",
    description: "Pays.",
    needsApproval: true,
    effect: "once",
    run: () => "paid",
  });
  const script = scenario().calls("ask_user", { question: "Who?" }).calls("pay").next().says("Done.");
  const app = redactedApp({ script, agent: { tools: [ask, pay] } });
  await app.post(ASK);
  const [question, payment] = await pendingIn(app);
  await app.post({ approved: true, answer: `By ${SECRET}.` }, `/v1/threads/t1/approvals/${question?.id}`);
  await app.post({ approved: false, reason: `Not to ${SECRET}.` }, `/v1/threads/t1/approvals/${payment?.id}`);
  await app.post({ until: "done" });
  const tools = (await entriesOf(app)).filter((entry) => entry.type === "tool");
  assert.equal(tools[0]?.output, "By [email].");
  assert.match(tools[1]?.error?.message ?? "", /Not to \[email\]\./);
  app.assertClean();
});

Deno.test("K1, X5: arguments of a person go to the tool as they are; the entry, which the model reads, has them redacted and the digest of that", async () => {
  const paid: unknown[] = [];
  const pay = defineTool({
    name: "pay",
    description: "Pays.",
    parameters: ["to"],
    needsApproval: true,
    approvalEdits: true,
    effect: "once",
    run: ({ to }) => {
      paid.push(to);
      return "paid";
    },
  });
  const app = redactedApp({
    script: scenario().calls("pay", { to: "bob" }).next().says("Done."),
    agent: { tools: [pay] },
  });
  await app.post({ ...ASK, input: "Pay." });
  const [call] = await pendingIn(app);
  const decided = await app.send("POST", `/v1/threads/t1/approvals/${call?.id}`, {
    approved: true,
    args: { to: SECRET },
  });
  assert.equal(decided.status, 200);
  const stream = await app.post({ until: "done" }, undefined, SSE);
  assert.deepEqual(paid, [SECRET]);
  assert.match(stream, /"type":"tool\.started".*"args":\{"to":"\[email\]"\}/);
  const tool = (await entriesOf(app)).find((entry) => entry.type === "tool");
  assert.deepEqual(tool?.approval?.decisions[0]?.edit?.args, { to: "[email]" });
  const commits = app.calls.filter(({ method }) => method === "commit" || method === "advance");
  assert.ok(commits.length > 0 && !JSON.stringify(commits).includes(SECRET));
});

Deno.test("K1: results of client tools, and of the server's tools in predict, are redacted before anything has them", async () => {
  const script = scenario().calls("pick").next().says("Done.");
  const app = redactedApp({ script, agent: { tools: [] } });
  await app.post({ ...ASK, clientTools: [{ name: "pick", description: "Picks." }] });
  const [call] = await pendingIn(app);
  const stream = await app.post(
    { toolResults: [{ callId: call?.id, output: { who: SECRET } }], until: "done" },
    undefined,
    SSE,
  );
  assert.match(stream, /"output":\{"who":"\[email\]"\}/);
  app.assertClean();
});

Deno.test("K1, X6: the result of a deferred call is recorded redacted, the same one again is known, and one that comes late is a redacted input", async () => {
  const later = defineTool({
    name: "export",
    description: "Exports.",
    effect: "once",
    run: (_args, context) => context.defer({ ref: { job: "j1" }, expiresInMs: 3_600_000 }),
  });
  const script = scenario().calls("export").next().says("Done.").next().calls("export").next().says(
    "Gone on.",
  ).next().says("Late.");
  const app = redactedApp({ script, agent: { tools: [later] } });
  await app.post(ASK);
  const complete = async () => {
    const id = (await pendingIn(app)).at(-1)?.id;
    return async (output: unknown) =>
      JSON.parse(await app.post({ output }, `/v1/threads/t1/calls/${id}/result`));
  };
  const first = await complete();
  assert.deepEqual([(await first({ file: SECRET })).changed, (await first({ file: SECRET })).changed], [
    true,
    false,
  ]);
  await app.post({ until: "done" });
  await app.post({ input: "Again.", until: "done" });
  const second = await complete();
  // The text of an input is cut at 200,000 characters: here within the secret.
  const filled = 200_000 - JSON.stringify({ output: { file: SECRET, more: "" } }).length - 5;
  await app.post({ input: "Go on without it.", until: "done" });
  assert.equal((await second({ file: SECRET, more: `${"x".repeat(filled)}${SECRET}` })).status, "queued");
  await app.idle();
  await app.post({ until: "done" });
  const history = await app.get("/history?limit=100");
  assert.match(history, /"output":\{"file":"\[email\]"\}/);
  assert.match(history, /has come:.*\[email\]/);
  app.assertClean();
});

Deno.test("K1, X6: what a call has come to in a deployment without the plugin, and what still waits for another call, is redacted when it is taken", async () => {
  const later = defineTool({
    name: "export",
    description: "Exports.",
    effect: "once",
    run: (_args, context) => context.defer({ ref: { job: "j1" }, expiresInMs: 3_600_000 }),
  });
  const tools = [look, later];
  const script = scenario().calls("look").calls("export").next().says("Done.");
  const old = redactedApp({ script, agent: { tools }, plugins: [] });
  await old.post({ ...ASK, input: "Go." });
  const app = redactedApp({ script, agent: { tools }, store: old.store });
  const id = (await pendingIn(old)).at(-1)?.id;
  await app.post({ output: "It is there." }, `/v1/threads/t1/calls/${id}/result`);
  await app.post({ until: "done" });
  const entries = await entriesOf(app);
  assert.deepEqual(entries.map(({ type }) => type), ["user", "assistant", "tool", "tool", "assistant"]);
  assert.match(JSON.stringify(entries), /It is \[email\]\./);
  assert.doesNotMatch(JSON.stringify(entries), /paul/);
});

Deno.test("K1, E9: an input that no client waits for is accepted redacted, and one that cannot be is refused", async () => {
  const app = redactedApp({ script: scenario().says("Done.") });
  const event = { ref: REF, agent: "a", idempotency: { key: "e1", bodyHash: "h" }, receiptMs: 1_000 };
  await enqueueInput(
    { ...event, input: [{ type: "text", text: `From ${SECRET}.` }] },
    { defer: () => {} },
    app.deps,
  );
  await app.post({ until: "done" });
  assert.match(await app.get(), /From \[email\]\./);
  app.assertClean();
  const broken = redactedApp({ plugins: [failingAt("From")] });
  await assert.rejects(enqueueInput({ ...event, input: "From" }, { defer: () => {} }, broken.deps), {
    code: "plugin_failed",
  });
  assert.ok(broken.calls.every(({ method }) => method === "read"));
});

Deno.test("K1, E12: a fork has what its thread has, and its own inputs redacted", async () => {
  const app = redactedApp({
    script: scenario().calls("look").next().says(`It is ${SECRET}.`).next().says("Two."),
  });
  await app.post(ASK);
  const forked = JSON.parse(await app.post({}, "/v1/threads/t1/fork"));
  await app.post(
    { input: `Again, ${SECRET}.`, until: "done" },
    `/v1/threads/${forked.thread?.id ?? forked.id}/steps`,
  );
  const body = await (await app.send("GET", `/v1/threads/${forked.thread?.id ?? forked.id}/history`)).text();
  assert.match(body, /Again, \[email\]\./);
  assert.match(body, /It is \[email\]\./);
  app.assertClean();
});

Deno.test("K1: an answer in JSON is streamed when it is whole: escapes hide no match, and it stays JSON", async () => {
  const output = { type: "object", properties: { to: { type: "string" }, n: { type: "number" } } };
  const app = redactedApp({
    script: scenario().says(`{"to":"paul.b\\u0040corp.example","n":1}`),
    agent: { output },
  });
  const stream = await app.post({ ...ASK, input: "Go." }, undefined, SSE);
  assert.deepEqual(deltasOf(stream), ['{"to":"[email]","n":1}']);
  const [, answer] = await entriesOf(app);
  assert.deepEqual(answer?.type === "assistant" && answer.blocks, [{
    type: "text",
    text: '{"to":"[email]","n":1}',
  }]);
  app.assertClean(/paul\.b\\+u0040corp\.example/g); // the request for the answer has none of it
  assert.doesNotMatch(JSON.stringify(app.calls), /u0040/);
});

Deno.test("K1: with the driver react thoughts and answers are redacted as they come out of their JSON", async () => {
  const decision = (fields: object) => JSON.stringify(fields);
  const script = scenario().says(
    decision({ thought: `${SECRET} asks.`, type: "call_tool", tool: "look", args: {} }),
  ).next()
    .says(
      decision({
        thought: "Done.",
        type: "final_answer",
        answer: `It is ${SECRET}, no doubt about it at all.`,
      }),
    );
  const app = redactedApp({ script, agent: { driver: "react" } });
  const stream = await app.post(ASK, undefined, SSE);
  assert.equal(deltasOf(stream, "reasoning.delta").join(""), "[email] asks.Done.");
  assert.equal(deltasOf(stream).join(""), "It is [email], no doubt about it at all.");
  app.assertClean();
});

Deno.test("K1: a decision that cannot be used is dropped with a reason that is redacted", async () => {
  const script = scenario().says(
    JSON.stringify({ thought: "So.", type: "call_tool", tool: SECRET, args: {} }),
  ).next()
    .says(JSON.stringify({ thought: "Done.", type: "final_answer", answer: "Done." }));
  const app = redactedApp({ script, agent: { driver: "react" } });
  const stream = await app.post({ ...ASK, input: "Go." }, undefined, SSE);
  assert.match(stream, /answer_retried/);
  app.assertClean();
});

Deno.test("K3: an answer that a plugin fails at and that is dropped in any case does not end the plan of the next one", async () => {
  const thinks = scenario().thinks("Listen, this is a long thought.");
  const app = redactedApp({
    script: thinks.says("no JSON").next().says('{"to":"x"}'),
    agent: { output: { type: "object", properties: { to: { type: "string" } } } },
    plugins: [failingAt("Listen")],
  });
  const stream = await app.post({ ...ASK, input: "Go." }, undefined, SSE);
  assert.match(stream, /answer_retried/);
  assert.deepEqual(deltasOf(stream), ['{"to":"x"}']);
  assert.match(stream, /"type":"step\.finished".*"status":"done"/);
});

/** An app whose model says these texts, each as a block; `heard` is called before the last one ends, and awaited. */
function sayingApp(
  texts: readonly string[],
  heard: (signal: AbortSignal) => Promise<unknown> = () => Promise.resolve(),
  limits: AgentDefinition["limits"] = {},
) {
  const app = redactedApp({ agent: { driver: "scripted", limits } });
  const driver = app.deps.driver("scripted");
  const plan: Driver["plan"] = async ({ io: { signal }, modelRef: model }, emit) => {
    for (const [block, text] of texts.entries()) {
      emit({ type: "text.started", block });
      emit({ type: "text.delta", block, text });
      if (block === texts.length - 1) await heard(signal);
      emit({ type: "text.ended", block });
    }
    const blocks = texts.map((text) => ({ type: "text", text }) as const);
    return { blocks, finish: "stop", usage: { inputTokens: 1, outputTokens: 1 }, model };
  };
  Object.assign(app.deps, { driver: () => ({ ...driver, plan }) });
  return app;
}

function aborted(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}

Deno.test("K1: an answer that has come whole behind the end of its step's time is kept whole", async () => {
  const app = sayingApp(["It is short."], aborted, { stepMs: 20 });
  assert.equal(JSON.parse(await app.post({ ...ASK, input: "Who?" })).output, "It is short.");
});

Deno.test("K3: a match across two texts of an answer, which are read as one, ends its plan, and the thread has nothing of it", async () => {
  const app = sayingApp(["It is paul.b@", "corp.example, it is."]);
  const { code, detail, thread } = JSON.parse(await app.post({ ...ASK, input: "Who?" }));
  assert.deepEqual([code, thread.status, thread.length], ["plugin_failed", "failed", 1]);
  assert.match(detail, /redacting has found a match across two texts/);
  app.assertClean();
  const clear = sayingApp([`It is ${SECRET}`, ", it is."]);
  assert.equal(JSON.parse(await clear.post({ ...ASK, input: "Who?" })).output, "It is [email], it is.");
});

Deno.test("K1, E3: an answer that is cancelled ends before what may be the beginning of a match", async () => {
  const { promise: said, resolve: say } = Promise.withResolvers<void>();
  const app = sayingApp(["The account that you have asked for is paul.b@corp.exam"], async (signal) => {
    say();
    await aborted(signal);
  });
  const streaming = app.post({ ...ASK, input: "Who?", resumable: true }, undefined, SSE);
  await said;
  await cancelThread(REF, app.deps);
  const stream = await streaming;
  assert.match(stream, /"type":"text\.ended"/);
  const sent = deltasOf(stream).join("");
  assert.equal(sent, "The account that you have as");
  assert.match(await app.get(), new RegExp(`"text":"${sent}"`));
  app.assertClean();
});

Deno.test("K1, E16: with content recorded no span has the secret, in messages, thoughts, arguments, results or errors", async () => {
  await using sdk = registerSdk();
  const fails = defineTool({
    name: "fail",
    description: "Fails.",
    effect: "pure",
    run: () => {
      throw new Error(`No ${SECRET}.`);
    },
  });
  const looks = defineTool({
    name: "look",
    description: "Looks.",
    parameters: ["at"],
    effect: "pure",
    run: () => [SECRET],
  });
  const script = scenario().thinks(`So ${SECRET}.`).calls("look", { at: SECRET }).calls("fail").next().says(
    `It is ${SECRET}.`,
  );
  const app = redactedApp({ script, agent: { tools: [looks, fails] }, env: { TREADLE_TRACE_CONTENT: "1" } });
  await app.post(ASK);
  const { spans } = await sdk.flush();
  const text = JSON.stringify(spans, (_key, value) => typeof value === "bigint" ? `${value}` : value);
  for (const words of ["I am [email].", "So [email].", "No [email].", "It is [email]."]) {
    assert.ok(text.includes(words), words);
  }
  assert.ok(text.includes("gen_ai.tool.call.arguments"));
  // The request has the arguments of an earlier answer as the model wrote them.
  assert.doesNotMatch(text.replaceAll(/\\*"at\\*":\\*"paul\.b@corp\.example/g, ""), /paul|corp\.example/);
});

Deno.test("K1, C4: a summary is redacted, whoever writes it", async () => {
  const app = redactedApp({
    script: scenario().says("One.").next().says("Two.").next().says("Three."),
    agent: { compaction: { afterEntries: 3, keepEntries: 1, summarize: () => `It was about ${SECRET}.` } },
  });
  for (let turn = 0; turn < 3; turn++) await app.post({ agent: "a", input: "Go.", until: "done" });
  assert.match(await app.get("/history?limit=100"), /"summary".*It was about \[email\]\./);
  app.assertClean();
});

Deno.test("K1: what a provider says of its failure is redacted in the stream, the warnings, the thread and the log, and the fallback model answers", async () => {
  const failing = (name: string, code: "model_overloaded" | "model_invalid_request") =>
    testModel(() => ({ fails: new ModelError(code, `No room for ${SECRET}.`, { provider: name }) }), { name })
      .provider;
  const providers = [failing("first", "model_overloaded"), failing("second", "model_invalid_request")];
  const app = redactedApp({ providers, agent: { model: "first/m", fallbackModel: "second/m" } });
  const stream = await app.post({ ...ASK, input: "Go." }, undefined, SSE);
  assert.match(stream, /"code":"model_fallback".*No room for \[email\]/);
  const view = JSON.parse(await app.get(""));
  assert.equal(view.status, "open");
  assert.match(view.error.message, /No room for \[email\]/);
  assert.match(app.logs.join(), /No room for \[email\]/);
  app.assertClean();
});

Deno.test("K1: a warning about a summary that failed is redacted in the result and in the receipt", async () => {
  const summarize = () => {
    throw new AgentError("agent_invalid", `Nothing about ${SECRET}.`);
  };
  const app = redactedApp({
    script: scenario().says("One.").next().says("Two."),
    agent: { compaction: { afterEntries: 2, keepEntries: 1, summarize } },
  });
  await app.post({ ...ASK, input: "Go." });
  const { warnings } = JSON.parse(
    await app.post({ ...ASK, input: "Go." }, undefined, { "idempotency-key": "k1" }),
  );
  assert.equal(warnings[0]?.message, "Nothing about [email].");
  app.assertClean();
});

Deno.test("K1: an input that a deployment without the plugin has queued is redacted by the step that takes it", async () => {
  const old = redactedApp({ plugins: [] });
  const event = { ref: REF, agent: "a", idempotency: { key: "e1", bodyHash: "h" }, receiptMs: 1_000 };
  const notBefore = Date.now() + 3_600_000;
  await enqueueInput({ ...event, notBefore, input: `From ${SECRET}.` }, { defer: () => {} }, old.deps);
  const app = redactedApp({ script: scenario().says("Done."), store: old.store });
  await app.post({ until: "done" });
  assert.match(await app.get(), /From \[email\]\./);
  assert.equal(JSON.parse(await app.get("")).title, "From [email].");
});

Deno.test("K3: an input that a plugin fails at is refused with its name, and nothing is stored or logged of it", async () => {
  const app = redactedApp({ plugins: [failingAt("I am")] });
  const { code, detail } = JSON.parse(await app.post(ASK));
  assert.deepEqual([code, detail], ["plugin_failed", "The plugin redacting threw in redact."]);
  assert.deepEqual(app.calls.filter(({ method }) => method !== "read"), []);
  app.assertClean();
});

Deno.test("K3: an output that a plugin fails at is withheld: the call has failed, and the run goes on", async () => {
  const app = redactedApp({
    plugins: [failingAt("It is")],
    script: scenario().calls("look").next().says("Done."),
  });
  const stream = await app.post({ ...ASK, input: "Go." }, undefined, SSE);
  assert.match(stream, /"type":"tool\.finished".*"outcome":"failed","output":null/);
  const [, , tool, answer] = await entriesOf(app);
  assert.ok(tool?.type === "tool");
  assert.deepEqual([tool.outcome, tool.output, answer?.type], ["failed", null, "assistant"]);
  assert.match(tool.error?.message ?? "", /withheld\. The plugin redacting threw in redact\./);
  app.assertClean();
});

Deno.test("K3: an answer that a plugin fails at ends the plan with plugin_failed; its cost is booked, and nothing of it is told", async () => {
  const app = redactedApp({
    plugins: [failingAt("Listen")],
    script: scenario().says(`Hm. Listen, it is ${SECRET}, and more of it.`),
  });
  const stream = await app.post({ ...ASK, input: "Go.", resumable: true }, undefined, SSE);
  assert.match(stream, /"type":"step\.failed".*"code":"plugin_failed"/);
  assert.deepEqual(deltasOf(stream), []);
  const view = JSON.parse(await app.get(""));
  assert.deepEqual([view.status, view.error.code], ["failed", "plugin_failed"]);
  assert.ok(view.counters.outputTokens > 0);
  app.assertClean();
});

const SURE = `It is ${SECRET}, I am quite sure of it.`;
const SURE_LEFT = "It is [email], I am quite sure of it.";

/** The values of a field in the frames of a stream, joined. */
function joined(stream: string, read: (frame: Record<string, unknown>) => unknown): string {
  const frames = [...stream.matchAll(/^data: (\{.*)$/gm)].map(([, json = ""]) => JSON.parse(json));
  return frames.map(read).filter((text) => typeof text === "string").join("");
}

Deno.test("K1, E13: the door of OpenAI streams redacted deltas; a brought history, its instructions and the arguments of its calls are redacted", async () => {
  const app = redactedApp({ script: scenario().says(SURE).next().says(SURE).next().says(SURE) });
  const call = {
    id: "c1",
    type: "function",
    function: { name: "look", arguments: JSON.stringify({ of: SECRET }) },
  };
  const messages = [
    { role: "system", content: `Serve ${SECRET}.` },
    { role: "user", content: `I am ${SECRET}.` },
    { role: "assistant", content: null, tool_calls: [call] },
    { role: "tool", tool_call_id: "c1", content: `Found ${SECRET}.` },
    { role: "assistant", content: `You are ${SECRET}.` },
    { role: "user", content: [{ type: "text", text: `Really, ${SECRET}?` }] },
  ];
  const chat = await app.post({ model: "a", stream: true, messages }, "/v1/chat/completions");
  assert.equal(joined(chat, ({ choices }) => Object(choices)[0]?.delta?.content), SURE_LEFT);
  const body = { model: "a", stream: true, input: `I am ${SECRET}.` };
  const responses = await app.post(body, "/v1/responses");
  assert.equal(
    joined(responses, ({ type, delta }) => type === "response.output_text.delta" ? delta : ""),
    SURE_LEFT,
  );
  const stored = app.calls.filter(({ method }) => method === "begin").map(({ args }) => JSON.stringify(args))
    .join();
  for (
    const words of [
      "I am [email].",
      '[email]\\\\\\"}',
      "Found [email].",
      "You are [email].",
      "Really, [email]?",
    ]
  ) {
    assert.ok(stored.includes(words), words);
  }
  assert.match(JSON.stringify(app.calls), /Serve \[email\]\./);
  app.assertClean();
});

Deno.test("K1, E14: the doors of AI SDK and AG-UI stream redacted deltas, and know a message again that the thread has redacted", async () => {
  const app = redactedApp({ script: scenario().says(SURE).next().says(SURE) });
  const content = `I am ${SECRET}.`;
  const message = { id: "m1", role: "user", parts: [{ type: "text", text: content }] };
  const chat = { id: "s1", messages: [message], trigger: "submit-message" };
  const said = joined(
    await app.post(chat, "/api/chat/a"),
    ({ type, delta }) => type === "text-delta" ? delta : "",
  );
  assert.equal(said, SURE_LEFT);
  await app.post({ ...chat, trigger: "regenerate-message", messageId: "m1" }, "/api/chat/a");
  const edited = { ...message, parts: [{ type: "text", text: "I am nobody." }] };
  await app.post({ ...chat, messages: [edited], messageId: "m1" }, "/api/chat/a");
  await app.post({ ...chat, trigger: "regenerate-message", messageId: "m1" }, "/api/chat/a");
  const branch = await (await app.send("GET", "/v1/threads/s1:4")).json();
  assert.equal(branch.forkedFrom?.thread, "s1:2", "the branch with the words that the client shows");
  app.assertClean();

  const agui = {
    threadId: "g1",
    runId: "r1",
    state: {},
    tools: [],
    forwardedProps: {},
    context: [{ description: "Page", value: `Of ${SECRET}` }],
    messages: [{ id: "m1", role: "user", content }],
  };
  const run = async (body: object) => await (await app.send("POST", "/agui/a", body)).text();
  const events = await run(agui);
  assert.equal(joined(events, ({ type, delta }) => type === "TEXT_MESSAGE_CONTENT" ? delta : ""), SURE_LEFT);
  assert.doesNotMatch(events.replaceAll(content, ""), /paul|corp/, "but for the client's own words");
  await run({ ...agui, runId: "r2", messages: [...agui.messages] });
  const again = await run({
    ...agui,
    runId: "r3",
    messages: [...agui.messages, { id: "m2", role: "user", content: "And?" }],
  });
  assert.match(again, /RUN_FINISHED/);
  for (const fork of ["s1:2", "g1:2"]) {
    const view = await (await app.send("GET", `/v1/threads/${fork}`)).json();
    assert.equal(view.forkedFrom?.replan, true, fork);
  }
  app.assertClean();
});

Deno.test("K1, D4: a strategic plan is redacted that a thread is made with, that a step brings and that is put in its place", async () => {
  const app = redactedApp({ script: scenario().says("One.").next().says("Two.") });
  const key = { "idempotency-key": "k1" };
  const made = { agent: "a", plan: { goal: `Find ${SECRET}.` } };
  const first = JSON.parse(await app.post(made, "/v1/threads", key));
  assert.equal(JSON.parse(await app.post(made, "/v1/threads", key)).id, first.id, "the same request again");
  await app.post({ ...ASK, input: "Go.", plan: [`Call ${SECRET}.`] });
  assert.deepEqual(JSON.parse(await app.get("/plan")).plan, ["Call [email]."]);
  const put = await app.send("PUT", "/v1/threads/t1/plan", { plan: `Write to ${SECRET}.` });
  assert.equal((await put.json()).plan, "Write to [email].");
  await app.post({ ...ASK, input: "Go." });
  app.assertClean();
});

Deno.test("K1, E13: the name of a medium is redacted", async () => {
  const app = redactedApp({ script: scenario().says("One.") });
  const image = { type: "image", mediaType: "image/png", data: PNG, name: `${SECRET}.png` };
  await app.post({ ...ASK, input: { parts: [{ type: "text", text: `Of ${SECRET}.` }, image] } });
  const [input] = await entriesOf(app);
  assert.deepEqual(
    input?.type === "user" && input.parts?.map((part) => part.type === "text" ? part.text : part.name),
    [
      "Of [email].",
      "[email].png",
    ],
  );
  app.assertClean();
});
