// X6: workers vanish at every request to the store while a call is deferred, completed and taken: nothing that was recorded is
// lost, and no tool runs again.

import assert from "node:assert/strict";
import { AgentError } from "../../../src/core/error.ts";
import type { Sleep } from "../../../src/core/ports.ts";
import type { Store } from "../../../src/core/store.ts";
import { sleep } from "../../../src/deps/ports.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { overridden } from "../../chaos/overridden.ts";
import { DONE, type Scene, scene, THREE } from "./_scene.ts";

const LEASE_MS = 31_000;

/** Retries of store requests wait for nothing; deadlines and timeouts do. */
const retriesAtOnce: Sleep = (ms, signal) => ms <= 1_500 ? Promise.resolve() : sleep(ms, signal);

/** A store whose worker vanishes at request `at`, which is applied or not: from there on nothing answers. */
function vanishing(store: Store, at: number, applied: boolean) {
  let sent = 0;
  const dies = async <T>(work: () => Promise<T>): Promise<T> => {
    sent += 1;
    if (sent < at) return await work();
    if (sent === at && applied) await work();
    throw new AgentError("store_unavailable", "No answer came.");
  };
  const dying = overridden(store, {
    begin: (request) => dies(() => store.begin(request)),
    commit: (request) => dies(() => store.commit(request)),
    advance: (request) => dies(() => store.advance(request)),
    abandon: (request) => dies(() => store.abandon(request)),
    markStarted: (...args) => dies(() => store.markStarted(...args)),
    decide: (...args) => dies(() => store.decide(...args)),
    read: (ref) => dies(() => store.read(ref)),
    putBlob: (...args) => dies(() => store.putBlob(...args)),
    flush: () => Promise.resolve("ok"),
  });
  return { store: dying, wasReached: () => sent >= at };
}

/** What the client of the thread does until the answer is there; a worker that vanished is replaced. */
async function driven({ lab }: Scene): Promise<void> {
  const idempotency = { key: "k", bodyHash: "h" };
  await lab.run({ input: "go", until: "done", idempotency }).catch(ignored);
  await lab.run({ until: "done" }).catch(ignored);
}

function ignored(error: unknown): void {
  if (!(error instanceof AgentError)) throw error;
}

for (const applied of [false, true]) {
  Deno.test(`X6: a worker that vanishes at any request, ${applied ? "applied" : "lost"}: one observation each, none twice`, async () => {
    let reached = true;
    let faults = 0;
    for (let at = 1; reached; at++) {
      assert.ok(at < 40, "the run is longer than expected");
      let now = 1_700_000_000_000;
      const inner = createMemoryStore({ clock: () => now });
      const dying = vanishing(inner, at, applied);
      const ran: string[] = [];
      const worker = (store: Store): Scene => {
        const made = scene({ scenario: [THREE, DONE], store, sleep: retriesAtOnce });
        made.now = now;
        return made;
      };
      let given = false;
      const bring = async (scene: Scene) => {
        const open = (await scene.lab.store.read({ tenant: "acme", thread: "t1" }))?.pending?.ids ?? [];
        const id = open.find((each) => each.endsWith(":result"))?.slice(0, -7);
        if (id === undefined || given) return;
        given = (await scene.complete({ output: { rows: 3 } }, { callId: id })).status === "completed";
      };
      const first = worker(dying.store);
      await driven(first);
      await bring(first).catch(ignored);
      await driven(first);
      ran.push(...first.ran);
      reached = dying.wasReached();
      if (reached) faults += 1;
      for (let tries = 0; tries < 4; tries++) {
        now += LEASE_MS;
        const next = worker(inner);
        await driven(next);
        await bring(next).catch(ignored);
        ran.push(...next.ran);
      }
      const last = worker(inner);
      const tools = (await last.lab.history()).flatMap((entry) => entry.type === "tool" ? [entry] : []);
      const where = `request ${at}`;
      assert.deepEqual(tools.map(({ name }) => name), ["look", "export", "pay"], where);
      for (const name of ["export", "pay"]) {
        assert.ok(ran.filter((each) => each === name).length <= 1, `${name} ran once at ${where}`);
      }
      const exported = tools[1];
      if (exported?.outcome === "completed") assert.deepEqual(exported.output, { rows: 3 }, where);
      else assert.deepEqual([exported?.outcome, given], ["unknown", false], where);
    }
    assert.ok(faults > 8, `${faults} requests were cut`);
  });
}
