// A fork that takes over pending once calls takes them away from its source: each runs in one thread, whatever races.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { AgentError } from "../../../src/core/error.ts";
import type { Store } from "../../../src/core/store.ts";
import { forkThread } from "../../../src/plugins/forks/fork.ts";
import { forkOnce } from "../../../src/plugins/forks/fork_once.ts";
import { readThread } from "../../../src/kernel/threads/threads.ts";
import { createRecordingStore } from "../../../src/testing/recording_store.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createSqliteStore } from "../../../src/stores/embedded/sqlite/store.ts";
import { overridden } from "../../chaos/overridden.ts";
import { createLab, type Lab } from "../../support/lab.ts";
import { openUpstashStore } from "../../support/redis/upstash_store.ts";
import { needsRedis } from "../../support/requires.ts";
import { sqliteFile } from "../../support/sqlite_file.ts";

const ran: string[] = [];
const pay = defineTool({
  name: "pay",
  description: "Pays.",
  effect: "once",
  run: (_args, { thread, idempotencyKey }) => {
    ran.push(`${idempotencyKey} ${thread}`);
    return "paid";
  },
});
const look = defineTool({
  name: "look",
  description: "Looks.",
  effect: "pure",
  run: (_args, { thread }) => {
    ran.push(`look ${thread}`);
    return "seen";
  },
});
const sign = defineTool({
  name: "sign",
  description: "Signs.",
  effect: "once",
  needsApproval: true,
  run: () => "",
});
const agent = defineAgent({ name: "a", driver: "scripted", tools: [pay, look, sign] });

/** An isolate: its own caches over a store. The plan of each run is the names of its tools in the input, then an answer. */
function isolate(store: Store): Lab {
  return createLab({
    agents: [agent],
    store,
    scenario: ({ history: { entries } }) => {
      const last = entries.at(-1);
      if (last?.type !== "user") return { says: "Done." };
      return { calls: last.text.split(" ").map((tool) => ({ tool, args: {} })) };
    },
  });
}

function onTwoIsolates(name: string, run: (one: Lab, other: Lab) => Promise<void>): void {
  Deno.test(`${name} (memory)`, async () => {
    const store = createMemoryStore();
    await run(isolate(store), isolate(store));
  });
  Deno.test(`${name} (sqlite)`, async () => {
    await using file = await sqliteFile();
    const stores = [createSqliteStore({ path: file.path }), createSqliteStore({ path: file.path })] as const;
    await run(isolate(stores[0]), isolate(stores[1]));
    for (const store of stores) await store.close();
  });
  needsRedis(`${name} (upstash)`, async () => {
    await using one = await openUpstashStore();
    await using other = await openUpstashStore({ keyPrefix: one.keyPrefix });
    await run(isolate(one.store), isolate(other.store));
  });
}

const ref = (thread: string) => ({ tenant: "acme", thread });

/** Runs a thread to its end, where it exists. */
async function finish(lab: Lab, thread: string): Promise<void> {
  for (;;) {
    const snapshot = await lab.store.read(ref(thread));
    if (snapshot === undefined || snapshot.header.status === "done") return;
    try {
      await lab.run({ thread, until: "done" });
    } catch (error) {
      if (!(error instanceof AgentError) || error.code !== "thread_busy") throw error;
    }
  }
}

onTwoIsolates(
  "X4: a fork that races with the step of its source has each once call run exactly once",
  async (one, other) => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 12; round++) {
      ran.length = 0;
      const [source, target] = [`s${round}`, `f${round}`];
      await one.run({ thread: source, input: "pay look pay" });
      const step = () => one.run({ thread: source, until: "done" }).then(() => "ran", (error) => error.code);
      const fork = () =>
        forkThread(ref(source), { thread: target, calls: "run" }, other.deps).then(
          () => "moved",
          (error) => error.code,
        );
      const raced = round % 2 === 0 ? [step(), fork()] : [fork(), step()];
      for (const outcome of await Promise.all(raced)) outcomes.add(outcome);
      await finish(one, source);
      await finish(other, target);
      const paid = ran.filter((line) => !line.startsWith("look"));
      assert.equal(paid.length, 2, `${round}: ${ran}`);
      assert.equal(new Set(paid.map((line) => line.split(" ")[1])).size, 1, "both in the same thread");
    }
    for (const outcome of outcomes) {
      assert.ok(["ran", "moved", "thread_busy", "invalid_request"].includes(outcome), outcome);
    }
  },
);

