// X6: many calls are deferred, their servers are killed and started again, and two results race for each of them: one observation
// each, no request while they are open, and nothing runs twice.

import assert from "node:assert/strict";
import { jsonStep } from "../../support/client.ts";
import { needsRedis } from "../../../support/requires.ts";
import {
  finalText,
  job,
  labelOf,
  loose,
  observationsOf,
  openScene,
  type Runtime,
  RUNTIMES,
} from "../_scene.ts";
import { isSearch } from "../../../support/lives.ts";

const THREADS = isSearch() ? 50 : 12;
const CALLS = 4;
const agents = "tests/slow/integration/deferred/_agents.ts";

for (const name of RUNTIMES) {
  needsRedis(
    `X6: ${name} with ${THREADS * CALLS} deferred calls over two kills: each has the one result that won`,
    async () => {
      await using scene = await openScene();
      await using first = await scene.boot(name, { agents });
      const threads = Array.from({ length: THREADS }, (_, index) => `d${index}`);
      const deferred = await each(threads, async (thread) => {
        const plan = [...Array(CALLS).fill("once"), "pure"].join("+");
        const asked = { agent: "worker", input: job(thread, plan), until: "done" } as const;
        const { status, answer } = await jsonStep(first.fetch, thread, asked);
        assert.equal(status, 200, JSON.stringify(answer));
        assert.equal(answer.thread.status, "waiting");
        return answer.calls.filter(({ state }) => state === "deferred").map(({ id }) => ({ thread, id }));
      });
      assert.equal(deferred.flat().length, THREADS * CALLS);

      scene.rest.stats.reset();
      await first.kill();
      await using second = await scene.boot(name, { agents });
      // A server on Deno runs the cron pump at its start, which reads the due index once.
      const touched = scene.rest.stats.requests.filter(({ commands }) =>
        commands.some((command) => command !== "PING" && command !== "ZRANGE")
      );
      assert.deepEqual(touched, [], "an open call costs no request, not even at a start");

      const [early, late] = [deferred.flat().slice(0, 100), deferred.flat().slice(100)];
      const winners = new Map(await each(early, async (call) => await race(second, call)));
      await second.kill();
      await using third = await scene.boot(name, { agents });
      for (const [id, won] of await each(late, async (call) => await race(third, call))) winners.set(id, won);
      assert.equal(winners.size, THREADS * CALLS);

      await each(threads, async (thread) => {
        const { status, answer } = await jsonStep(third.fetch, thread, { until: "done" });
        assert.equal(status, 200, JSON.stringify(answer));
        assert.equal(answer.output, finalText(thread));
        const observed = observationsOf(await scene.history(third, thread));
        assert.equal(observed.length, CALLS + 1);
        for (const { callId, name, outcome, output } of observed) {
          assert.equal(outcome, "completed");
          if (name === "once") assert.equal(output, winners.get(callId));
        }
        for (let place = 0; place <= CALLS; place++) {
          assert.equal(scene.ledger.of(labelOf(thread, place)).length, 1, "each tool ran once");
        }
      });
    },
    loose,
  );
}

/** Two results for one call at once: the value that won. */
async function race(
  runtime: Runtime,
  { thread, id }: { thread: string; id: string },
): Promise<[string, string]> {
  const send = async (output: string) => {
    const response = await runtime.fetch(`/v1/threads/${thread}/calls/${id}/result`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ output }),
    });
    const body = await response.json();
    return { output, status: response.status, code: body.code };
  };
  const both = await Promise.all([send(`${id} a`), send(`${id} b`)]);
  const won = both.filter(({ status }) => status === 200);
  assert.equal(won.length, 1, JSON.stringify(both));
  assert.deepEqual(both.filter(({ status }) => status !== 200).map(({ status, code }) => [status, code]), [
    [409, "result_given"],
  ]);
  return [id, won[0]?.output ?? ""];
}

/** The results of work on all items, ten at a time. */
async function each<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += 10) {
    results.push(...await Promise.all(items.slice(at, at + 10).map(work)));
  }
  return results;
}
