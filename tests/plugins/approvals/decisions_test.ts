// Row X5: an answer is for exactly the arguments that were shown, is given once, in time, and is recorded.

import assert from "node:assert/strict";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import { readEntry } from "../../../src/kernel/history/codec.ts";
import { observationText } from "../../../src/kernel/history/observation.ts";
import { sha256 } from "../../../src/core/text/sha256.ts";
import { approvalSchema } from "../../../src/http/schemas/responses/approvals.ts";
import { historySchema } from "../../../src/http/schemas/responses/entries.ts";
import { approvalListSchema } from "../../../src/http/schemas/responses/threads.ts";
import { exactly, json, KEY } from "../../http/_app.ts";
import { createPay, type Pay, planned, STEPS } from "./_bench.ts";
import { onEveryStore } from "../../support/every_store.ts";

const REF = { tenant: "acme", thread: "t1" };

Deno.test("X5: the digest is in the event and in the pending call, and an answer may name it", async () => {
  const pay = createPay();
  const { events } = await json(
    await pay.send("POST", `${STEPS}?events=true`, { agent: "payer", input: "pay" }),
  );
  const requested = (events as JsonObject[]).find(({ type }) => type === "approval.requested");
  const [call] = await pay.waiting();
  assert.ok(call);
  assert.match(call.digest, /^[0-9a-f]{64}$/);
  assert.equal(requested?.digest, call.digest);
  const other = await pay.decide(call.id, { approved: true, digest: "0".repeat(64) });
  assert.deepEqual([other.status, other.body.code], [409, "approval_mismatch"]);
  assert.equal((await pay.decide(call.id, { approved: true, digest: "abc" })).status, 422);
  const decided = await pay.decide(call.id, { approved: true, digest: call.digest });
  assert.deepEqual([decided.status, decided.body.missing], [200, 0]);
  assert.equal(exactly(approvalSchema).parse(decided.body).digest, call.digest);
  assert.equal((await pay.step()).output, "Done.");
});

Deno.test("X5: an approval of other arguments than the stored ones runs nothing", async () => {
  for (
    const tampered of [{ digest: "0".repeat(64) }, {
      edit: { args: { to: "eve", amount: 9 }, digest: "0".repeat(64) },
    }]
  ) {
    const pay = createPay({ terms: { approvalEdits: true } });
    const [call] = await planned(pay);
    const decision = { approved: true, at: pay.now(), by: "ann", digest: call.digest, ...tampered };
    await pay.store.decide(REF, call.id, decision);
    await pay.step();
    assert.deepEqual(pay.paid, []);
    assert.match(JSON.stringify((await pay.observed())[0]?.error), /the approval is for other arguments/);
  }
});

onEveryStore("X5: of two answers that race over HTTP one is 200 and one is 409", async (store) => {
  const pay = createPay({ store });
  const [call] = await planned(pay);
  const answers = await Promise.all(
    [true, false].map((approved) => pay.decide(call.id, { approved, by: approved ? "ann" : "bob" })),
  );
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
  const [won, lost] = answers.toSorted((left, right) => left.status - right.status);
  assert.equal(lost?.body.code, "approval_decided");
  assert.deepEqual((lost?.body.details as JsonObject)?.approved, won?.body.approved);
  assert.deepEqual((lost?.body.details as JsonObject)?.by, won?.body.by);
  await pay.step();
  assert.equal(pay.paid.length, won?.body.approved ? 1 : 0);
});

