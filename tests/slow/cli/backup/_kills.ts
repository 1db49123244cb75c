// Rows O2, E3: backups that are made while clients run steps and their servers are killed. Each of them is restored into an empty store, where
// every thread is whole, every record verifies, requests that are sent again find what they have done, and no `once` call that was started in
// the backup runs another time.

import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { DatabaseSync } from "node:sqlite";
import { openCopy } from "../../../../src/cli/backup/backup_file.ts";
import type { Place } from "../../../../src/cli/move/copy_thread.ts";
import { readExport } from "../../../../src/cli/verify/exported_thread.ts";
import { partsFor } from "../../../../src/cli/verify/parts.ts";
import { verifyThread } from "../../../../src/cli/verify/verify_thread.ts";
import { type Entry, listCalls } from "../../../../src/core/entry.ts";
import { loose, openScene, type Runtime, type Scene } from "../../integration/_scene.ts";
import { type OpenPlace, PLACES } from "../move/_stores.ts";
import { TENANT } from "../move/_threads.ts";
import { openBackups } from "./_backups.ts";
import { type Ground, type Load, send, startLoad } from "./_load.ts";

const THREADS = ["k0", "k1", "k2", "k3", "k4", "k5"];
const BACKUPS = 3;

/** A store under load, and the variables by which a server has it. */
interface Store extends Ground {
  readonly place: Pick<OpenPlace, "name" | "env">;
}

const STORES = {
  async sqlite(scene: Scene, place: OpenPlace): Promise<Store> {
    const path = place.name.slice("sqlite:".length);
    return await Promise.resolve({
      place,
      boot: () => scene.boot("deno", {}, { TREADLE_STORE: place.name }),
      expireLease: (thread) => {
        const file = new DatabaseSync(path, { timeout: 10_000 });
        file.prepare("UPDATE threads SET lease_until = 0 WHERE thread = ? AND lease_until IS NOT NULL").run(
          thread,
        );
        file.close();
        return Promise.resolve();
      },
    });
  },
  async upstash(scene: Scene): Promise<Store> {
    const env = { UPSTASH_REDIS_REST_URL: scene.rest.url, UPSTASH_REDIS_REST_TOKEN: scene.rest.token };
    return await Promise.resolve({
      place: { name: "upstash", env },
      boot: () => scene.boot("deno"),
      expireLease: (thread) => scene.expireLease(thread),
    });
  },
} as const;

/** The tests of backups under load. */
export function testKills(): void {
  for (const name of ["sqlite", "upstash"] as const) {
    Deno.test(
      `O2, E3: backups of ${name} under load with kills are whole, and nothing runs twice when they go on`,
      loose,
      async () => {
        await using scene = await openScene({
          ledgerMs: () => 15,
          manner: () => ({ chunkDelayMs: 10, chunks: [20] }),
        });
        await using here = await PLACES[name]();
        await using backups = await openBackups();
        const store = await STORES[name](scene, here);
        const load = await startLoad(THREADS, store);
        const begun: number[] = [];
        try {
          await untilAnswered(load, THREADS.length);
          for (let number = 0; number < BACKUPS; number++) {
            begun.push(Date.now());
            const source = { ...here, ...store.place };
            // A file is copied whole, and the last time the tenant of it.
            const tenant = name === "sqlite" && number < BACKUPS - 1 ? undefined : TENANT;
            const [made] = await Promise.all([
              backups.make(source, String(number), { tenant, pause: (ms) => pause(Math.min(ms, 100)) }),
              load.attack(),
            ]);
            assert.deepEqual(made.tenants, [{ tenant: TENANT, threads: THREADS.length, left: {} }]);
            await untilAnswered(load, THREADS.length * (number + 2));
          }
        } finally {
          await load.end();
        }
        let cut = 0;
        for (const [number, at] of begun.entries()) {
          await using there = await PLACES[name]();
          const { tenants: [restored] } = await backups.restore(String(number), there);
          assert.deepEqual([restored?.restored.toSorted(), restored?.left], [THREADS, {}]);
          const env = name === "sqlite" ? { TREADLE_STORE: there.name } : there.env;
          await using runtime = await scene.boot("deno", {}, env);
          await using copy = openCopy(backups.path(String(number)), at);
          cut += await goOn({ scene, runtime, load, at, copy: copy.place });
        }
        assert.ok(cut > 0, "no step ran in any of the backups");
      },
    );
  }
}

/** Until so many requests more were answered than before. */
async function untilAnswered({ sent }: Load, count: number): Promise<void> {
  while (sent.filter(({ answeredAt }) => answeredAt !== undefined).length < count) await pause(20);
}

interface Restored {
  readonly scene: Scene;
  readonly runtime: Runtime;
  readonly load: Load;
  /** When the backup was begun. */
  readonly at: number;
  readonly copy: Place;
}

/** Returns how many threads the backup has in the middle of a step. */
async function goOn({ scene, runtime, load, at, copy }: Restored): Promise<number> {
  const before = scene.ledger.executions.length;
  /** Labels of `once` calls that the backup has as closed or as started. */
  const over = new Set<string>();
  let cut = 0;
  for (const thread of THREADS) {
    const history = await scene.history(runtime, thread);
    const { marks, receipts } = await copy.readThread({ tenant: TENANT, thread });
    if (receipts.some(({ state }) => state === "running")) cut++;
    const started = marks.flatMap(([id, { startedEpoch }]) => startedEpoch === undefined ? [] : [id]);
    for (const label of labelsOf(history, started)) over.add(label);
    const inputs = history.flatMap((entry) => entry.type === "user" ? [entry.text] : []);
    const sent = load.sent.filter((request) => request.thread === thread);
    const answered = sent.filter(({ answeredAt }) => answeredAt !== undefined && answeredAt < at);
    assert.deepEqual(inputs, sent.slice(0, inputs.length).map(({ input }) => input), thread);
    assert.ok(inputs.length >= answered.length, `${thread}: what was answered is there`);
    // The clients send again what they do not know to be done, and what they do.
    const [last] = sent.slice(answered.length);
    for (const request of [...answered.slice(-1), ...last === undefined ? [] : [last]]) {
      assert.equal(await send(runtime, request), "done", request.id);
    }
    const after = await scene.history(runtime, thread);
    assert.deepEqual(
      after.flatMap((entry) => entry.type === "user" ? [entry.text] : []),
      sent.slice(0, Math.max(inputs.length, answered.length + 1)).map(({ input }) => input),
      thread,
    );
    await assertVerified(runtime, thread);
  }
  const runs = scene.ledger.executions.slice(before).filter(({ tool }) => tool === "once");
  assert.deepEqual(runs.filter(({ label }) => over.has(label)), []);
  assert.equal(new Set(runs.map(({ label }) => label)).size, runs.length);
  return cut;
}

/** The labels of calls of `once` that have an observation, or were started. */
function labelsOf(history: readonly Entry[], started: readonly string[]): string[] {
  const over = new Set([
    ...started,
    ...history.flatMap((entry) => entry.type === "tool" ? [entry.callId] : []),
  ]);
  return history.flatMap((entry) => entry.type === "assistant" ? listCalls(entry) : [])
    .filter(({ id, name }) => name === "once" && over.has(id))
    .map(({ args }) => JSON.parse(args).label);
}

async function assertVerified(runtime: Runtime, thread: string): Promise<void> {
  const response = await runtime.fetch(`/v1/threads/${thread}/export`);
  const report = await verifyThread(await readExport(await response.text()), partsFor({}));
  assert.equal(report.verdict, "verified", `${thread}: ${JSON.stringify(report.differences)}`);
}
