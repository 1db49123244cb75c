// Two requests on one thread, at one runtime or at both on the same Redis: one wins; the other is refused, queued, replayed
// or takes over, as it chose; and every call has one observation whoever won.

import assert from "node:assert/strict";
import { jsonStep, type StepBody } from "../support/client.ts";
import { eventually } from "../../support/eventually.ts";
import { needsRedis } from "../../support/requires.ts";
import {
  finalText,
  job,
  labelOf,
  loose,
  observationsOf,
  openScene,
  openStep,
  type Runtime,
  type Scene,
} from "./_scene.ts";

needsRedis("E3: while a step runs, a second request is refused, queued or takes over", async (test) => {
  await using scene = await openScene();
  await using deno = await scene.boot("deno");
  await using worker = await scene.boot("workerd");

  for (const [first, second] of [[deno, worker], [worker, deno], [deno, deno], [worker, worker]] as const) {
    const pair = `${first.name}, then ${second.name}`;
    const id = `${first.name}-${second.name}`;

    await test.step(`${pair}: reject and queue`, async () => {
      const thread = `queue-${id}`;
      const body = { agent: "worker", input: job(thread, "once"), until: "done" } as const;
      const hold = scene.ledger.hold(labelOf(thread, 0));
      const running = openStep(first, thread, body, { headers: { "idempotency-key": `${thread}-1` } });
      await hold.arrived;

      const rejected = await jsonStep(second.fetch, thread, body);
      assert.deepEqual([rejected.status, rejected.answer.code], [409, "thread_busy"]);
      assert.match(rejected.headers.get("retry-after") ?? "", /^([1-9]|[12]\d|30)$/);
      const sameKey = { "idempotency-key": `${thread}-1` };
      const twin = await jsonStep(second.fetch, thread, body, sameKey);
      assert.deepEqual([twin.status, twin.answer.code], [409, "idempotency_in_flight"]);
      const streamed = await openStep(second, thread, body, { headers: sameKey });
      assert.equal(streamed.status, 409, "also over SSE, before any event");
      await streamed.body?.cancel();
      const other = await jsonStep(second.fetch, thread, { input: "another" }, sameKey);
      assert.deepEqual([other.status, other.answer.code], [422, "idempotency_mismatch"]);
      const queued = await openStep(second, thread, { input: job(`${thread}-q`, "keyed"), busy: "queue" });
      assert.equal(queued.status, 202);
      await queued.body?.cancel();

      hold.release();
      assert.match(await (await running).text(), /event: step\.finished/);
      // The request that ran goes on with the queued input, behind its response.
      await eventually(async () =>
        (await jsonStep(second.fetch, thread, { until: "done" })).answer.code === "nothing_to_do"
      );
      const entries = await scene.history(first, thread);
      const users = entries.flatMap((entry) => entry.type === "user" ? [entry.text] : []);
      assert.deepEqual(users, [job(thread, "once"), job(`${thread}-q`, "keyed")]);
      assert.deepEqual(observationsOf(entries).map(({ name, outcome }) => [name, outcome]), [
        ["once", "completed"],
        ["keyed", "completed"],
      ]);
      assertOnce(scene, labelOf(thread, 0), labelOf(`${thread}-q`, 0));
    });

    await test.step(`${pair}: interrupt`, async () => {
      const thread = `restart-${id}`;
      const hold = scene.ledger.hold(labelOf(thread, 0));
      const running = await openStep(first, thread, {
        agent: "worker",
        input: job(thread, "once", "once"),
        until: "done",
      });
      await hold.arrived;
      const { status, answer } = await jsonStep(second.fetch, thread, {
        input: job(`${thread}-2`, "once"),
        busy: "interrupt",
        until: "done",
      });
      assert.equal(status, 200, JSON.stringify(answer));
      assert.equal(answer.output, finalText(`${thread}-2`));
      assert.match(await running.text(), /event: step\.failed\n.*"code":"step_(cancelled|fenced)"/);
      hold.release();
      const entries = await scene.history(first, thread);
      const [stopped, ...others] = observationsOf(entries).map(({ outcome }) => outcome);
      // A step that does not end in three seconds leaves the call to the next one.
      assert.ok(stopped === "failed" || stopped === "unknown", `the call is ${stopped}`);
      assert.deepEqual(others, ["completed"]);
      assertOnce(scene, labelOf(thread, 0), labelOf(`${thread}-2`, 0));
      assert.equal(scene.ledger.of(labelOf(thread, 1)).length, 0, "what was planned before never runs");
    });
  }
}, loose);

