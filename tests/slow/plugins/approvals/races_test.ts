// Row X5: answers that race with each other, with steps, with cancels and with the end of the time to answer.

import assert from "node:assert/strict";
import type { JsonObject } from "../../../../src/core/json.ts";
import { json } from "../../../http/_app.ts";
import { createPay, type Pay, planned } from "../../../plugins/approvals/_bench.ts";
import { onEveryStore } from "../../../support/every_store.ts";
import { ENV } from "../../../plugins/approvals/_links.ts";

type Answer = Awaited<ReturnType<Pay["decide"]>>;

/** Who got 200, with what was decided, in a comparable order. */
function counted(answers: readonly Answer[]): string[] {
  return answers.flatMap(({ status, body: { by, approved } }) => status === 200 ? [`${by} ${approved}`] : [])
    .toSorted();
}

async function recorded(pay: Pay): Promise<{ readonly state: unknown; readonly decisions: string[] }> {
  const [entry, ...more] = await pay.observed();
  assert.equal(more.length, 0);
  const { decisions } = entry?.approval as { decisions: { by: string; approved: boolean }[] };
  return {
    state: entry?.outcome,
    decisions: decisions.map(({ by, approved }) => `${by} ${approved}`).toSorted(),
  };
}

onEveryStore("X5: of 64 answers at once as many count as are needed, each person once", async (store) => {
  const pay = createPay({ store, terms: { approvals: 3 } });
  const [call] = await planned(pay);
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, n) => pay.decide(call.id, { approved: true, by: `p${n % 8}` })),
  );
  assert.equal(counted(answers).length, 3);
  assert.equal(new Set(counted(answers)).size, 3);
  assert.ok(answers.every(({ status, body }) => status === 200 || body.code === "approval_decided"));
  await pay.step();
  assert.deepEqual(await recorded(pay), { state: "completed", decisions: counted(answers) });
  assert.equal(pay.paid.length, 1);
});

onEveryStore(
  "X5: of approvals and denials at once nothing follows the denial, and no tool runs",
  async (store) => {
    const pay = createPay({ store, terms: { approvals: 20 } });
    const [call] = await planned(pay);
    // 19 approvals and 4 denials: in whatever order they arrive, a denial is what settles the call.
    const answers = await Promise.all(
      Array.from({ length: 23 }, (_, n) => pay.decide(call.id, { approved: n % 6 !== 3, by: `p${n}` })),
    );
    assert.equal(counted(answers).filter((line) => line.endsWith("false")).length, 1);
    await pay.step();
    assert.deepEqual(await recorded(pay), { state: "denied", decisions: counted(answers) });
    assert.deepEqual(pay.paid, []);
  },
);

onEveryStore("X5: a call of a cancelled thread waits for nobody", async (store) => {
  const pay = createPay({ store, env: ENV, terms: { approvals: 2 } });
  const [call] = await planned(pay);
  const link = `/v1/threads/t1/approvals/${call.id}/link`;
  const { url } = await json(await pay.send("POST", link, {}));
  await pay.decide(call.id, { approved: true, by: "ann" });
  await pay.send("POST", "/v1/threads/t1/cancel");
  assert.deepEqual(await pay.waiting(), []);
  for (const by of ["ann", "bob"]) {
    const { status, body } = await pay.decide(call.id, { approved: true, by });
    assert.deepEqual([status, body.code], [422, "call_unknown"]);
  }
  assert.equal((await json(await pay.send("POST", link, {}))).code, "call_unknown");
  const page = await pay.fetch(new Request(String(url)));
  assert.equal(page.status, 422);
  await page.body?.cancel();
  assert.deepEqual((await json(await pay.send("GET", "/v1/inbox"))).items, []);
  await pay.step({ input: "go on" });
  assert.deepEqual(await recorded(pay), { state: "skipped", decisions: ["ann true"] });
  assert.deepEqual(pay.paid, []);
});

onEveryStore(
  "X5: whatever a cancel and a step race with, each answer with 200 is in the record",
  async (store) => {
    for (let round = 0; round < 12; round++) {
      const pay = createPay({ store, terms: { approvals: 2 } });
      const [call] = await planned(pay);
      const others: (() => Promise<unknown>)[] = [
        () => pay.send("POST", "/v1/threads/t1/cancel"),
        () => pay.step({ input: "go on" }),
        () => pay.step(),
      ];
      const people = ["ann", "bob", "cyd"].map((by, n) => () =>
        pay.decide(call.id, { approved: n < 2 || round % 3 > 0, by })
      );
      const other = others[round % others.length];
      assert.ok(other);
      const answers: Answer[] = [];
      const at = round % (people.length + 1);
      const all = [...people.slice(0, at), other, ...people.slice(at)];
      await Promise.all(all.map(async (one) => {
        const answer = await one();
        if (people.some((person) => person === one)) answers.push(answer as Answer);
      }));
      for (const { status, body: { code } } of answers) {
        if (status !== 200) assert.match(String(code), /^(approval_decided|thread_busy|call_unknown)$/);
      }
      if ((await pay.observed()).length === 0) await pay.step({ input: "go on" });
      const { state, decisions } = await recorded(pay);
      assert.deepEqual(decisions, counted(answers));
      assert.equal(pay.paid.length, state === "completed" ? 1 : 0);
      if (state === "completed") {
        assert.deepEqual([
          decisions.length,
          decisions.some((line) => line.endsWith("false")),
        ], [2, false]);
      }
      assert.equal((await pay.send("DELETE", "/v1/threads/t1")).status, 204);
    }
  },
);

onEveryStore(
  "X5: an answer at the last millisecond counts, one at the end of the time does not",
  async (store) => {
    const pay = createPay({ store, terms: { approvals: 2, approvalTtlMs: 1_000 } });
    const [call] = await planned(pay);
    pay.pass(999);
    assert.equal((await pay.decide(call.id, { approved: true, by: "ann" })).status, 200);
    pay.pass(1);
    const answers = await Promise.all(
      ["ann", "bob", "cyd"].map((by) => pay.decide(call.id, { approved: true, by })),
    );
    assert.deepEqual(answers.map(({ body }) => body.code), Array(3).fill("approval_expired"));
    const { thread }: JsonObject = await pay.step();
    assert.equal((thread as JsonObject).status, "done");
    assert.deepEqual(await recorded(pay), { state: "denied", decisions: ["ann true"] });
    const [entry] = await pay.observed();
    assert.equal((entry?.approval as JsonObject).outcome, "expired");
    assert.match(JSON.stringify(entry?.error), /expired/);
    assert.deepEqual(pay.paid, []);
  },
);