onTwoIsolates(
  "X4: the source reads that its once call was moved, and runs its other calls",
  async (one, other) => {
    ran.length = 0;
    await one.run({ input: "pay look" });
    await forkThread(ref("t1"), { thread: "t2", calls: "run" }, other.deps);
    const { answer } = await one.run({ until: "done" });
    assert.equal(answer.output, "Done.");
    assert.deepEqual(answer.calls.map(({ name, state }) => [name, state]), [["pay", "skipped"], [
      "look",
      "completed",
    ]]);
    const moved = (await one.history()).find((entry) => entry.type === "tool" && entry.name === "pay");
    assert.match(JSON.stringify(moved), /moved to thread t2/);
    await finish(other, "t2");
    assert.deepEqual(ran.map((line) => line.split(" ")[1]).toSorted(), ["t1", "t2", "t2"]);
    assert.deepEqual(
      (await one.store.read(ref("t1")))?.header.counters.calls,
      1,
      "a moved call is not one that ran",
    );
  },
);

onTwoIsolates(
  "X4: a call is moved once: a second fork is refused, one with the same key is the first",
  async (one, other) => {
    ran.length = 0;
    await one.run({ input: "pay" });
    const options = { thread: "t2", calls: "run" } as const;
    const forks = await Promise.all(
      [one, other].map((lab) => forkOnce(ref("t1"), options, true, lab.deps).catch((error) => error.code)),
    );
    assert.ok(
      forks.every((fork) => fork === "thread_busy" || fork.thread.id === "t2"),
      JSON.stringify(forks),
    );
    const again = await forkOnce(ref("t1"), options, true, one.deps);
    assert.deepEqual([again.replayed, again.thread.id], [true, "t2"]);
    const refused = await forkThread(ref("t1"), { thread: "t3", calls: "run" }, other.deps).catch((error) =>
      error
    );
    assert.deepEqual([refused.code, await one.store.read(ref("t3"))], ["invalid_request", undefined]);
    assert.match(refused.message, /was moved to thread t2/);
    await finish(one, "t1");
    const late = { thread: "t4", version: 1, calls: "run" } as const;
    await assert.rejects(forkThread(ref("t1"), late, one.deps), { code: "invalid_request" });
    await finish(other, "t2");
    assert.equal(ran.length, 1);
  },
);

onTwoIsolates(
  "X4: a fork that was lost behind the move is made by the same id, and by no other",
  async (one, other) => {
    ran.length = 0;
    await one.run({ input: "pay" });
    const { store, fail } = createRecordingStore(one.store);
    fail({ method: "fork", call: 1, error: new AgentError("store_unavailable", "Lost.") });
    const lost = { ...one.deps, store };
    await assert.rejects(forkThread(ref("t1"), { thread: "t2", calls: "run" }, lost), {
      code: "store_unavailable",
    });
    await assert.rejects(forkThread(ref("t1"), { thread: "t3", calls: "run" }, other.deps), {
      code: "invalid_request",
    });
    await finish(one, "t1");
    assert.deepEqual(ran, []);
    await forkThread(ref("t1"), { thread: "t2", version: 1, calls: "run" }, other.deps);
    await finish(other, "t2");
    assert.equal(ran.length, 1);
  },
);

onTwoIsolates(
  "X5: a once call that waits for approval moves with its fork: nobody can approve it twice",
  async (one, other) => {
    await one.run({ input: "sign" });
    await forkThread(ref("t1"), { thread: "t2", calls: "run" }, other.deps);
    const [source, fork] = await Promise.all(["t1", "t2"].map((thread) => readThread(ref(thread), one.deps)));
    assert.deepEqual([source?.status, fork?.status], ["open", "waiting"]);
    assert.deepEqual([source?.calls[0]?.state, fork?.calls[0]?.state], ["pending", "approval"]);
    assert.equal((await one.run({ until: "done" })).answer.calls[0]?.state, "skipped");
  },
);

