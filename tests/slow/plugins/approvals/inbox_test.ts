// Row X5: what waits for people over all threads of a tenant, and many answers at once.

import assert from "node:assert/strict";
import type * as z from "zod/mini";
import type { InboxResult } from "../../../../src/core/contract/calls.ts";
import type { ErrorCode } from "../../../../src/core/error.ts";
import { inboxResultsSchema, inboxSchema } from "../../../../src/http/schemas/responses/approvals.ts";
import { exactly, json, OTHER_KEY } from "../../../http/_app.ts";
import { createPay, type Pay } from "../../../plugins/approvals/_bench.ts";
import { onEveryStore } from "../../../support/every_store.ts";
import { isSearch } from "../../../support/lives.ts";

type Inbox = z.output<typeof inboxSchema>;

/** Whether the call was approved; undefined for an answer that was refused. */
function approvedOf(result: InboxResult): boolean | undefined {
  return result.status === "decided" ? result.approval.approved : undefined;
}

/** The code of an answer that was refused. */
function refusalOf(result: InboxResult): ErrorCode | undefined {
  return result.status === "refused" ? result.error.code : undefined;
}

async function inbox({ send }: Pay, query = "", headers: Record<string, string> = {}): Promise<Inbox> {
  return exactly(inboxSchema).parse(
    await (await send("GET", `/v1/inbox${query}`, undefined, headers)).json(),
  );
}

