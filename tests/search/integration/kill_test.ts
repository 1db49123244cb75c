// Servers that vanish: kill -9 of `deno serve` and of workerd at chosen points of a step. The thread is refused while the
// dead worker's lease runs, and then goes on from its last commit on a fresh server: no `once` tool runs twice, a `keyed`
// tool runs again under the same key, nothing is lost. The lease's 30 seconds are not waited for: a test expires it.

import assert from "node:assert/strict";
import { jsonStep } from "../../slow/support/client.ts";
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
  RUNTIMES,
  type Scene,
} from "../../slow/integration/_scene.ts";

for (const name of RUNTIMES) {
  needsRedis(
    `E3: ${name} killed while the model streams: the same request runs again, its input once`,
    async () => {
      await using scene = await openScene();
      await using dying = await scene.boot(name);
      const body = { agent: "worker", input: job("m", "once"), until: "done" } as const;
      const headers = { "idempotency-key": "m-1" };
      const asked = scene.bend("m", 0, { fault: "stall" });
      const lost = openStep(dying, "m", body, { headers });
      await asked;
      const response = await lost;
      await response.body?.getReader().read();
      await dying.kill();

      await using fresh = await scene.boot(name);
      await assertLeased(fresh, "m", body, headers);
      await scene.expireLease("m");
      const { status, answer } = await jsonStep(fresh.fetch, "m", body, headers);
      assert.equal(status, 200, JSON.stringify(answer));
      assert.equal(answer.output, finalText("m"));
      const entries = await scene.history(fresh, "m");
      assert.deepEqual(entries.map(({ type }) => type), ["user", "assistant", "tool", "assistant"]);
      assert.equal(scene.ledger.of(labelOf("m", 0)).length, 1);
      const again = await jsonStep(fresh.fetch, "m", body, headers);
      assert.equal(again.headers.get("idempotency-replayed"), "true");
    },
    loose,
  );

  needsRedis(
    `X4: ${name} killed while tools run: once is unknown and not run again, keyed runs again with its key`,
    async () => {
      await using scene = await openScene();
      await using dying = await scene.boot(name);
      const holds = [0, 1, 2].map((place) => scene.ledger.hold(labelOf("t", place)));
      const body = { agent: "worker", input: job("t", "once+keyed+pure", "once"), until: "done" } as const;
      const lost = abandoned(jsonStep(dying.fetch, "t", body));
      await Promise.all(holds.map(({ arrived }) => arrived));
      await dying.kill();
      await lost;

      await using fresh = await scene.boot(name);
      await assertLeased(fresh, "t", { input: "x: " });
      await scene.expireLease("t");
      const { status, answer } = await jsonStep(fresh.fetch, "t", { until: "done" });
      assert.equal(status, 200, JSON.stringify(answer));
      assert.equal(answer.output, finalText("t"));
      assert.deepEqual(
        observationsOf(await scene.history(fresh, "t")).map(({ name, outcome }) => [name, outcome]),
        [["once", "unknown"], ["keyed", "completed"], ["pure", "completed"], ["once", "completed"]],
      );
      assert.equal(scene.ledger.of(labelOf("t", 0)).length, 1, "once ran once");
      const keyed = scene.ledger.of(labelOf("t", 1));
      assert.deepEqual(keyed.map(({ attempt }) => attempt), [1, 2]);
      assert.equal(new Set(keyed.map(({ key }) => key)).size, 1, "keyed ran again under its key");
      assert.equal(scene.ledger.of(labelOf("t", 2)).length, 2);
      assert.equal(scene.ledger.of(labelOf("t", 3)).length, 1);
    },
    loose,
  );

  needsRedis(
    `X4: ${name} killed after once calls were planned and before any was marked: they run`,
    async () => {
      await using scene = await openScene();
      await using dying = await scene.boot(name);
      const marking = firstOf(scene, "mark", "drop-request");
      const lost = abandoned(
        jsonStep(dying.fetch, "p", { agent: "worker", input: job("p", "once"), until: "done" }),
      );
      await marking;
      await dying.kill();
      await lost;
      scene.onStore = () => undefined;

      await using fresh = await scene.boot(name);
      await scene.expireLease("p");
      const { answer } = await jsonStep(fresh.fetch, "p", { until: "done" });
      assert.equal(answer.output, finalText("p"), JSON.stringify(answer));
      const [observation] = observationsOf(await scene.history(fresh, "p"));
      assert.equal(observation?.outcome, "completed");
      assert.equal(scene.ledger.of(labelOf("p", 0)).length, 1);
    },
    loose,
  );

  for (const applied of [false, true]) {
    const what = applied
      ? "after its commit, whose answer is lost"
      : "between the model's end and the commit";
    needsRedis(`E3: ${name} killed ${what}: every step commits once`, async () => {
      await using scene = await openScene();
      await using dying = await scene.boot(name);
      const planned = { agent: "worker", input: job("c", "once+keyed") };
      await jsonStep(dying.fetch, "c", planned, { "idempotency-key": "c-1" });
      const committing = firstOf(scene, "commit", applied ? "drop-answer" : "drop-request");
      const headers = { "idempotency-key": "c-2" };
      const lost = abandoned(jsonStep(dying.fetch, "c", {}, headers));
      await committing;
      await dying.kill();
      await lost;
      scene.onStore = () => undefined;

      await using fresh = await scene.boot(name);
      if (!applied) {
        await assertLeased(fresh, "c", {}, headers);
        await scene.expireLease("c");
      }
      const { status, answer, headers: answered } = await jsonStep(fresh.fetch, "c", {}, headers);
      assert.equal(status, 200, JSON.stringify(answer));
      assert.equal(answered.get("idempotency-replayed"), applied ? "true" : null);
      assert.equal(answer.output, finalText("c"));
      assert.equal(answer.thread.version, 2);
      const entries = await scene.history(fresh, "c");
      assert.deepEqual(entries.map(({ type }) => type), ["user", "assistant", "tool", "tool", "assistant"]);
      assert.deepEqual(observationsOf(entries).map(({ outcome }) => outcome), [
        applied ? "completed" : "unknown",
        "completed",
      ]);
      assert.equal(scene.ledger.of(labelOf("c", 0)).length, 1, "once ran once");
      const keyed = scene.ledger.of(labelOf("c", 1));
      assert.equal(keyed.length, applied ? 1 : 2);
      assert.equal(new Set(keyed.map(({ key }) => key)).size, 1);
    }, loose);
  }

  needsRedis(
    `E3: ${name} killed mid-step: busy=restart does not wait for the dead worker's lease`,
    async () => {
      await using scene = await openScene();
      await using dying = await scene.boot(name);
      const hold = scene.ledger.hold(labelOf("r", 0));
      const lost = abandoned(
        jsonStep(dying.fetch, "r", { agent: "worker", input: job("r", "once"), until: "done" }),
      );
      await hold.arrived;
      await dying.kill();
      await lost;

      await using fresh = await scene.boot(name);
      const next = { input: job("r2"), busy: "restart", until: "done" } as const;
      await assertLeased(fresh, "r", { ...next, busy: "reject" });
      const { status, answer } = await jsonStep(fresh.fetch, "r", next);
      assert.equal(status, 200, JSON.stringify(answer));
      assert.equal(answer.output, finalText("r2"));
      const entries = await scene.history(fresh, "r");
      assert.deepEqual(observationsOf(entries).map(({ outcome }) => outcome), ["unknown"]);
      assert.equal(scene.ledger.of(labelOf("r", 0)).length, 1);
    },
    loose,
  );

  needsRedis(
    `E3: ${name} paused mid-step and taken over: when it wakes up, nothing of it is kept and no tool ran twice`,
    async () => {
      await using scene = await openScene();
      await using sleeper = await scene.boot(name);
      await using other = await scene.boot(name);
      const hold = scene.ledger.hold(labelOf("z", 0));
      const response = await openStep(sleeper, "z", {
        agent: "worker",
        input: job("z", "once", "once"),
        until: "done",
      });
      await hold.arrived;
      sleeper.pause();
      await scene.expireLease("z");
      const { answer } = await jsonStep(other.fetch, "z", { until: "done" });
      assert.equal(answer.output, finalText("z"), JSON.stringify(answer));
      const before = await scene.history(other, "z");

      hold.release();
      sleeper.resume();
      const told = await response.text();
      assert.match(told, /event: step\.failed\n.*"code":"step_(fenced|cancelled)"/);
      assert.deepEqual(await scene.history(other, "z"), before);
      assert.deepEqual(observationsOf(before).map(({ outcome }) => outcome), ["unknown", "completed"]);
      assert.equal(scene.ledger.of(labelOf("z", 0)).length, 1);
      assert.equal(scene.ledger.of(labelOf("z", 1)).length, 1);
    },
    loose,
  );
}

/** While the dead worker's lease runs, the thread is refused, and the refusal says for how long. */
async function assertLeased(
  runtime: Runtime,
  thread: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<void> {
  const refused = await jsonStep(runtime.fetch, thread, { ...body }, headers);
  assert.equal(refused.status, 409, JSON.stringify(refused.answer));
  const withKey = headers["idempotency-key"] !== undefined;
  assert.equal(refused.answer.code, withKey ? "idempotency_in_flight" : "thread_busy");
  const seconds = Number(refused.headers.get("retry-after"));
  assert.ok(seconds >= 1 && seconds <= 30, `Retry-After: ${seconds}`);
}

/** From now on this fault befalls every run of the script; resolves at the first. */
function firstOf(
  scene: Scene,
  wanted: "mark" | "commit",
  fault: "drop-request" | "drop-answer",
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  scene.onStore = (script) => {
    if (script !== wanted) return undefined;
    resolve();
    return fault;
  };
  return promise;
}

/** A request whose server dies. */
async function abandoned(request: Promise<unknown>): Promise<void> {
  await assert.rejects(request, TypeError);
}
