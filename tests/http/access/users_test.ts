// Row E14: a caller with a user has the threads of that user: those of others, and those of no user, do not exist for it.

import assert from "node:assert/strict";
import { SCHEMA } from "../../../src/core/state.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";
import { media } from "../../../src/plugins/media/mod.ts";
import { createRecordingStore } from "../../../src/testing/recording_store.ts";
import { crew, phase, runs, script, writes } from "../../plugins/orchestration/_crew.ts";
import { REMOVES, SAYS_HI } from "../_app.ts";
import { type Ask, createCallers } from "./_callers.ts";

const ENV = { TREADLE_APPROVAL_SECRET: "0123456789abcdef0123456789abcdef" };
const INPUT = { agent: "tester", input: "hi" };

/** Every route about one thread, with a request that its owner may send. */
const ABOUT_A_THREAD: readonly (readonly [method: string, path: string, body?: unknown])[] = [
  ["GET", ""],
  ["GET", "/history"],
  ["GET", `/media/${"0".repeat(64)}`],
  ["GET", "/events"],
  ["GET", "/export"],
  ["GET", "/plan"],
  ["GET", "/children"],
  ["GET", "/approvals"],
  ["POST", "/steps", { input: "again" }],
  ["POST", "/steps", { ...INPUT, busy: "restart" }],
  ["POST", "/steps", { input: "again", busy: "queue" }],
  ["PUT", "/plan", { plan: ["x"] }],
  ["POST", "/approvals/CALL", { approved: true }],
  ["POST", "/approvals/CALL/link"],
  ["POST", "/fork", {}],
  ["POST", "/cancel", {}],
  ["PATCH", "", { title: "x", archived: true }],
  ["DELETE", ""],
];

async function waitingCall(ask: Ask, token: string, thread: string): Promise<string> {
  return (await ask(token, "GET", `/v1/threads/${thread}`)).body.calls[0].id;
}

Deno.test("E14: threads of another user are 404 in every route, and nothing of them changes", async () => {
  const { ask, store } = createCallers({ plugins: [media()], scenario: REMOVES, env: ENV });
  await ask("acme.ann.read+run+decide+manage", "POST", "/v1/threads/t1/steps", INPUT);
  const callId = await waitingCall(ask, "acme.ann.read+run+decide+manage", "t1");
  const ref = { tenant: "acme", thread: "t1" };
  const before = await store.read(ref);
  const missing = (await ask("acme.ann.read+run+decide+manage", "GET", "/v1/threads/none")).body.detail;
  for (const [method, path, body] of ABOUT_A_THREAD) {
    const at = `/v1/threads/t1${path.replace("CALL", callId)}`;
    const what = `${method} ${at} ${JSON.stringify(body)}`;
    const refused = await ask("acme.bob.read+run+decide+manage", method, at, body);
    assert.deepEqual([refused.status, refused.code], [404, "thread_unknown"], what);
    assert.equal(refused.body.detail, missing.replace("none", "t1"), what);
    assert.deepEqual(await store.read(ref), before, what);
  }
  for (const [method, path, body] of ABOUT_A_THREAD) {
    const answered = await ask(
      "acme.ann.read+run+decide+manage",
      method,
      `/v1/threads/t1${path.replace("CALL", callId)}`,
      body,
    );
    assert.notEqual(answered.code, "thread_unknown", `${method} ${path} of the owner`);
  }
});

Deno.test("E14: a thread of no user is the tenant's: callers with a user have none of it", async () => {
  const { ask } = createCallers({ scenario: SAYS_HI });
  await ask("acme", "POST", "/v1/threads/t1/steps", INPUT);
  assert.equal((await ask("acme.ann", "GET", "/v1/threads/t1")).code, "thread_unknown");
  assert.equal(
    (await ask("acme.ann", "POST", "/v1/threads/t1/steps", { input: "x" })).code,
    "thread_unknown",
  );
  assert.deepEqual((await ask("acme.ann", "GET", "/v1/threads")).body.threads, []);
  const taken = await ask("acme.ann", "POST", "/v1/threads", { agent: "tester", id: "t1" });
  assert.equal(taken.code, "thread_exists");
  assert.equal((await ask("acme", "GET", "/v1/threads/t1")).status, 200);
  await ask("acme.ann", "POST", "/v1/threads", { agent: "tester", id: "t2" });
  assert.equal((await ask("acme", "GET", "/v1/threads/t2")).body.user, "ann", "the tenant has all threads");
  assert.equal(
    (await ask("beta.ann", "GET", "/v1/threads/t2")).code,
    "thread_unknown",
    "tenants share no users",
  );
});