onEveryStore("X5: the history says who decided what and when, and the thread lists it", async (store) => {
  const calls = [{ to: "ann", amount: 1 }, { to: "bob", amount: 2 }, { to: "cyd", amount: 3 }];
  const pay = createPay({ calls, store });
  const [first, second, third] = await planned(pay);
  assert.ok(second && third);
  pay.pass(1_000);
  const at = new Date(pay.now()).toISOString();
  await pay.decide(first.id, { approved: true, by: "ann@example.com", via: "page" });
  await pay.decide(second.id, { approved: false, reason: "too much" });
  const list = async (query = "") =>
    exactly(approvalListSchema).parse(
      await (await pay.send("GET", `/v1/threads/t1/approvals${query}`)).json(),
    );
  const before = await list();
  assert.deepEqual(before.open.map(({ state, approval }) => [state, approval?.decisions.length]), [
    ["pending", 1],
    ["pending", 1],
    ["approval", 0],
  ]);
  assert.equal((await pay.step()).code, "approval_required");
  await pay.step({ input: "go on" });
  const key = `key_${(await sha256(KEY)).slice(0, 8)}`;
  const expected = [
    ["completed", {
      outcome: "approved",
      digest: first.digest,
      decisions: [{ approved: true, by: "ann@example.com", key, via: "page", at }],
    }],
    ["denied", {
      outcome: "denied",
      digest: second.digest,
      decisions: [{ approved: false, reason: "too much", by: key, via: "api", at }],
    }],
    ["denied", { outcome: "unanswered", digest: third.digest, decisions: [] }],
  ];
  const page = historySchema.parse(await (await pay.send("GET", "/v1/threads/t1/history")).json());
  const entries = page.entries.filter((entry) => entry.type === "tool");
  assert.deepEqual(entries.map(({ outcome, approval }) => [outcome, approval]), expected);
  const after = await list();
  assert.deepEqual(after.open, []);
  assert.deepEqual(after.past.map(({ state, approval }) => [state, approval]), expected);
  assert.equal(after.next, null);
  const one = await list("?limit=1");
  assert.deepEqual(one.past.map(({ callId }) => callId), [first.id]);
  const rest = await list(`?limit=5&after=${one.next}`);
  assert.deepEqual(rest.past.map(({ callId }) => callId), [second.id, third.id]);
});

onEveryStore(
  "X5: an approval that expires is refused to people and denied by the next step",
  async (store) => {
    const calls = [{ to: "ann", amount: 1 }, { to: "bob", amount: 2 }];
    const pay = createPay({ calls, store, terms: { approvalTtlMs: 60_000 } });
    const [first, second] = await planned(pay);
    assert.ok(second);
    pay.pass(59_999);
    assert.equal((await pay.decide(first.id, { approved: true, by: "ann" })).status, 200);
    assert.equal((await pay.step()).code, "approval_required");
    pay.pass(1);
    const late = await pay.decide(second.id, { approved: true, by: "ann" });
    assert.deepEqual([late.status, late.body.code], [409, "approval_expired"]);
    const answered = await pay.decide(first.id, { approved: false, by: "bob" });
    assert.equal(answered.body.code, "approval_decided");
    const thread = await json(await pay.send("GET", "/v1/threads/t1"));
    assert.equal(thread.status, "open");
    await pay.step();
    assert.deepEqual(pay.paid, [calls[0]]);
    const entries = await pay.observed();
    assert.deepEqual(entries.map(({ outcome }) => outcome), ["completed", "denied"]);
    assert.match(JSON.stringify(entries[1]?.error), /expired/);
    assert.equal((entries[1]?.approval as JsonObject).outcome, "expired");
  },
);

Deno.test("X5: a thread whose approvals have all expired does not wait for ever; the tool's time comes before the agent's", async () => {
  for (const [terms, agentTtlMs, ttlMs] of [[{ approvalTtlMs: 10 }, 99, 10], [{}, 99, 99]] as const) {
    const pay = createPay({ terms, agentTtlMs });
    await planned(pay);
    pay.pass(ttlMs - 1);
    assert.equal((await json(await pay.send("GET", "/v1/threads/t1"))).status, "waiting");
    pay.pass(1);
    assert.equal((await json(await pay.send("GET", "/v1/threads/t1"))).status, "open");
    const { calls, output } = await pay.step();
    assert.deepEqual([(calls as JsonObject[])[0]?.state, output], ["denied", "Done."]);
  }
});

Deno.test("X5: a person may approve other arguments where the tool says so, and both digests are recorded", async () => {
  const pay = createPay({ terms: { approvalEdits: true } });
  const [call] = await planned(pay);
  for (const args of [{ to: "bob" }, { to: "bob", amount: "5" }, { to: "bob", amount: 5, more: 1 }]) {
    const wrong = await pay.decide(call.id, { approved: true, args: args as JsonObject });
    assert.deepEqual([wrong.status, wrong.body.code], [422, "invalid_request"]);
    assert.match(JSON.stringify(wrong.body.errors), /"\/args"/);
  }
  const long = await pay.decide(call.id, { approved: true, args: { to: "x".repeat(70_000), amount: 1 } });
  assert.equal(long.body.code, "invalid_request");
  const args = { to: "bob", amount: 100 };
  const decided = await pay.decide(call.id, { approved: true, args, digest: call.digest, by: "ann" });
  const edit = decided.body.edit as { args: JsonObject; digest: string };
  assert.deepEqual([decided.body.digest, edit.args], [call.digest, args]);
  assert.notEqual(edit.digest, call.digest);
  await pay.step();
  assert.deepEqual(pay.paid, [args]);
  const [entry] = await pay.observed();
  const { decisions, digest } = entry?.approval as { decisions: JsonObject[]; digest: string };
  assert.deepEqual([digest, decisions[0]?.edit], [call.digest, edit]);
});

