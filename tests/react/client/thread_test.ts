// The other calls of the client, over real HTTP: results, approvals, results of the caller's own tools, forks, lists, errors.

import { isReplayed } from "../../../src/react/client/run_stream.ts";
import assert from "node:assert/strict";
import { collect, createClient, type StepEvent, TreadleError } from "../../../src/react/client/mod.ts";
import { AgentError } from "../../../src/core/error.ts";
import { LOOKS_UP, REMOVES } from "../../http/_app.ts";
import { openWorld } from "./_world.ts";

const hasCode = (code: string) => (error: unknown) => error instanceof TreadleError && error.code === code;

Deno.test("E11: an approval is answered within the stream that requests it, and the next stream acts on it", async () => {
  await using world = openWorld({ scenario: REMOVES });
  const thread = world.client.thread("t1");
  let missing: number | undefined;
  for await (const event of thread.stream("remove r1", { agent: "tester" })) {
    // The call is not committed yet: the answer waits for that.
    if (event.type !== "approval.requested") continue;
    const answer = { approved: true, digest: event.digest, by: "ann" };
    ({ missing } = await thread.approve(event.callId, answer));
  }
  assert.equal(missing, 0);
  const { output, calls, thread: { status } } = await thread.run();
  assert.deepEqual([output, status], ["Gone.", "done"]);
  assert.deepEqual(calls.map(({ name, state, output }) => [name, state, output]), [
    ["remove", "completed", { removed: "r1" }],
  ]);
  const call = calls[0]?.id ?? assert.fail();
  await assert.rejects(thread.approve(call, false), hasCode("call_unknown"));
});

Deno.test("E11: an approval is requested again in an answer that is repeated", async () => {
  await using world = openWorld({ scenario: REMOVES });
  const thread = world.client.thread("t1");
  const idempotencyKey = "the-same-request";
  const stream = () => thread.stream("remove r1", { agent: "tester", idempotencyKey });
  const [first, second] = [await collect(stream()), await collect(stream())];
  assert.equal(first.approvals.length, 1);
  assert.deepEqual(second.approvals, first.approvals);
  assert.deepEqual(second.messages, first.messages);
});

Deno.test("E11: the events of an answer that is given again are told from those of the run by their numbers", async () => {
  await using world = openWorld({ scenario: REMOVES });
  const stream = () =>
    world.client.thread("t1").stream("remove r1", { agent: "tester", idempotencyKey: "the-same-request" });
  for (const isAgain of [false, true]) {
    const events = await Array.fromAsync(stream());
    assert.deepEqual(new Set(events.map(isReplayed)), new Set([isAgain]));
  }
});

Deno.test("E11: a denied call is denied in the conversation, and its approval is no longer pending", async () => {
  await using world = openWorld({ scenario: REMOVES });
  const thread = world.client.thread("t1");
  const asked = await collect(thread.stream("remove r1", { agent: "tester" }));
  const [approval] = asked.approvals;
  assert.equal(asked.status, "waiting");
  assert.ok(approval !== undefined && approval.name === "remove");
  await thread.approve(approval.callId, { approved: false, reason: "Not that one." });
  const { messages, approvals } = await collect(thread.stream(), { from: asked });
  assert.deepEqual(approvals, []);
  const states = messages.flatMap((message) => message.role === "assistant" ? message.parts : []).flatMap((
    part,
  ) => part.type === "call" ? [part.state] : []);
  assert.deepEqual(states, ["denied"]);
});

Deno.test("E11: the results of calls that the caller ran itself go on in a stream", async () => {
  await using world = openWorld({ scenario: LOOKS_UP });
  const thread = world.client.thread("t1");
  const planned = await thread.run("hi", { agent: "tester", execution: "predict", toolChoice: "required" });
  const callId = planned.calls[0]?.id ?? assert.fail();
  assert.equal(planned.calls[0]?.state, "pending");
  const events: StepEvent[] = await Array.fromAsync(
    thread.toolResults([{ callId, output: { mine: 1 } }], { execution: "loop" }),
  );
  const finished = events.find((event) => event.type === "tool.finished");
  assert.deepEqual(finished?.output, { mine: 1 });
  assert.equal((await thread.get()).status, "done");
});

Deno.test("E11: run gives the result once, also when its response is lost; with events it has them", async () => {
  await using world = openWorld({ scenario: LOOKS_UP });
  const thread = world.client.thread("t1");
  world.proxy.onRequest = (_request, number) => number === 0 ? { after: 700, then: "cut" } : undefined;
  const result = await thread.run({ text: "hi" }, { agent: "tester", events: true });
  assert.equal(result.output, "Done.");
  assert.equal(result.events?.at(-1)?.type, "step.finished");
  assert.ok(world.proxy.requests.length >= 2);
  assert.deepEqual((await thread.history()).entries.map(({ type }) => type), [
    "user",
    "assistant",
    "tool",
    "assistant",
  ]);
});