Deno.test("E14: steps and threads are booked to the caller's user, and another one is 403 forbidden", async () => {
  const { ask, store } = createCallers({ scenario: SAYS_HI });
  for (
    const [path, body] of [["/v1/threads", { agent: "tester", id: "t1" }], [
      "/v1/threads/t1/steps",
      INPUT,
    ]] as const
  ) {
    const refused = await ask("acme.ann", "POST", path, { ...body, user: "bob" });
    assert.deepEqual([refused.status, refused.code], [403, "forbidden"]);
    assert.equal(refused.body.errors[0].pointer, "/user");
    assert.deepEqual((await store.list("acme", { limit: 1 })).threads, []);
  }
  assert.equal(
    (await ask("acme.ann", "POST", "/v1/threads/t1/steps", { ...INPUT, user: "ann" })).status,
    200,
  );
  assert.equal((await ask("acme.ann", "GET", "/v1/threads/t1")).body.user, "ann");
  const { users } = (await ask("acme", "GET", "/v1/usage?by=user")).body;
  assert.deepEqual(users.map(({ user, steps }: Record<string, unknown>) => [user, steps]), [["ann", 1]]);
  assert.equal((await ask("acme", "POST", "/v1/threads", { agent: "tester", user: "bob" })).body.user, "bob");
});

Deno.test("E14: a fork keeps its owner, whoever of its tenant makes it", async () => {
  const { ask } = createCallers({ scenario: SAYS_HI });
  await ask("acme.ann", "POST", "/v1/threads/t1/steps", INPUT);
  for (const token of ["acme.ann", "acme"]) {
    const { body } = await ask(token, "POST", "/v1/threads/t1/fork", {});
    assert.equal(body.user, "ann");
    assert.equal((await ask("acme.ann", "GET", `/v1/threads/${body.id}`)).status, 200);
    assert.equal((await ask("acme.bob", "GET", `/v1/threads/${body.id}`)).status, 404);
  }
});

Deno.test("E14: the list and the inbox have the caller's threads; pages may be shorter, and go on", async () => {
  const { ask } = createCallers({
    driver: createScriptedDriver(() => ({ calls: [{ tool: "remove", args: { id: "r1" } }] })),
  });
  for (let count = 0; count < 9; count++) {
    const user = ["ann", "bob", ""][count % 3];
    await ask(`acme.${user}`, "POST", `/v1/threads/t${count}/steps`, INPUT);
  }
  const pagesOf = async (token: string, path: string, idsOf: (body: Answer) => string[]) => {
    const pages: string[][] = [];
    for (let cursor: string | undefined = ""; cursor !== undefined;) {
      const query = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const { body } = await ask(token, "GET", `${path}?limit=2${query}`);
      pages.push(idsOf(body));
      cursor = body.cursor;
    }
    return pages;
  };
  const threads = ({ threads }: Answer) => threads.map(({ id }) => id);
  const items = ({ items }: Answer) => items.map(({ thread }) => thread);
  const listed = await pagesOf("acme.ann", "/v1/threads", threads);
  assert.deepEqual(listed.flat(), ["t6", "t3", "t0"]);
  assert.ok(listed.some((page) => page.length < 2), "a page is shorter than its limit");
  assert.deepEqual((await pagesOf("acme.ann", "/v1/inbox", items)).flat(), ["t0", "t3", "t6"]);
  assert.deepEqual((await pagesOf("acme.eve", "/v1/inbox", items)).flat(), []);
  assert.equal((await pagesOf("acme", "/v1/threads", threads)).flat().length, 9);
  assert.equal((await pagesOf("acme", "/v1/inbox", items)).flat().length, 9);
});

Deno.test("E14: a caller with a user issues tokens of that user alone", async () => {
  const env = { TREADLE_TOKEN_SECRETS: "browser-secret-of-32-characters-1" };
  const { ask } = createCallers({ scenario: SAYS_HI, env });
  const caller = "acme.ann.read+run+manage";
  const issue = (grant: object) => ask(caller, "POST", "/v1/tokens", { agents: ["tester"], ...grant });
  assert.deepEqual([(await issue({ user: "bob" })).code, (await issue({ by: "bob" })).code], [
    "forbidden",
    "forbidden",
  ]);
  assert.equal((await issue({ user: "ann" })).status, 201);
});

