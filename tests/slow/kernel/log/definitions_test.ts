// Row E2: what the definition of an agent costs the first step of a thread, and that every thread has it.

import assert from "node:assert/strict";
import { readExport } from "../../../../src/cli/verify/exported_thread.ts";
import { partsFor } from "../../../../src/cli/verify/parts.ts";
import { verifyThread } from "../../../../src/cli/verify/verify_thread.ts";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import { NEW_STATE, SCHEMA } from "../../../../src/core/state.ts";
import type { Store } from "../../../../src/core/store.ts";
import type { NewThread } from "../../../../src/core/store/thread.ts";
import { createRecordingStore } from "../../../../src/testing/recording_store.ts";
import { getDefinition } from "../../../../src/kernel/log/definition.ts";
import { exportThread } from "../../../../src/kernel/log/export.ts";
import { createMemoryStore } from "../../../../src/stores/embedded/memory.ts";
import { createSqliteStore } from "../../../../src/stores/embedded/sqlite/store.ts";
import { createLab, type Lab } from "../../../support/lab.ts";
import { passRedisTimeAt } from "../../../support/redis/time.ts";
import { openUpstashStore } from "../../../support/redis/upstash_store.ts";
import { needsRedis } from "../../../support/requires.ts";
import { sqliteFile } from "../../../support/sqlite_file.ts";

const DAY_MS = 86_400_000;

/** About 500 bytes of definition a tool: 64 KB with 120 of them, 512 KB with 1,000. */
function agentWith(tools: number, instructions = "") {
  return defineAgent({
    name: "worker",
    instructions,
    driver: "scripted",
    tools: Array.from({ length: tools }, (_, index) =>
      defineTool({
        name: `tool_${index}`,
        description: `Tool number ${index}. ${"It says at length what it does. ".repeat(5)}`,
        parameters: { type: "object", properties: { place: { type: "string", description: "Where." } } },
        effect: "pure",
        run: () => "seen",
      })),
  });
}

/** An isolate of its own: nothing is known from other requests, and its requests are those of its steps alone. */
function isolate(store: Store, agent = agentWith(1_000), deps = {}): Lab {
  return createLab({ unchecked: true, agents: [agent], scenario: () => ({ says: "Done." }), store, deps });
}

async function assertHasDefinition(store: Store, thread: string): Promise<void> {
  const ref = { tenant: "acme", thread };
  const lines: string[] = [];
  for await (const line of await exportThread(ref, { store })) lines.push(JSON.stringify(line) + "\n");
  const { differences } = await verifyThread(await readExport(lines.join("")), partsFor({}));
  assert.deepEqual(differences, [], thread);
  assert.equal(lines.filter((line) => line.startsWith('{"type":"blob"')).length, 1, thread);
}

for (const [tools, first] of [[50, 2], [1_000, 3]] as const) {
  needsRedis(
    `E2: the first step of a thread with ${tools} tools is 2 requests to Redis and under 2.8 KB when the tenant has the definition, else ${first}`,
    async () => {
      await using opened = await openUpstashStore();
      const { store, rest: { stats } } = opened;
      const warm = isolate(store, agentWith(tools, "Another."));
      for (const thread of ["w1", "w2"]) await warm.run({ thread, input: "go" }); // loads the scripts
      stats.reset();
      await isolate(store, agentWith(tools)).run({ thread: "first", input: "go" });
      assert.equal(stats.total, first);
      const { text } = await getDefinition(agentWith(tools));
      const sent = stats.requests.reduce((sum, { bytesIn }) => sum + bytesIn, 0);
      assert.ok(sent > text.length, `${sent} bytes have the definition of ${text.length}`);
      const names = agentWith(tools).tools.map(({ name }) => name).join();
      const cold = isolate(store, agentWith(tools));
      for (const [thread, most] of [["second", 2_800 + names.length], ["third", 2_800]] as const) {
        stats.reset();
        await cold.run({ thread, input: "go" });
        const bytes = stats.requests.reduce((sum, { bytesIn }) => sum + bytesIn, 0);
        assert.equal(stats.total, 2);
        assert.ok(
          bytes < most,
          `${bytes} bytes; an isolate's first step of a day counts the names of the tools`,
        );
      }
      stats.reset();
      await isolate(store, agentWith(tools)).run({ tenant: "other", thread: "first", input: "go" });
      assert.equal(stats.total, first, "another tenant shares nothing");
      await store.remove({ tenant: "acme", thread: "first" });
      for (const thread of ["second", "third"]) await assertHasDefinition(store, thread);
    },
  );
}