Deno.test("X5: other arguments are refused where the tool does not take them", async () => {
  const pay = createPay();
  const [call] = await planned(pay);
  const refused = await pay.decide(call.id, { approved: true, args: { to: "bob", amount: 1 } });
  assert.deepEqual([refused.status, refused.body.code], [422, "approval_edit_refused"]);
  const noQuestion = await pay.decide(call.id, { approved: true, answer: 1 });
  assert.equal(noQuestion.body.code, "invalid_request");
  assert.equal((await pay.decide(call.id, { approved: true })).status, 200);
});

onEveryStore(
  "X5: several people: each counts once, the last one opens the thread, one denial denies",
  async (store) => {
    const calls = [{ to: "ann", amount: 1 }, { to: "bob", amount: 2 }];
    const pay = createPay({ calls, store, terms: { approvals: 2 } });
    const [first, second] = await planned(pay);
    assert.ok(second);
    const yes = (by: string) => pay.decide(first.id, { approved: true, by });
    assert.equal((await yes("ann")).body.missing, 1);
    const again = await yes("ann");
    assert.deepEqual([again.status, again.body.code], [409, "approval_decided"]);
    const status = async () => (await json(await pay.send("GET", "/v1/threads/t1"))).status;
    assert.equal(await status(), "waiting");
    assert.equal((await pay.step()).code, "approval_required");
    assert.equal((await yes("bob")).body.missing, 0);
    assert.equal((await yes("cyd")).status, 409);
    assert.equal((await pay.decide(second.id, { approved: true, by: "ann" })).body.missing, 1);
    assert.equal((await pay.decide(second.id, { approved: false, by: "bob" })).body.missing, 0);
    await pay.step();
    assert.deepEqual(pay.paid, [calls[0]]);
    const entries = await pay.observed();
    assert.deepEqual(
      entries.map(({ approval }) => (approval as { decisions: JsonObject[] }).decisions.map(({ by }) => by)),
      [["ann", "bob"], ["ann", "bob"]],
    );
  },
);

onEveryStore("X5: of eight people that race three are recorded where three are needed", async (store) => {
  const pay = createPay({ store, terms: { approvals: 3 } });
  const [call] = await planned(pay);
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, n) => pay.decide(call.id, { approved: true, by: `p${n % 8}` })),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 3);
  assert.ok(answers.every(({ status }) => status === 200 || status === 409));
  const by = answers.flatMap(({ status, body }) => status === 200 ? [body.by] : []);
  assert.equal(new Set(by).size, 3);
  await pay.step();
  assert.equal(pay.paid.length, 1);
});

Deno.test("X5: one approval of two does not run the call when the time is over or the user goes on", async () => {
  for (const goOn of [{}, { input: "leave it" }] as JsonObject[]) {
    const pay = createPay({ terms: { approvals: 2, approvalTtlMs: 1_000 } });
    const [call] = await planned(pay);
    await pay.decide(call.id, { approved: true, by: "ann" });
    pay.pass(1_000);
    await pay.step(goOn);
    assert.deepEqual(pay.paid, []);
    assert.equal(((await pay.observed())[0]?.approval as JsonObject).outcome, "expired");
  }
});

Deno.test("X5: the response of a step has the terms of the calls that wait, and so has its replay", async () => {
  const terms = { approvals: 2, approvalTtlMs: 60_000 };
  const pay = createPay({ terms });
  const request = { agent: "payer", input: "pay" };
  const key = { "idempotency-key": "one" };
  const [first, again] = [
    await json(await pay.send("POST", STEPS, request, key)),
    await json(await pay.send("POST", STEPS, request, key)),
  ];
  const [call] = await pay.waiting();
  assert.ok(call);
  const expiresAt = new Date(pay.now() + 60_000).toISOString();
  const approval = { digest: call.digest, needed: 2, expiresAt, decisions: [] };
  const args = { to: "bob", amount: 150 };
  assert.deepEqual(first.calls, [{ id: call.id, name: "pay", args, state: "approval", approval }]);
  assert.deepEqual(again.calls, first.calls);
  const decided = await pay.decide(call.id, { approved: true, digest: approval.digest });
  assert.deepEqual([decided.status, decided.body.missing], [200, 1]);
});