Deno.test("E14: a thread that cannot be read is in the list of no user", async () => {
  const { ask, store } = createCallers({ scenario: SAYS_HI });
  const texts = { meta: '{"agent":', state: "{}", schema: SCHEMA, createdAt: 1 };
  await store.create({ tenant: "acme", thread: "bad" }, texts);
  const listed = async (token: string) =>
    (await ask(token, "GET", "/v1/threads")).body.threads.map(({ id }: { id: string }) => id);
  assert.deepEqual([await listed("acme.ann"), await listed("acme")], [[], ["bad"]]);
  assert.equal((await ask("acme.ann", "GET", "/v1/threads/bad")).status, 404);
  assert.equal((await ask("acme.ann", "DELETE", "/v1/threads/bad")).status, 404);
});

interface Answer {
  readonly threads: readonly { readonly id: string }[];
  readonly items: readonly { readonly thread: string }[];
}

Deno.test("E14: many answers at once reach the caller's threads alone", async () => {
  const { ask } = createCallers({
    driver: createScriptedDriver(() => ({ calls: [{ tool: "remove", args: { id: "r1" } }] })),
  });
  await ask("acme.ann.read+run+decide+manage", "POST", "/v1/threads/t1/steps", INPUT);
  await ask("acme.bob.read+run+decide+manage", "POST", "/v1/threads/t2/steps", INPUT);
  const answers = [
    { thread: "t1", callId: await waitingCall(ask, "acme.ann.read+run+decide+manage", "t1"), approved: true },
    { thread: "t2", callId: await waitingCall(ask, "acme.bob.read+run+decide+manage", "t2"), approved: true },
    { thread: "none", callId: "c1", approved: true },
  ];
  const { body } = await ask("acme.ann.read+run+decide+manage", "POST", "/v1/inbox/decisions", answers);
  assert.deepEqual(
    body.results.map(({ status, error }: Record<string, never>) => [status, Object(error).code]),
    [["decided", undefined], ["refused", "thread_unknown"], ["refused", "thread_unknown"]],
  );
  assert.equal(body.results[0].approval.by, "user:ann");
  assert.equal(
    (await ask("acme.bob.read+run+decide+manage", "GET", "/v1/threads/t2")).body.calls[0].state,
    "approval",
  );
});

Deno.test("E14: a caller with a user answers and makes links as that user, and as no other person", async () => {
  const { ask, fetch } = createCallers({ scenario: REMOVES, env: ENV });
  await ask("acme.ann.read+run+decide+manage", "POST", "/v1/threads/t1/steps", INPUT);
  const callId = await waitingCall(ask, "acme.ann.read+run+decide+manage", "t1");
  const at = `/v1/threads/t1/approvals/${callId}`;
  const foreign: readonly (readonly [string, unknown])[] = [
    [at, { approved: true, by: "boss" }],
    [`${at}/link`, { by: "boss" }],
    ["/v1/inbox/decisions", [{ thread: "t1", callId, approved: true, by: "boss" }]],
  ];
  for (const [path, body] of foreign) {
    const refused = await ask("acme.ann.read+run+decide+manage", "POST", path, body);
    assert.deepEqual([refused.status, refused.code, refused.body.errors[0].pointer], [
      403,
      "forbidden",
      "/by",
    ]);
  }
  const { body: link } = await ask("acme.ann.read+run+decide+manage", "POST", `${at}/link`, {
    by: "user:ann",
  });
  assert.equal(link.by, "user:ann");
  assert.equal(
    (await ask("acme.ann.read+run+decide+manage", "POST", `${at}/link`)).body.by,
    "user:ann",
    "no person of its own",
  );
  assert.match((await ask("acme", "POST", `${at}/link`)).body.by, /^link:/);
  assert.equal((await ask("acme", "POST", `${at}/link`, { by: "boss" })).body.by, "boss");
  const form = new URLSearchParams({ decision: "approve" });
  assert.equal((await fetch(new Request(link.url, { method: "POST", body: form }))).status, 200);
  const { approvals: _past, ...rest } =
    (await ask("acme.ann.read+run+decide+manage", "GET", "/v1/threads/t1/approvals")).body;
  assert.deepEqual(rest.open.map(({ approval }: Record<string, never>) => Object(approval).decisions[0].by), [
    "user:ann",
  ]);
});

Deno.test("E14: an idempotency key is the caller's own: another user's thread is no receipt", async () => {
  const { send } = createCallers();
  const create = async (token: string) => {
    const headers = { "authorization": `Bearer ${token}`, "idempotency-key": "k1" };
    const response = await send("POST", "/v1/threads", { agent: "tester" }, headers);
    return [response.status, (await response.json()).id];
  };
  const [made, ann] = await create("acme.ann");
  assert.equal(made, 201);
  assert.deepEqual(await create("acme.ann"), [200, ann]);
  const [other, bob] = await create("acme.bob");
  assert.equal(other, 201);
  assert.notEqual(bob, ann);
});