onTwoIsolates(
  "X4: a busy source keeps its calls, and a fork by rerun or skip leaves them too",
  async (one, other) => {
    ran.length = 0;
    await one.run({ input: "pay" });
    const { epoch } = (await one.store.read(ref("t1")))?.header ?? assert.fail();
    const begun = await one.store.begin({
      ref: ref("t1"),
      owner: "o",
      leaseMs: 60_000,
      schema: 9,
      inputs: [],
      busy: "reject",
      window: { entries: 1, bytes: 1 },
    });
    assert.equal(begun.type, "begun");
    await assert.rejects(forkThread(ref("t1"), { thread: "t2", calls: "run" }, other.deps), {
      code: "thread_busy",
    });
    assert.equal(await one.store.read(ref("t2")), undefined);
    await one.store.abandon({ ref: ref("t1"), owner: "o", epoch: epoch + 1, inputs: [] });
    await forkThread(ref("t1"), { thread: "skipped" }, other.deps);
    await forkThread(ref("t1"), { thread: "again", calls: "rerun" }, other.deps);
    for (const thread of ["t1", "skipped", "again"]) await finish(one, thread);
    assert.deepEqual(ran.map((line) => line.split(" ")[1]), ["t1", "again"]);
  },
);

onTwoIsolates(
  "X4: a once call that a step of the source began and left behind is not moved",
  async (one, other) => {
    ran.length = 0;
    await one.run({ input: "pay" });
    const { pending } = await other.store.read(ref("t1")) ?? assert.fail();
    // Behind what the fork has read, and before it moves the call.
    const store = overridden(other.store, {
      async begin(request) {
        const vanished = await one.store.begin({ ...request, owner: "vanished" });
        assert.ok(vanished.type === "begun");
        const { epoch } = vanished.header;
        assert.equal(await one.store.markStarted(ref("t1"), epoch, pending?.ids ?? []), "marked");
        await one.store.abandon({ ref: ref("t1"), owner: "vanished", epoch, inputs: [] });
        return await other.store.begin(request);
      },
    });
    const forked = forkThread(ref("t1"), { thread: "t2", calls: "run" }, { ...other.deps, store });
    await assert.rejects(forked, { code: "thread_busy" });
    assert.equal(await one.store.read(ref("t2")), undefined);
    const { answer } = await one.run({ until: "done" });
    assert.deepEqual(answer.calls.map(({ name, state }) => [name, state]), [["pay", "unknown"]]);
    assert.deepEqual(ran, []);
  },
);

Deno.test("X4: the calls of a cancelled source never run there, so a fork takes them without a commit", async () => {
  ran.length = 0;
  const lab = isolate(createMemoryStore());
  await lab.run({ input: "pay" });
  await lab.store.cancel(ref("t1"));
  const before = (await lab.store.read(ref("t1")))?.header.version;
  await forkThread(ref("t1"), { thread: "t2", calls: "run" }, lab.deps);
  assert.equal((await lab.store.read(ref("t1")))?.header.version, before);
  await finish(lab, "t2");
  await lab.run({ input: "look", until: "done" });
  assert.equal(ran.filter((line) => !line.startsWith("look")).length, 1);
});

Deno.test("X4: a once call that failed in the source has run there, and a move leaves nothing that its source waits for", async () => {
  const broken = defineTool({
    name: "broken",
    description: "Fails.",
    effect: "once",
    run: () => {
      throw new Error("Broken.");
    },
  });
  const lab = createLab({
    agents: [defineAgent({ name: "b", driver: "scripted", tools: [broken, sign] })],
    scenario: [{ calls: [{ tool: "broken" }] }, { says: "Sorry." }, { calls: [{ tool: "sign" }] }],
  });
  await lab.run({ input: "go", until: "done" });
  const again = { thread: "t2", version: 1, calls: "run" } as const;
  await assert.rejects(forkThread(ref("t1"), again, lab.deps), { code: "invalid_request" });
  await lab.run({ input: "sign", limits: { calls: 5 } });
  const stateOf = async (thread: string) =>
    JSON.parse((await lab.store.read(ref(thread)))?.header.state ?? "{}");
  assert.equal((await stateOf("t1")).waitsFor, "approval");
  await forkThread(ref("t1"), { thread: "t3", calls: "run" }, lab.deps);
  assert.equal((await stateOf("t1")).waitsFor, undefined);
  assert.deepEqual((await stateOf("t3")).run.limits, { calls: 5 });
  await forkThread(ref("t1"), { thread: "t4", version: 1 }, lab.deps);
  assert.equal((await stateOf("t4")).run.limits, undefined, "the limits are those of another run");
});
