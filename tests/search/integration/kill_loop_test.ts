// The kill loop, short: see kill_loop.ts. `deno task kill-test` runs it for two minutes. And what it
// says where a machine is too slow for it: a report, and no exception.

import assert from "node:assert/strict";
import type { Entry } from "../../../src/core/entry.ts";
import { needsRedis } from "../../support/requires.ts";
import { type GivenUp, ThreadClient } from "./_kill_client.ts";
import { budgetAgrees, SPENDER } from "./_kill_spender.ts";
import { verdictOn } from "./_kill_verdict.ts";
import { createRandom } from "./_random.ts";
import { loose } from "../../slow/integration/_scene.ts";
import { killLoop, patiently, summaryOf } from "./kill_loop.ts";

for (
  const [store, what] of [
    ["redis", "deno, workerd and redis-server killed"],
    ["durable_objects", "workerd killed and its object evicted"],
  ] as const
) {
  needsRedis(
    `E3: ${what} at random under load: nothing lost, nothing repeated, no budget exceeded`,
    async () => {
      const report = await killLoop({ seconds: 15, seed: 7, threads: 16, store });
      console.log(summaryOf(report));
      assert.deepEqual(report.violations, []);
      for (const [attack, times] of Object.entries(report.attacks)) {
        assert.ok(times > 0, `${attack} did not happen`);
      }
      assert.ok(report.steps > 50, "there was load");
      assert.ok(report.executions.once > 0 && report.executions.keyed > 0);
      assert.ok(report.spent.tokens > 0);
    },
    loose,
  );
}

/** A client whose one server answers every request with this, and which works for a moment. */
async function clientOf(answer: () => Response, giveUpMs: number): Promise<ThreadClient> {
  await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, answer);
  const url = `http://127.0.0.1:${server.addr.port}`;
  const runtime = { fetch: (path: string, init?: RequestInit) => fetch(url + path, init) };
  const fleet = { pick: () => ({ runtime, isAlive: true }) };
  const scene = { expireLease: () => Promise.resolve() };
  const client = new ThreadClient("k0", createRandom(1), fleet, scene, giveUpMs);
  const endsAt = Date.now() + 20;
  await client.work(() => endsAt);
  return client;
}

const problem = (code: string) => () => Response.json({ code }, { status: 503 });

Deno.test("E3: a client of the kill loop that gets no answer gives up with a report, and one that gets a wrong answer too", async () => {
  const slow = await clientOf(problem("store_unavailable"), 50);
  assert.equal(slow.givenUp?.type, "slow");
  assert.match(
    slow.givenUp.what,
    /^k0, k0-0-0: no answer, the last time: .+$/,
  );
  assert.match(slow.givenUp.input ?? "", /^k0-0: /);
  const wrong = await clientOf(problem("internal"), 60_000);
  assert.deepEqual([wrong.givenUp?.type, wrong.givenUp?.what], ["defect", "k0, k0-0-0: internal"]);
});

Deno.test("E3: the verdict of the kill loop tells what was not judged from what is wrong", async () => {
  const input = "k0-0: once";
  const entries: readonly Entry[] = [{ type: "user", id: "e1", text: input, version: 1, at: 1 }];
  const judge = (givenUp: GivenUp | undefined, history: () => Promise<Entry[]>) =>
    verdictOn([{ thread: "k0", acknowledged: [], givenUp }], new Set(), {
      ledger: {
        executions: [{ tool: "once", label: "k0-0/0", thread: "k0", key: "c", attempt: 1, receipt: 1 }],
      },
      history,
    });
  const slow: GivenUp = { type: "slow", what: "k0: no answer", input };
  const unreadable = () => Promise.reject(new Error("a call has no observation"));
  const whole = () => Promise.resolve([...entries]);

  const late = await judge(slow, unreadable);
  assert.deepEqual(late.violations, []);
  assert.deepEqual(late.unjudged, [
    "k0: no answer",
    "k0: its history cannot be read: a call has no observation",
  ]);
  assert.deepEqual((await judge(undefined, unreadable)).violations, [
    "k0: its history cannot be read: a call has no observation",
  ]);
  // The input of the request without an answer may stand there; nobody else's may.
  const kept = await judge(slow, whole);
  assert.deepEqual(kept.violations, ["k0-0/0: ran and is in no history"]);
  assert.deepEqual((await judge({ ...slow, input: "k0-1: pure" }, whole)).violations.length, 2);
  assert.deepEqual((await judge({ ...slow, type: "defect" }, whole)).violations[0], "k0: no answer");
});

Deno.test("E3: the verdict of the kill loop names a budget that is exceeded, and answers that are not booked", async () => {
  const judge = async (booked: number, answered: number) => {
    const users = [{ user: SPENDER.user, tokens: booked }];
    const runtime = { fetch: () => Promise.resolve(Response.json({ users })) };
    return await Array.fromAsync(budgetAgrees({ runtime }, answered));
  };
  assert.deepEqual(await judge(SPENDER.tokens, SPENDER.tokens), []);
  assert.match((await judge(SPENDER.tokens + 1, 5)).join(), /200001 tokens are booked, and 200000/);
  assert.match((await judge(4, 5)).join(), /5 tokens were answered, and 4 are booked/);
});

Deno.test("E3: a process of the kill loop that comes up late is started again, at most five times", async () => {
  const slowStarts: string[] = [];
  let starts = 0;
  const late = () =>
    ++starts < 3 ? Promise.reject(new Error("not up after 10 s\nstack")) : Promise.resolve("up");
  assert.equal(await patiently(late, "workerd", slowStarts), "up");
  assert.deepEqual(slowStarts, Array(2).fill("workerd: not up after 10 s"));
  await assert.rejects(patiently(() => Promise.reject(new Error("never")), "redis", slowStarts), /never/);
  assert.equal(slowStarts.length, 7);
});