Deno.test("E14: a fork that another user made of an earlier thread of the same id is no receipt", async () => {
  const { ask, send } = createCallers({ scenario: [{ says: "Hi." }, { says: "Hi." }] });
  await ask("acme.bob", "POST", "/v1/threads/chat/steps", { ...INPUT, metadata: { of: "bob" } });
  await ask("acme.bob", "POST", "/v1/threads/chat/fork", { id: "copy" });
  await ask("acme.bob", "DELETE", "/v1/threads/chat");
  await ask("acme.ann", "POST", "/v1/threads/chat/steps", INPUT);
  const headers = { "authorization": "Bearer acme.ann", "idempotency-key": "k1" };
  const refused = await send("POST", "/v1/threads/chat/fork", { id: "copy" }, headers);
  const text = await refused.text();
  assert.deepEqual([refused.status, JSON.parse(text).code], [422, "idempotency_mismatch"], text);
  assert.doesNotMatch(text, /bob/);
});

Deno.test("E14: the threads of phases are the user's of their root", async () => {
  const scenario = script(
    [writes([phase("facts", "research")]), runs("facts"), { says: "Done." }],
    () => ({ says: "Found." }),
  );
  const { ask } = createCallers({ agents: crew(), driver: createScriptedDriver(scenario) });
  const body = { agent: "lead", input: "Write.", until: "done" };
  assert.equal((await ask("acme.ann", "POST", "/v1/threads/t1/steps", body)).status, 200);
  const { children } = (await ask("acme.ann", "GET", "/v1/threads/t1/children")).body;
  const child = children[0].thread;
  assert.equal(child.user, "ann");
  assert.equal((await ask("acme.ann", "GET", `/v1/threads/${child.id}`)).status, 200);
  assert.equal((await ask("acme.bob", "GET", `/v1/threads/${child.id}`)).status, 404);
});

Deno.test("E14: a plan that names the thread of another user shows nothing of it", async () => {
  const { ask } = createCallers({ scenario: SAYS_HI });
  await ask("acme.bob", "POST", "/v1/threads/hers/steps", { ...INPUT, metadata: { of: "bob" } });
  const phases = [{ id: "x", worker: "w", goal: "g", thread: "hers" }];
  await ask("acme.ann", "POST", "/v1/threads", { agent: "tester", id: "t1", plan: { phases } });
  await ask("acme.ann", "POST", "/v1/threads", { agent: "tester", id: "t2" });
  await ask("acme.ann", "PUT", "/v1/threads/t2/plan", { plan: { phases } });
  for (const thread of ["t1", "t2"]) {
    const { body } = await ask("acme.ann", "GET", `/v1/threads/${thread}/children`);
    assert.deepEqual(body.children, [{ phase: "x", worker: "w", state: "planned", calls: [], children: [] }]);
    await ask("acme.ann", "DELETE", `/v1/threads/${thread}`);
  }
  assert.equal((await ask("acme.bob", "GET", "/v1/threads/hers")).status, 200);
});

Deno.test("E14: a plan that a caller brings as the result of a predicted call is no plan of the thread, so no phase reads what it names", async () => {
  const inputs: string[] = [];
  const scenario = script(
    [writes([phase("facts", "research")]), { says: "Planned." }, runs("facts", "more"), { says: "Done." }],
    ({ history }) => {
      const text = JSON.stringify(history.entries);
      inputs.push(text);
      return { says: text.includes("mine") ? "A secret of Bob." : "Found." };
    },
  );
  const { ask } = createCallers({ agents: crew(), driver: createScriptedDriver(scenario) });
  await ask("acme.bob", "POST", "/v1/threads/hers/steps", { agent: "researcher", input: "mine" });
  const predicted = { agent: "lead", input: "Write.", execution: "predict" };
  const { calls: [call] } = (await ask("acme.ann", "POST", "/v1/threads/t1/steps", predicted)).body;
  const done = { ...phase("facts", "research"), state: "finished", thread: "hers", result: "short" };
  const output = { plan: { phases: [done, { ...phase("more", "write", "facts"), state: "planned" }] } };
  const given = { toolResults: [{ callId: call.id, output }] };
  const decider = "acme.ann.read+run+decide+manage";
  assert.equal((await ask(decider, "POST", "/v1/threads/t1/steps", given)).status, 200);
  const more = { input: "Go on.", execution: "loop", until: "done" };
  const { calls: [facts] } = (await ask("acme.ann", "POST", "/v1/threads/t1/steps", more)).body;
  assert.equal(facts.state, "failed");
  assert.equal((await ask("acme.ann", "GET", "/v1/threads/t1/plan")).body.plan, null);
  assert.doesNotMatch(inputs.join(), /secret of Bob/);
});