needsRedis(
  "E3: of requests that arrive together one runs, over SSE and JSON, in both runtimes",
  async (test) => {
    await using scene = await openScene();
    await using deno = await scene.boot("deno");
    await using worker = await scene.boot("workerd");
    const KEYS = {
      "without keys": () => undefined,
      "with the same key": (thread: string) => thread,
      "with keys of their own": (thread: string, index: number) => `${thread}-${index}`,
    };

    for (const [how, keyOf] of Object.entries(KEYS)) {
      for (const busy of ["reject", "queue", "restart"] as const) {
        await test.step(`${how}, busy=${busy}`, async () => {
          const thread = `${how.replaceAll(" ", "-")}-${busy}`;
          const planned = await jsonStep(deno.fetch, thread, {
            agent: "worker",
            input: job(thread, "once+keyed+pure"),
          });
          assert.equal(planned.status, 200, JSON.stringify(planned.answer));
          // Without an input there is nothing to queue or to restart with; with one, every request has its own.
          const hasInput = busy !== "reject";
          const asked = Array.from({ length: 6 }, (_, index) => {
            const input = `${thread}-${how === "with the same key" ? 0 : index}`;
            const body = { busy, ...(hasInput ? { input: job(input) } : {}) };
            return ask(index % 2 ? worker : deno, thread, body, index % 3 === 0, keyOf(thread, index));
          });
          const answers = await Promise.all(asked);
          const told = JSON.stringify(answers);
          for (const { status } of answers) assert.ok([200, 202, 409].includes(status), told);
          assert.ok(answers.some(({ status }) => status === 200), told);

          for (let steps = 0; (await jsonStep(deno.fetch, thread, {})).status === 200; steps++) {
            assert.ok(steps < 10, "the queued inputs run dry");
          }
          const entries = await scene.history(deno, thread);
          const outcomes = observationsOf(entries).map(({ outcome }) => outcome);
          assert.equal(outcomes.length, 3, "one observation for each of the three calls");
          if (busy !== "restart") {
            assert.deepEqual(outcomes, ["completed", "completed", "completed"]);
            assertOnce(scene, ...[0, 1, 2].map((place) => labelOf(thread, place)));
          }
          assert.ok(scene.ledger.of(labelOf(thread, 0)).length <= 1, "once ran at most once");
          const keys = scene.ledger.of(labelOf(thread, 1)).map(({ key }) => key);
          assert.ok(new Set(keys).size <= 1, "keyed ran under one key");

          const inputs = entries.flatMap((entry) => entry.type === "user" ? [entry.text] : []).slice(1);
          assert.equal(new Set(inputs).size, inputs.length, "no input stands twice");
          if (busy === "queue") {
            const accepted = answers.filter(({ status }) => status === 200 || status === 202).length;
            assert.equal(inputs.length, how === "with the same key" ? 1 : accepted, told);
          }
          if (busy === "reject") {
            const won = answers.filter((answer) =>
              answer.status === 200 && !answer.replayed && !answer.failed
            );
            assert.equal(won.length, 1, told);
          }
        });
      }
    }
  },
  loose,
);

interface Answered {
  readonly status: number;
  readonly code: string | undefined;
  readonly replayed: boolean;
  /** The stream began and ended with step.failed. */
  readonly failed: boolean;
}

async function ask(
  runtime: Runtime,
  thread: string,
  body: StepBody,
  streams: boolean,
  key: string | undefined,
): Promise<Answered> {
  const response = await openStep(runtime, thread, body, {
    headers: {
      accept: streams ? "text/event-stream" : "application/json",
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
  });
  const text = await response.text();
  return {
    status: response.status,
    code: /"code":"(\w+)"/.exec(text)?.[1],
    replayed: response.headers.has("idempotency-replayed"),
    failed: text.includes("event: step.failed"),
  };
}

function assertOnce(scene: Scene, ...labels: string[]): void {
  for (const label of labels) assert.equal(scene.ledger.of(label).length, 1, `${label} ran once`);
}