needsRedis("E2: the first step of a thread that expires is 2 requests to Redis as well", async () => {
  await using opened = await openUpstashStore({ lifetimes: { threadMs: DAY_MS } });
  const { store, rest: { stats }, redis, keyPrefix } = opened;
  for (const thread of ["w1", "w2"]) await isolate(store).run({ thread, input: "go" });
  for (const thread of ["t1", "t2"]) {
    stats.reset();
    await isolate(store).run({ thread, input: "go" });
    assert.equal(stats.total, 2);
  }
  for (let day = 0; day < 8; day++) { // twice the life that the first steps have given to the definition
    await passRedisTimeAt(redis, `${keyPrefix}:`, DAY_MS * 0.9);
    await isolate(store).run({ thread: "t2", input: "go on" });
  }
  assert.equal(await store.read({ tenant: "acme", thread: "t1" }), undefined);
  await assertHasDefinition(store, "t2");
});

needsRedis("E2: a step of a thread that this isolate knows asks for no definition", async () => {
  let asked = 0;
  const faults = ({ commands }: { commands: string[][] }) => {
    asked += commands.filter((words) => words.some((word) => word.includes("{acme}:b:"))).length;
    return undefined;
  };
  await using opened = await openUpstashStore({ faults });
  const lab = isolate(opened.store);
  await lab.run({ input: "go" });
  assert.ok(asked > 1);
  asked = 0;
  await lab.run({ input: "go on" });
  assert.equal(asked, 0);
});

/** Every kind of store in memory or in a file. */
const EMBEDDED = {
  memory: () => Promise.resolve({ store: createMemoryStore(), close: () => Promise.resolve() }),
  sqlite: async () => {
    const file = await sqliteFile();
    return {
      store: createSqliteStore({ path: file.path }),
      close: () => file[Symbol.asyncDispose](),
    };
  },
};

for (const [name, open] of Object.entries(EMBEDDED)) {
  Deno.test(`E2: on ${name} a definition of 512 KB is put by the first thread of its tenant alone`, async () => {
    const { store, close } = await open();
    for (const [thread, puts] of [["first", 1], ["second", 0], ["third", 0]] as const) {
      const lab = isolate(store);
      await lab.run({ thread, input: "go" });
      const { putBlob = 0, ...rest } = Object.fromEntries(lab.counts);
      assert.deepEqual([putBlob, rest], [puts, { begin: 1, commit: 1 }], thread);
    }
    for (const thread of ["first", "second"]) await store.remove({ tenant: "acme", thread });
    await assertHasDefinition(store, "third");
    await store.close();
    await close();
  });
}

Deno.test("E2: a step that plans for more than an hour puts the definition itself", async () => {
  let now = Date.now();
  const store = createMemoryStore();
  await isolate(store).run({ thread: "first", input: "go" });
  const scenario = () => {
    now += 3_600_001;
    return { says: "Done." };
  };
  const agents = [agentWith(1_000)];
  const lab = createLab({ agents, scenario, store, deps: { clock: () => now } });
  await lab.run({ thread: "second", input: "go" });
  assert.equal(lab.counts.get("putBlob"), 1);
});

Deno.test("E2: threads that begin at the same time each have the definition, and a changed one is put once", async () => {
  const store = createMemoryStore();
  const threads = ["a", "b", "c"];
  await Promise.all(threads.map((thread) => isolate(store).run({ thread, input: "go" })));
  for (const thread of threads) await assertHasDefinition(store, thread);
  const changed = () => isolate(store, agentWith(1_000, "Changed."));
  const [first, second] = [changed(), changed()];
  await first.run({ thread: "a", input: "again" });
  await second.run({ thread: "b", input: "again" });
  assert.deepEqual([first, second].map(({ counts }) => counts.get("putBlob") ?? 0), [1, 0]);
});

Deno.test("E2: a step whose request names no agent looks for a definition over 64 KB, and keeps a smaller one with its thread", async () => {
  for (
    const [tools, requests] of [[50, { begin: 1, commit: 1 }], [1_000, {
      begin: 1,
      putBlob: 1,
      commit: 1,
    }]] as const
  ) {
    const store = createMemoryStore();
    const { calls, store: recorded } = createRecordingStore(store);
    await isolate(store, agentWith(tools)).run({ thread: "first", input: "go" });
    const lab = isolate(recorded, agentWith(tools));
    await store.create({ tenant: "acme", thread: "second" }, await newThreadOf(store));
    await lab.run({ thread: "second", input: "go", agent: undefined });
    assert.deepEqual(Object.fromEntries(lab.counts), requests);
    const [, , options] = calls.find(({ method }) => method === "putBlob")?.args ?? [];
    if (tools === 1_000) assert.deepEqual(options, { shared: true, mayExist: true });
    await assertHasDefinition(store, "second");
  }
});

/** What the first thread was made of. */
async function newThreadOf(store: Store): Promise<NewThread> {
  const { header } = await store.read({ tenant: "acme", thread: "first" }) ?? assert.fail();
  return { meta: header.meta, state: JSON.stringify(NEW_STATE), schema: SCHEMA, createdAt: 1 };
}