async function allPages(pay: Pay, query: string): Promise<string[]> {
  const threads: string[] = [];
  for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
    const page = await inbox(
      pay,
      `${query}${cursor === undefined ? "" : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    threads.push(...page.items.map(({ thread }) => thread));
    cursor = page.cursor;
  }
  return threads;
}

onEveryStore(
  "X5: the inbox lists what waits over all threads, page by page, oldest or newest first",
  async (store) => {
    const pay = createPay({ store, terms: { approvalTtlMs: 100_000, approvals: 2 } });
    for (const thread of ["a", "b", "c"]) {
      await pay.send("POST", `/v1/threads/${thread}/steps`, {
        agent: "payer",
        input: "pay",
        metadata: { thread },
      });
      pay.pass(10);
    }
    await pay.send("POST", "/v1/threads/idle/steps", { agent: "tester", input: "hi" });
    const { items: [first] } = await inbox(pay);
    const [{ id, digest } = assert.fail()] = await pay.waiting("a");
    assert.deepEqual(first, {
      thread: "a",
      agent: "payer",
      title: "pay",
      metadata: { thread: "a" },
      callId: id,
      name: "pay",
      args: { to: "bob", amount: 150 },
      since: new Date(pay.now() - 30).toISOString(),
      approval: {
        digest,
        needed: 2,
        decisions: [],
        expiresAt: new Date(pay.now() - 30 + 100_000).toISOString(),
      },
    });
    for (const limit of [1, 2, 100]) {
      assert.deepEqual(await allPages(pay, `?limit=${limit}`), ["a", "b", "c"]);
      assert.deepEqual(await allPages(pay, `?limit=${limit}&order=newest`), ["c", "b", "a"]);
    }
    const other = await inbox(pay, "", { authorization: `Bearer ${OTHER_KEY}` });
    assert.deepEqual(other, { items: [] });
    assert.equal((await pay.send("GET", "/v1/inbox?order=best")).status, 422);
    assert.equal((await pay.send("GET", "/v1/inbox?cursor=best")).status, 422);
  },
);

onEveryStore(
  "V2: the inbox names the user of a thread and the title that a person gave it",
  async (store) => {
    const pay = createPay({ store });
    await pay.send("POST", "/v1/threads/t1/steps", { agent: "payer", input: "pay", user: "ann" });
    assert.equal((await pay.send("PATCH", "/v1/threads/t1", { title: "The rent" })).status, 200);
    const { items } = await inbox(pay);
    assert.deepEqual(items.map(({ title, user }) => [title, user]), [["The rent", "ann"]]);
  },
);

onEveryStore(
  "X5: what is settled, expired, cancelled, removed or went on is not in the inbox",
  async (store) => {
    const pay = createPay({ store, calls: [{ to: "ann", amount: 1 }, { to: "bob", amount: 2 }] });
    const start = async (thread: string) => {
      await pay.send("POST", `/v1/threads/${thread}/steps`, { agent: "payer", input: "pay" });
      return await pay.waiting(thread);
    };
    const threads = async () => (await inbox(pay, "?limit=100")).items.map(({ thread }) => thread);
    const [one, two] = await start("t1");
    assert.ok(one && two);
    for (const thread of ["t2", "t3", "t4"]) await start(thread);
    assert.deepEqual(await threads(), ["t1", "t1", "t2", "t2", "t3", "t3", "t4", "t4"]);
    await pay.decide(one.id, { approved: true });
    await pay.send("POST", "/v1/threads/t2/cancel");
    await pay.send("DELETE", "/v1/threads/t3");
    await pay.send("POST", "/v1/threads/t4/steps", { input: "leave it" });
    assert.deepEqual(await threads(), ["t1"]);
    await pay.decide(two.id, { approved: true });
    assert.deepEqual(await threads(), []);
    await pay.step();
    assert.deepEqual(await threads(), []);

    const expiring = createPay({ store, terms: { approvalTtlMs: 50 } });
    await expiring.send("POST", "/v1/threads/e/steps", { agent: "payer", input: "pay" });
    assert.equal((await inbox(expiring)).items.length, 1);
    expiring.pass(50);
    assert.deepEqual(await inbox(expiring), { items: [] });
  },
);

onEveryStore("X5: many answers at once are each recorded or refused by themselves", async (store) => {
  const pay = createPay({ store });
  for (const thread of ["a", "b", "c"]) {
    await pay.send("POST", `/v1/threads/${thread}/steps`, { agent: "payer", input: "pay" });
  }
  const { items } = await inbox(pay);
  const answers = [
    ...items.map(({ thread, callId, approval: { digest } }, n) => ({
      thread,
      callId,
      digest,
      approved: n < 2,
    })),
    { thread: "a", callId: "call_none", approved: true },
    { thread: "none", callId: "call_none", approved: true },
    { thread: "a", callId: items[0]?.callId ?? "", approved: true, digest: "0".repeat(64) },
  ];
  const response = await pay.send("POST", "/v1/inbox/decisions", answers);
  assert.equal(response.status, 200);
  const { results } = exactly(inboxResultsSchema).parse(await response.json());
  assert.deepEqual(results.map((result) => [result.thread, refusalOf(result) ?? result.status]), [
    ["a", "decided"],
    ["b", "decided"],
    ["c", "decided"],
    ["a", "call_unknown"],
    ["none", "thread_unknown"],
    ["a", "approval_mismatch"],
  ]);
  assert.deepEqual(results.slice(0, 3).map(approvedOf), [true, true, false]);
  assert.deepEqual(await inbox(pay), { items: [] });
  for (const wrong of [[], {}, [{ thread: "a", callId: "c" }], Array(26).fill(answers[0])]) {
    assert.equal((await pay.send("POST", "/v1/inbox/decisions", wrong)).status, 422);
  }
});

onEveryStore(
  "X5: of many people who answer the same inbox at once each call takes one answer",
  async (store) => {
    const pay = createPay({ store });
    for (const thread of ["a", "b", "c", "d"]) {
      await pay.send("POST", `/v1/threads/${thread}/steps`, { agent: "payer", input: "pay" });
    }
    const { items } = await inbox(pay);
    const races = await Promise.all(["ann", "bob", "cyd"].map(async (by) => {
      const answers = items.map(({ thread, callId }) => ({ thread, callId, approved: true, by }));
      const { results } = inboxResultsSchema.parse(
        await (await pay.send("POST", "/v1/inbox/decisions", answers)).json(),
      );
      return results;
    }));
    const decided = races.flat().filter(({ status }) => status === "decided");
    assert.deepEqual(decided.map(({ thread }) => thread).toSorted(), ["a", "b", "c", "d"]);
    assert.ok(
      races.flat().every((result) => [undefined, "approval_decided"].includes(refusalOf(result))),
    );
  },
);

onEveryStore(
  "X5: a fork that waits is in the inbox in the place of its source, and its call is decided apart",
  async (store) => {
    const pay = createPay({ store });
    await pay.step({ agent: "payer", input: "pay" });
    const before = await inbox(pay);
    const fork = await pay.send("POST", "/v1/threads/t1/fork", { id: "t2", calls: "run" });
    assert.equal(fork.status, 201);
    const { items } = await inbox(pay);
    assert.deepEqual(items.map(({ thread }) => thread), ["t2"]);
    assert.equal(items[0]?.callId, before.items[0]?.callId);
    assert.notEqual((await pay.decide(items[0]?.callId ?? "", { approved: true })).status, 200);
    assert.deepEqual((await inbox(pay)).items.map(({ thread }) => thread), ["t2"]);
    assert.equal((await json(await pay.send("POST", "/v1/threads/t2/steps", {}))).code, "approval_required");
    await pay.step({ until: "done" });
    assert.deepEqual(pay.paid, []);
  },
);

onEveryStore(
  "X5: of answers about one call in a list the first counts, whatever else is in it",
  async (store) => {
    const pay = createPay({ store });
    for (const thread of ["a", "b", "c"]) {
      await pay.send("POST", `/v1/threads/${thread}/steps`, { agent: "payer", input: "pay" });
    }
    const { items: [a, b, c] } = await inbox(pay);
    assert.ok(a && b && c);
    const answer = ({ thread, callId }: typeof a, approved: boolean, by: string) => ({
      thread,
      callId,
      approved,
      by,
    });
    const answers = [
      answer(a, false, "ann"),
      answer(b, true, "ann"),
      answer(a, true, "bob"),
      answer(a, true, "ann"),
      answer(c, true, "ann"),
      answer(b, false, "ann"),
    ];
    const { results } = inboxResultsSchema.parse(
      await (await pay.send("POST", "/v1/inbox/decisions", answers)).json(),
    );
    assert.deepEqual(
      results.map((result) => [result.thread, approvedOf(result) ?? refusalOf(result)]),
      [
        ["a", false],
        ["b", true],
        ["a", "approval_decided"],
        ["a", "approval_decided"],
        ["c", true],
        ["b", "approval_decided"],
      ],
    );
  },
);

onEveryStore("X5: a list of answers reaches the threads of its own tenant only", async (store) => {
  const pay = createPay({ store });
  await pay.step({ agent: "payer", input: "pay" });
  const [call] = await pay.waiting();
  const answers = [{ thread: "t1", callId: call?.id, approved: true }];
  const response = await pay.send("POST", "/v1/inbox/decisions", answers, {
    authorization: `Bearer ${OTHER_KEY}`,
  });
  const { results } = inboxResultsSchema.parse(await response.json());
  assert.deepEqual(results.map(refusalOf), ["thread_unknown"]);
  assert.equal((await pay.waiting()).length, 1);
});

const WAITING = isSearch() ? 60 : 25;

onEveryStore(
  `X5: ${WAITING} waiting threads are each listed once while others are decided, begin and end`,
  async (store) => {
    const pay = createPay({ store });
    const start = async (thread: string) => {
      await pay.send("POST", `/v1/threads/${thread}/steps`, { agent: "payer", input: "pay" });
      pay.pass(1);
    };
    const names = Array.from({ length: WAITING }, (_, n) => `t${String(n).padStart(3, "0")}`);
    for (const name of names) await start(name);
    const seen: string[] = [];
    const gone = new Set<string>();
    let cursor: string | undefined;
    for (let pages = 0; pages === 0 || cursor !== undefined; pages++) {
      const page = await inbox(
        pay,
        `?limit=7${cursor === undefined ? "" : `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      seen.push(...page.items.map(({ thread }) => thread));
      cursor = page.cursor;
      // One that was shown is decided, one that is still to come goes on, one is removed, and one begins.
      const [item] = page.items;
      const at = names.indexOf(seen.at(-1) ?? "");
      const [later, last] = at < 0 ? [] : [names[at + 9], names[at + 10]];
      if (item) {
        await pay.send("POST", `/v1/threads/${item.thread}/approvals/${item.callId}`, { approved: true });
        await pay.send("POST", `/v1/threads/${item.thread}/steps`, {});
      }
      if (later && last) {
        await pay.send("POST", `/v1/threads/${later}/steps`, { input: "leave it" });
        await pay.send("DELETE", `/v1/threads/${last}`);
        gone.add(later).add(last);
      }
      await start(`x${pages}`);
    }
    const expected = names.filter((name) => !gone.has(name));
    assert.deepEqual(seen.filter((name) => name.startsWith("t")), expected);
    assert.equal(new Set(seen).size, seen.length);
  },
);
