// A run that a webhook starts and no client follows, while 30 % of its wake-ups are lost, 30 % come twice, and the process is killed
// in the middle of a model call and in the middle of a tool. The minute of the cron pump and the lease of a dead worker are not
// waited for: the test moves the clock, and expires the lease.

import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { freePort, needsRedis } from "../../../support/requires.ts";
import { seededFaults, type SimulatedQStash, startQStash } from "../../../support/qstash/server.ts";
import {
  finalText,
  job,
  labelOf,
  loose,
  observationsOf,
  openScene,
  type Runtime,
  type RuntimeName,
  type Scene,
} from "../_scene.ts";

const SECRET = "whsec_dHJlYWRsZS10ZXN0cy0wMTIzNDU2Nzg5LWFiY2RlZg==";

const MAINS = {
  deno: "tests/slow/integration/unattended/_deno.ts",
  workerd: "tests/slow/integration/unattended/_worker.ts",
};

/** Milliseconds after which the pump looks at what it has found. */
const MINUTE = 61_000;

interface View {
  readonly status: string;
  readonly running: boolean;
  readonly version: number;
  readonly counters: { readonly steps: number };
}

/** The deployment, however often it is killed. */
class Deployment {
  aheadMs = 0;
  /** What the processes have printed that were killed. */
  printed = "";
  #seed: number;
  #runtime: Runtime | undefined;
  readonly #port = freePort();

  constructor(
    readonly scene: Scene,
    readonly name: RuntimeName,
    readonly upstash: SimulatedQStash,
    seed: number,
  ) {
    this.#seed = seed;
  }

  get runtime(): Runtime {
    return this.#runtime ?? assert.fail("It is not booted.");
  }

  async boot(): Promise<void> {
    const variables = {
      STANDARD_WEBHOOKS_SECRET: SECRET,
      TEST_AHEAD_MS: String(this.aheadMs),
      TEST_SEED: String(this.#seed++),
      ...this.upstash.variables(`http://127.0.0.1:${this.#port}`),
    };
    const queues: Record<string, string> = this.name === "workerd" ? { WAKES: "treadle-wakes" } : {};
    this.#runtime = await this.scene.boot(
      this.name,
      { port: this.#port, main: MAINS[this.name], queues },
      variables,
    );
  }

  /** SIGKILL, and a new process; the dead one's lease has run out. */
  async killed(thread: string): Promise<void> {
    await this.runtime.kill();
    this.printed += this.runtime.output();
    await this.scene.expireLease(thread);
    await this.boot();
  }

  async view(thread: string): Promise<View> {
    return await (await this.runtime.fetch(`/v1/threads/${thread}`)).json();
  }

  /** A cron trigger, a minute after the last one. */
  async cron(): Promise<{ readonly woken: number }> {
    this.aheadMs += MINUTE;
    const response = await this.runtime.fetch(`/test/pump?ahead=${this.aheadMs}`, { method: "POST" });
    assert.equal(response.status, 200, await response.clone().text());
    return await response.json();
  }

  /** Whether nothing runs and nothing comes any more: then only the pump can go on. */
  async isQuiet(thread: string): Promise<boolean> {
    const before = await this.view(thread);
    await new Promise((resolve) => setTimeout(resolve, 250)); // a message of a queue has no end that can be awaited
    const after = await this.view(thread);
    return !before.running && !after.running && before.version === after.version;
  }

  /** Minute after minute until it has happened. */
  async until(thread: string, happened: Promise<unknown>): Promise<void> {
    let isOver = false;
    happened.then(() => isOver = true, () => isOver = true);
    for (let minutes = 0; !isOver; minutes++) {
      assert.ok(minutes < 60, `after ${minutes} minutes: ${JSON.stringify(await this.view(thread))}`);
      while (!isOver && !await this.isQuiet(thread));
      if (!isOver) await this.cron();
    }
    await happened;
  }

  /** The row of the last commit leaves with a wake-up that arrives, or is not there. */
  async untilNothingIsDue(thread: string): Promise<void> {
    for (let minutes = 0; (await this.cron()).woken > 0; minutes++) {
      assert.ok(minutes < 15, "the due index keeps the thread");
      while (!await this.isQuiet(thread));
    }
  }

  /** Minute after minute until the run has ended. */
  async untilDone(thread: string): Promise<View> {
    for (let minutes = 0;; minutes++) {
      while (!await this.isQuiet(thread));
      const view = await this.view(thread);
      if (view.status !== "open") return view;
      assert.ok(minutes < 60, `after ${minutes} minutes: ${JSON.stringify(view)}`);
      await this.cron();
    }
  }
}

/** A signed delivery of a job. */
async function deliver({ fetch }: Runtime, thread: string, text: string, aheadMs: number): Promise<number> {
  const at = new Date(Date.now() + aheadMs);
  const body = JSON.stringify({
    type: "job.created",
    timestamp: at.toISOString(),
    data: { thread, job: text },
  });
  const response = await fetch("/webhooks/standard/worker", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "webhook-id": `msg_${thread}`,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": new Webhook(SECRET).sign(`msg_${thread}`, at, body),
    },
    body,
  });
  await response.body?.cancel();
  return response.status;
}