Deno.test("E11: fork, history, get, threads and remove", async () => {
  await using world = openWorld({ scenario: LOOKS_UP });
  const thread = world.client.thread("t1");
  await thread.run("hi", { agent: "tester", metadata: { of: "a page" } });
  const fork = await thread.fork({ version: 1 });
  assert.deepEqual([fork.forkedFrom?.thread, fork.forkedFrom?.version], ["t1", 1]);
  const made = world.client.thread();
  assert.match(made.id, /^thread_[0-9a-f]{32}$/);
  await made.run("hi", { agent: "tester" });

  const first = await world.client.threads({ limit: 2 });
  const second = await world.client.threads({ limit: 2, cursor: first.cursor ?? assert.fail() });
  assert.deepEqual(
    [...first.threads, ...second.threads].map(({ id }) => id).toSorted(),
    ["t1", fork.id, made.id].toSorted(),
  );

  const page = await thread.history({ after: 1, limit: 2 });
  assert.deepEqual([page.entries.map(({ type }) => type), page.next], [["assistant", "tool"], 3]);
  assert.deepEqual((await thread.get()).metadata, { of: "a page" });

  let removed = 0;
  world.proxy.onRequest = ({ method }) =>
    method === "DELETE" && removed++ < 2 ? { after: 0, then: "cut" } : undefined;
  await thread.remove();
  await assert.rejects(thread.get(), hasCode("thread_unknown"));
  await assert.rejects(thread.remove(), hasCode("thread_unknown"));
});

Deno.test("E11: errors have the code, the status and the facts of the deployment", async () => {
  const failing = { fails: new AgentError("model_quota", "The account has no quota left.") };
  await using world = openWorld({ scenario: [failing] });
  const thread = world.client.thread("t1");
  await assert.rejects(
    thread.run("hi", { agent: "testre" }),
    (error) =>
      error instanceof TreadleError && error.code === "agent_unknown" && error.status === 404 &&
      !error.retryable,
  );
  await assert.rejects(
    thread.run("", { agent: "tester" }),
    (error) =>
      error instanceof TreadleError && error.code === "invalid_request" &&
      error.problems[0]?.pointer === "/input",
  );
  await assert.rejects(
    thread.run("hi", { agent: "tester" }),
    (error) =>
      error instanceof TreadleError && error.code === "model_quota" && error.thread?.status === "failed" &&
      error.step === 1,
  );
  const conversation = await collect(world.client.thread("t2").stream("hi", { agent: "tester" }));
  assert.deepEqual([conversation.status, conversation.error?.code], ["failed", "model_quota"]);
  const elsewhere = world.connect({ url: `${world.proxy.url}/elsewhere` });
  await assert.rejects(elsewhere.agents(), hasCode("not_found"));
  const page = world.connect({ fetch: () => Promise.resolve(new Response("<p>Hello</p>", { status: 404 })) });
  await assert.rejects(
    page.agents(),
    (error) => error instanceof TreadleError && error.code === "response_invalid" && error.status === 404,
  );
});

Deno.test("E11: thread_busy is thrown at once, with the time to wait", async () => {
  const held = Promise.withResolvers<void>();
  const planned = Promise.withResolvers<void>();
  await using world = openWorld({
    driver: {
      name: "scripted",
      toolForm: "native",
      plan: async (turn) => {
        planned.resolve();
        await held.promise;
        return {
          blocks: [{ type: "text", text: "Hi." }],
          finish: "stop",
          usage: { inputTokens: 1, outputTokens: 1 },
          model: turn.modelRef,
        };
      },
      summarize: () => Promise.reject(new Error("not in these tests")),
    },
  });
  const thread = world.client.thread("t1");
  const running = thread.run("hi", { agent: "tester" });
  await planned.promise;
  await assert.rejects(
    thread.run("again"),
    (error) => error instanceof TreadleError && error.code === "thread_busy" && (error.retryAfterMs ?? 0) > 0,
  );
  held.resolve();
  assert.equal((await running).output, "Hi.");
});

Deno.test("V7: a key function has the token that has expired, and its next token sends the request again", async () => {
  const sent: (string | null)[] = [];
  const fetch = (_url: string, { headers }: RequestInit) => {
    const authorization = new Headers(headers).get("authorization");
    sent.push(authorization);
    const body = { code: "token_expired", detail: "Ask for another.", retryable: false };
    return Promise.resolve(
      authorization === "Bearer new" ? Response.json({ agents: [] }) : Response.json(body, { status: 401 }),
    );
  };
  const url = "https://x.example";
  const key = (expired?: string) => expired === undefined ? "old" : "new";
  assert.deepEqual(await createClient({ url, key, fetch }).agents(), []);
  assert.deepEqual(sent.splice(0), ["Bearer old", "Bearer new"]);
  await assert.rejects(createClient({ url, key: () => "old", fetch }).agents(), hasCode("token_expired"));
  await assert.rejects(createClient({ url, key: "old", fetch }).agents(), hasCode("token_expired"));
  assert.deepEqual(sent, ["Bearer old", "Bearer old"], "the same token is not tried twice");
});

Deno.test("V7: answers to calls of several threads are one request, each with its outcome", async () => {
  await using world = openWorld({ scenario: REMOVES });
  for (const id of ["t1", "t2"]) await world.client.thread(id).run("remove r1", { agent: "tester" });
  const { items } = await world.client.inbox();
  const answers = items.map(({ thread, callId }, index) => ({
    thread,
    callId,
    approved: true,
    digest: index === 0 ? "0".repeat(64) : undefined,
  }));
  const results = await world.client.decide(answers);
  assert.deepEqual(
    results.map((each) => [each.thread, each.status === "refused" ? each.error.code : each.approval.missing]),
    [
      ["t1", "approval_mismatch"],
      ["t2", 0],
    ],
  );
});