Deno.test("X5: the replay of a response with many long calls that wait has them all", async () => {
  const calls = Array.from({ length: 8 }, (_, n) => ({ to: "x".repeat(500), amount: n }));
  const pay = createPay({ calls, terms: { approvalTtlMs: 60_000 } });
  const request = { agent: "payer", input: "pay" };
  const key = { "idempotency-key": "one" };
  await pay.send("POST", STEPS, request, key);
  const again = await json(await pay.send("POST", STEPS, request, key));
  const waiting = await pay.waiting();
  const states = (again.calls as JsonObject[]).map(({ id, state, args }) => [id, state, args]);
  assert.deepEqual(states, waiting.map(({ id }, n) => [id, "approval", calls[n]]));
});

Deno.test("X5: the model reads that a person changed the arguments, and not of a call that did not run", async () => {
  const pay = createPay({
    terms: { approvalEdits: true },
    calls: [{ to: "ann", amount: 1 }, { to: "bob", amount: 2 }],
  });
  const [first, second] = await planned(pay);
  assert.ok(second);
  const args = { to: "ann", amount: 0.5 };
  assert.equal((await pay.decide(first.id, { approved: true, args })).status, 200);
  assert.equal((await pay.decide(second.id, { approved: false, args })).status, 200);
  await pay.step();
  const observed = await pay.observed();
  assert.deepEqual(observed.map(({ outcome, edited }) => [outcome, edited]), [["completed", true], [
    "denied",
    undefined,
  ]]);
  const { entries } = (await pay.store.history(REF, { after: 0, limit: 10 })) ?? assert.fail();
  const texts = entries.map(readEntry).flatMap((entry) =>
    entry.type === "tool" ? [observationText(entry)] : []
  );
  assert.deepEqual(texts, [
    'A person changed the arguments of this call to {"to":"ann","amount":0.5}.\n{"paid":0.5}',
    "A person refused this call; it did not run: no reason was given.",
  ]);
});

Deno.test("X5: the model reads who or what ended a call that waited: a person, the next input, or its time", async () => {
  const ends: readonly (readonly [(pay: Pay, id: string) => Promise<unknown>, string])[] = [
    [
      async (pay, id) => {
        await pay.decide(id, { approved: false, reason: "Too much." });
        await pay.step();
      },
      "A person refused this call; it did not run: Too much.",
    ],
    [
      (pay) => pay.step({ input: "Where is my order?" }),
      "The call did not run: the next input came before a person decided about it.",
    ],
    [
      async (pay) => {
        pay.pass(60_001);
        await pay.step();
      },
      "The call did not run: expired: no person answered in time.",
    ],
  ];
  for (const [end, says] of ends) {
    const pay = createPay({ agentTtlMs: 60_000 });
    const [call] = await planned(pay);
    await end(pay, call.id);
    const { entries } = (await pay.store.history(REF, { after: 0, limit: 10 })) ?? assert.fail();
    const [entry] = entries.map(readEntry).filter((each) => each.type === "tool");
    assert.ok(entry);
    assert.equal(observationText(entry), says);
    assert.deepEqual(pay.paid, []);
    // An entry of an earlier version is read as the requests of that version had it.
    const { undecided: _none, ...before } = entry;
    assert.match(observationText(before), /^A person refused this call; it did not run: /);
  }
});

Deno.test("X5: an answer that comes while a step goes on with another input is refused for good, and not with a time to try again", async () => {
  const [begun, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const look = defineTool({
    name: "look",
    description: "Looks.",
    effect: "pure",
    run: async () => {
      begun.resolve();
      await release.promise;
      return "seen";
    },
  });
  const calls = [{ tool: "pay", args: { to: "bob", amount: 1 } }, { tool: "look" }];
  const pay = createPay({ tools: [look], scenario: [{ calls }, { says: "Done." }] });
  const [call] = await planned(pay);
  // Another page writes, and its answer is streamed.
  const other = pay.step({ input: "Where is my order?" });
  await begun.promise;
  const late = await pay.decide(call.id, { approved: true });
  assert.deepEqual([late.status, late.body.code, late.body.retryAfterMs], [422, "call_unknown", undefined]);
  release.resolve();
  assert.equal((await other).output, "Done.");
  assert.equal((await pay.decide(call.id, { approved: true })).body.code, "call_unknown");
  assert.deepEqual(pay.paid, []);
});