Deno.test("E14: a step that is booked to a user makes no threads of that user below a thread of none", async () => {
  const scenario = script(
    [writes([phase("facts", "research")]), runs("facts"), { says: "Done." }],
    () => ({ says: "Found." }),
  );
  const { ask } = createCallers({ agents: crew(), driver: createScriptedDriver(scenario) });
  await ask("acme", "POST", "/v1/threads", { agent: "lead", id: "t1", metadata: { of: "the tenant" } });
  const body = { input: "Write.", until: "done", user: "ann" };
  assert.equal((await ask("acme", "POST", "/v1/threads/t1/steps", body)).status, 200);
  const { children } = (await ask("acme", "GET", "/v1/threads/t1/children")).body;
  assert.equal((await ask("acme.ann", "GET", "/v1/threads/t1")).status, 404);
  assert.equal((await ask("acme.ann", "GET", `/v1/threads/${children[0].thread.id}`)).status, 404);
  assert.deepEqual((await ask("acme.ann", "GET", "/v1/threads")).body.threads, []);
  const { users } = (await ask("acme", "GET", "/v1/usage?by=user")).body;
  const { counters } = (await ask("acme", "GET", `/v1/threads/${children[0].thread.id}`)).body;
  assert.equal(counters.steps, 1);
  assert.deepEqual(users.map(({ user, steps }: Record<string, unknown>) => [user, steps]), [["ann", 4]]);
});

Deno.test("E14: a thread that another caller makes between the check and the step is left as it is", async () => {
  for (const maker of ["acme.ann", "acme"]) {
    const memory = createMemoryStore();
    let hidden = false;
    const store = new Proxy(memory, {
      get(target, name) {
        if (name === "read" && hidden) {
          hidden = false;
          return () => Promise.resolve(undefined);
        }
        const member = Reflect.get(target, name);
        return typeof member === "function" ? member.bind(target) : member;
      },
    });
    const { ask } = createCallers({ store, scenario: SAYS_HI });
    await ask(maker, "POST", "/v1/threads/t1/steps", INPUT);
    const ref = { tenant: "acme", thread: "t1" };
    const { epoch: _epoch, ...before } = (await memory.read(ref))?.header ?? assert.fail();
    hidden = true;
    const refused = await ask("acme.bob", "POST", "/v1/threads/t1/steps", { input: "mine now" });
    assert.deepEqual([refused.status, refused.code, hidden], [404, "thread_unknown", false]);
    const { epoch: _raised, ...after } = (await memory.read(ref))?.header ?? assert.fail();
    assert.deepEqual(after, before);
  }
});

Deno.test("E14: a caller with a user costs one store request more about a thread, and others none", async () => {
  const { store, calls } = createRecordingStore(createMemoryStore());
  const { fetch } = createCallers({ plugins: [media()], store, scenario: SAYS_HI, env: ENV });
  const called = async (token: string, method: string, path: string, body?: unknown) => {
    const before = calls.length;
    const headers = { "authorization": `Bearer ${token}`, "content-type": "application/json" };
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(new Request(`http://treadle.test${path}`, { method, headers, ...init }));
    await response.text();
    return calls.slice(before).map(({ method }) => method);
  };
  const step = { agent: "tester", input: "hi" };
  assert.deepEqual(await called("acme", "POST", "/v1/threads/t1/steps", step), ["begin", "commit"]);
  assert.deepEqual(await called("acme.ann", "POST", "/v1/threads/t2/steps", step), [
    "read",
    "begin",
    "commit",
  ]);
  for (const [method, path, body] of ABOUT_A_THREAD) {
    if (method !== "GET") continue;
    const plain = await called("acme", method, `/v1/threads/t1${path}`, body);
    const own = await called("acme.ann.read+manage", method, `/v1/threads/t2${path}`, body);
    assert.deepEqual(own, ["read", ...plain], path);
  }
  for (const path of ["/v1/threads", "/v1/inbox", "/v1/agents"]) {
    assert.deepEqual(await called("acme.ann", "GET", path), await called("acme", "GET", path), path);
  }
  const created = { agent: "tester" };
  assert.deepEqual(
    await called("acme.ann", "POST", "/v1/threads", created),
    await called("acme", "POST", "/v1/threads", created),
  );
});