const RUNS: readonly { readonly name: RuntimeName; readonly by: string; readonly seed: number }[] = [
  { name: "deno", by: "QStash", seed: 6 },
  { name: "workerd", by: "a queue", seed: 22 },
];

for (const { name, by, seed } of RUNS) {
  needsRedis(
    `E9: ${name} with ${by}: a webhook's run of five steps ends without a client, whatever is lost, doubled or killed`,
    async () => {
      await using scene = await openScene();
      let aheadMs = () => 0;
      const befall = seededFaults(seed, 0.3, 0.3);
      const befallen = { lost: 0, doubled: 0 };
      await using upstash = startQStash({
        faults: (message) => {
          const { drop = false, twice = false } = befall(message);
          if (drop) befallen.lost += 1;
          else if (twice) befallen.doubled += 1;
          return { drop, twice };
        },
        clock: () => Date.now() + aheadMs(),
      });
      const deployment = new Deployment(scene, name, upstash, seed);
      aheadMs = () => deployment.aheadMs;
      try {
        await deployment.boot();
        const thread = "unattended";
        const planning = Promise.withResolvers<void>();
        const inModel = scene.bend("u", 1, {}, planning.promise);
        const inTool = scene.ledger.hold(labelOf("u", 1));
        const text = job("u", "pure", "keyed", "once+pure", "once");
        const statuses = [];
        for (let time = 0; time < 3; time++) {
          statuses.push(await deliver(deployment.runtime, thread, text, deployment.aheadMs));
        }
        assert.deepEqual(statuses, [202, 200, 200]);

        await deployment.until(thread, inModel);
        await deployment.killed(thread);
        planning.resolve();
        await deployment.until(thread, inTool.arrived);
        await deployment.killed(thread);
        inTool.release();
        const view = await deployment.untilDone(thread);

        assert.equal(view.status, "done", JSON.stringify(view));
        assert.deepEqual([view.counters.steps, view.version], [5, 5]);
        const entries = await scene.history(deployment.runtime, thread);
        assert.deepEqual(entries.map(({ type }) => type), [
          "user",
          "assistant",
          "tool",
          "assistant",
          "tool",
          "assistant",
          "tool",
          "tool",
          "assistant",
          "tool",
          "assistant",
        ]);
        assert.ok(JSON.stringify(entries.at(-1)).includes(finalText("u")));
        assert.deepEqual(
          observationsOf(entries).map(({ name, outcome }) => `${name} ${outcome}`),
          ["pure completed", "keyed completed", "once completed", "pure completed", "once completed"],
        );
        const ran = [0, 1, 2, 3, 4].map((place) => scene.ledger.of(labelOf("u", place)).length);
        assert.deepEqual(
          ran,
          [2, 2, 1, 1, 1],
          "what may be repeated ran again after each kill, and once ran once",
        );
        assert.equal(new Set(scene.ledger.of(labelOf("u", 1)).map(({ key }) => key)).size, 1);
        await deployment.untilNothingIsDue(thread);
        assert.deepEqual((await deployment.view(thread)).version, 5);
        assert.deepEqual(upstash.refusals, []);
        const printed = deployment.printed + deployment.runtime.output();
        const lost = befallen.lost + printed.split("LOST").length - 1;
        const doubled = befallen.doubled + printed.split("DOUBLED").length - 1;
        assert.ok(lost >= 2 && doubled >= 2, `${lost} wake-ups were lost and ${doubled} doubled`);
      } finally {
        await deployment.runtime.stop();
      }
    },
    loose,
  );
}
