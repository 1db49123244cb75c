// Row O2: exports of threads are imported into a store: the threads go on there and their records verify, nothing that was begun runs twice, and
// nothing is left of a thread that cannot be imported.

import assert from "node:assert/strict";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { backupTenant } from "../../../../src/cli/backup/backup_tenant.ts";
import { ExportedSource } from "../../../../src/cli/backup/exported_source.ts";
import { restoreThreads } from "../../../../src/cli/backup/restore_tenant.ts";
import { type Place, toText } from "../../../../src/cli/move/copy_thread.ts";
import { SCHEMA } from "../../../../src/core/state.ts";
import type { Store } from "../../../../src/core/store.ts";
import { exportThread } from "../../../../src/kernel/log/export.ts";
import { assertVerified, type Recorder, startRecorder } from "../../../cli/_recorded.ts";
import { runTreadle } from "../../../cli/_treadle.ts";
import { makeThreads, STATES, WIRE } from "../move/_states.ts";
import { type OpenPlace, PLACES } from "../move/_stores.ts";
import { DUE, failing, move, NOW, readEntries, REF, TENANT } from "../move/_threads.ts";

/** Miniflare keeps a child process and timers beyond a test's own scope. */
const loose = { sanitizeOps: false, sanitizeResources: false };

const PAIRS = [["sqlite", "upstash"], ["upstash", "sqlite"], ["sqlite", "objects"], [
  "objects",
  "shards",
]] as const;

/** A folder of exports; `using` removes it. */
interface Exports extends AsyncDisposable {
  path(thread: string): string;
  write(thread: string, text: string): Promise<void>;
}

async function openExports(recorder?: Recorder, threads: readonly string[] = []): Promise<Exports> {
  const folder = await Deno.makeTempDir();
  const path = (thread: string) => `${folder}/${encodeURIComponent(thread)}.jsonl`;
  const write = (thread: string, text: string) => Deno.writeTextFile(path(thread), text);
  for (const thread of threads) await write(thread, await recorder?.export(thread) ?? "");
  return { path, write, [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }) };
}

/** The report of the command. */
async function importInto({ name, env }: OpenPlace, paths: readonly string[], ...more: readonly string[]) {
  const ran = await runTreadle({ env }, "threads", "import", ...paths, "--to", name, "--json", ...more);
  const { error } = ran.stderr === "" ? { error: undefined } : JSON.parse(ran.stderr);
  return { code: ran.code, error, ...ran.stdout === "" ? {} : JSON.parse(ran.stdout) };
}

/** An export of a store without a deployment. */
async function exportFrom(
  store: Pick<Place, "read" | "inbox" | "history" | "getBlob">,
  thread: string,
): Promise<string> {
  let text = "";
  const lines = await exportThread({ tenant: TENANT, thread }, { store: store as Store });
  for await (const line of lines) text += `${JSON.stringify(line)}\n`;
  return text;
}

/** A thread whose step has started one of two `once` calls, and queued an input, when its worker vanished. */
async function begin(store: Place): Promise<void> {
  const owner = crypto.randomUUID();
  const call = (id: string) => ({
    id,
    name: "pay",
    args: {},
    epoch: 1,
    disposition: { type: "run", effect: "once" },
  });
  const calls = [call("c1"), call("c2")];
  await store.create(REF, {
    meta: JSON.stringify({ agent: "a", agentHash: "h", metadata: {}, createdAt: NOW }),
    state: JSON.stringify({ run: { execution: "loop", steps: 0 }, recent: [], updatedAt: NOW }),
    schema: SCHEMA,
    createdAt: NOW,
    facets: ["user=ann"],
  });
  await store.putLabel(REF, { title: { text: "One", facets: ["word=one"] }, archived: true });
  const request = {
    ref: REF,
    owner,
    leaseMs: 1,
    schema: SCHEMA,
    busy: "reject",
    window: { entries: 1, bytes: 1 },
  } as const;
  const first = await store.begin({ ...request, inputs: ["{}"] });
  assert(first.type === "begun");
  const { epoch, version } = first.header;
  const plan = {
    type: "assistant",
    id: "e1",
    at: NOW,
    version: 1,
    blocks: calls.map(({ id, name }) => ({ type: "call", id, name, args: "{}" })),
  };
  const committed = await store.commit({
    ...{ ref: REF, owner, epoch, version, schema: SCHEMA, entries: [JSON.stringify(plan)], status: "open" },
    state: JSON.stringify({ run: { execution: "loop", steps: 1 }, recent: [], updatedAt: NOW }),
    counters: {
      steps: 1,
      calls: 0,
      inputTokens: 0,
      outputTokens: 0,
      cachedTokens: 0,
      wallMs: 0,
      microDollars: 0,
    },
    pending: { ids: ["c1", "c2"], calls: JSON.stringify(calls) },
    ...{ facets: ["user=ann"], consumed: 1, blobs: [], events: [] },
  });
  assert.equal(committed.type, "committed");
  const second = await store.begin({ ...request, owner: "o2", inputs: ["[2]"] });
  assert(second.type === "begun");
  assert.equal(await store.markStarted(REF, second.header.epoch, ["c1"]), "marked");
}

/** The tests of imports. */
export function testImports(): void {
  for (const [from, to] of PAIRS) {
    Deno.test(
      `O2: exports of ${from} are imported into ${to}, where the threads go on and verify`,
      loose,
      async () => {
        await using here = await PLACES[from]();
        await using there = await PLACES[to]();
        await using before = await startRecorder(WIRE, { store: here.place });
        await makeThreads(before);
        const records = await Promise.all(STATES.map(before.verify));
        await using exports = await openExports(before, STATES);
        const paths = STATES.map(exports.path);
        const { code, tenant, imported, left } = await importInto(there, paths, "--decisions");
        assert.deepEqual([code, tenant, imported.toSorted(), left], [0, TENANT, STATES, {}]);
        await using behind = await startRecorder(WIRE, { store: there.place });
        assert.deepEqual(await Promise.all(STATES.map(behind.verify)), records);
        for (const thread of STATES) {
          assert.equal(await behind.export(thread), await Deno.readTextFile(exports.path(thread)));
        }
        const filter = { facets: ["title=one"], archived: true };
        assert.deepEqual(
          (await there.place.list(TENANT, { limit: 9, filter })).threads.map((each) => each.thread),
          ["done"],
        );
        assert.deepEqual(
          (await there.place.listAwaiting(TENANT, { limit: 9, order: "oldest" })).threads.map((each) =>
            each.thread
          ).toSorted(),
          ["approval", "decided"],
        );

        await behind.decide("approval", true);
        for (const thread of ["approval", "decided", "planned", "long"]) {
          const input = thread === "long" ? "1 call of dump" : undefined;
          const { thread: { status } } = await behind.step(thread, { input, until: "done" });
          assert.equal(status, "done", thread);
          assertVerified(await behind.verify(thread), thread);
        }
        // What goes on stays, and another thread of a name is refused.
        const again = await importInto(there, paths);
        assert.deepEqual([again.code, again.imported, again.there.toSorted(), again.left], [
          0,
          [],
          STATES,
          {},
        ]);
        await there.place.remove({ tenant: TENANT, thread: "done" });
        await behind.step("done", { agent: "worker", input: "0 calls", until: "done" });
        const refused = await importInto(there, [exports.path("done")]);
        assert.deepEqual([refused.code, Object.keys(refused.left)], [1, ["done"]]);
        assert.match(refused.left.done, /has another thread of this name: --replace replaces it/);
        const replaced = await importInto(there, [exports.path("done")], "--replace");
        assert.deepEqual([replaced.code, replaced.imported], [0, ["done"]]);
        assert.deepEqual(await behind.verify("done"), records[STATES.indexOf("done")]);
      },
    );
  }

  for (const name of ["sqlite", "upstash"] as const) {
    Deno.test(`O2: what a step of ${name} had begun, and an input that waited, are so behind an import`, async () => {
      await using here = await PLACES[name]();
      await using there = await PLACES[name]();
      await begin(here.place);
      await using exports = await openExports();
      await exports.write("t", await exportFrom(here.place, "t"));
      const { code, imported } = await importInto(there, [exports.path("t")]);
      assert.deepEqual([code, imported], [0, ["t"]]);
      const [source, copy] = [await here.place.readThread(REF), await there.place.readThread(REF)];
      assert.deepEqual(copy.marks, [["c1", { startedEpoch: 2 }]]);
      assert.deepEqual([copy.header, copy.pending, copy.marks], [
        source.header,
        source.pending,
        source.marks,
      ]);
      assert.deepEqual(copy.inbox.map(({ text }) => text), ["[2]"]);
      assert.equal((await there.place.listDueOf(TENANT)).length, 1); // its input waits
      assert.deepEqual(await readEntries(there.place, "t"), await readEntries(here.place, "t"));
    });
  }

  Deno.test("O2: an export has the inputs of one moment, and is thread_busy where they come and go", async () => {
    await using here = await PLACES.sqlite();
    await begin(here.place);
    let reads = 0;
    const busy = (most: number) =>
      new Proxy(here.place, {
        get(target, method) {
          if (method !== "inbox") return Reflect.get(target, method).bind(target);
          return async (ref: typeof REF) => {
            if (reads++ < most) {
              await target.enqueue({
                ...{
                  ref,
                  owner: `o${reads}`,
                  schema: SCHEMA,
                  inputs: [`[${reads}]`],
                  receiptMs: 1,
                  due: DUE,
                },
                idempotency: { key: `k${reads}`, bodyHash: "b" },
              });
            }
            return await target.inbox(ref);
          };
        },
      });
    const [line = ""] = (await exportFrom(busy(2), "t")).split("\n");
    assert.deepEqual(JSON.parse(line).rest.inbox, ["[2]", "[1]", "[2]"]);
    reads = 10;
    await assert.rejects(exportFrom(busy(100), "t"), { code: "thread_busy" });
  });

  Deno.test("O2: a copy under another id has a record of its own, and goes on beside the thread", async () => {
    await using here = await PLACES.sqlite();
    await using recorder = await startRecorder(WIRE, { store: here.place });
    await makeThreads(recorder);
    await using exports = await openExports(recorder, STATES);
    for (
      const [thread, as] of [["done", "again"], ["brief", "brief:2"], ["forked", "forked-again"], [
        "long",
        "l",
      ]] as const
    ) {
      const { code, imported, error } = await importInto(here, [exports.path(thread)], "--as", as);
      assert.deepEqual([code, imported], [0, [as]], JSON.stringify(error));
      assertVerified(await recorder.verify(as), as);
      await recorder.step(as, { input: "1 call", until: "done" });
      assertVerified(await recorder.verify(as), as);
      assert.deepEqual(
        (await readEntries(here.place, as)).slice(0, (await readEntries(here.place, thread)).length),
        await readEntries(here.place, thread),
      );
    }
    const { givenTitle, archived } = (await here.place.read({ tenant: TENANT, thread: "again" }))?.header ??
      {};
    assert.deepEqual([givenTitle, archived], [undefined, undefined]);
    for (
      const [paths, as, message] of [
        [["approval"], "other", /has calls or inputs that wait/],
        [["planned"], "other", /has calls or inputs that wait/],
        [["done", "long"], "other", /--as is the id of one thread/],
        [["done"], "a/b", /is no id of a thread/],
      ] as const
    ) {
      const refused = await importInto(here, paths.map(exports.path), "--as", as);
      assert.deepEqual([refused.code, refused.error.code], [1, "export_invalid"]);
      assert.match(refused.error.message, message);
      assert.equal(await here.place.findThread({ tenant: TENANT, thread: as }), "missing");
    }
    const taken = await importInto(here, [exports.path("done")], "--as", "long");
    assert.deepEqual([taken.code, Object.keys(taken.left)], [1, ["long"]]);
  });

  Deno.test("O2: an export that was changed, cut off or is of format 1 is not imported, and nothing of it is in the store", async () => {
    await using here = await PLACES.sqlite();
    await using there = await PLACES.sqlite();
    await using recorder = await startRecorder(WIRE, { store: here.place });
    for (const thread of ["sound", "changed", "cut"]) {
      await recorder.step(thread, { agent: "worker", input: "1 call", until: "done" });
    }
    await using exports = await openExports(recorder, ["sound", "changed", "cut"]);
    const text = await Deno.readTextFile(exports.path("changed"));
    await exports.write("changed", text.replace("Done after 1 calls.", "Done after 9 calls."));
    await exports.write("cut", (await Deno.readTextFile(exports.path("cut"))).slice(0, -30));
    const { code, imported, left } = await importInto(there, ["sound", "changed", "cut"].map(exports.path));
    assert.deepEqual([code, imported, Object.keys(left).toSorted()], [1, ["sound"], ["changed", "cut"]]);
    assert.match(left.changed, /changed\.jsonl: What the thread has recorded is something else: entry \d+: /);
    assert.match(left.cut, /cut\.jsonl: Line \d+ of the export /);
    const { threads } = await there.place.list(TENANT, { limit: 9 });
    assert.deepEqual(threads.map(({ thread }) => thread), ["sound"]);

    const [head = "", ...rest] = (await Deno.readTextFile(exports.path("sound"))).split("\n");
    const { rest: _rest, ...line } = JSON.parse(head);
    await exports.write("first", [JSON.stringify({ ...line, format: 1 }), ...rest].join("\n"));
    await exports.write("none", "{}\n");
    await exports.write(
      "other",
      [head.replace(`"tenant":"${TENANT}"`, '"tenant":"beta"'), ...rest].join("\n"),
    );
    for (
      const [paths, message] of [
        [["first"], /is of format 1, which says neither/],
        [["none"], /is no export of a thread/],
        [["sound", "sound"], /are of one thread/],
        [["sound", "other"], /is of the tenant beta, and .* of acme/],
      ] as const
    ) {
      const refused = await importInto(there, paths.map(exports.path));
      assert.deepEqual([refused.code, refused.error.code], [1, "export_invalid"], String(message));
      assert.match(refused.error.message, message);
    }
    for (
      const [name, at] of [["thread", "@delivery/d"], ["thread", ""], ["thread", "a/../b c"], [
        "tenant",
        "a x:{y}",
      ]]
    ) {
      const named = JSON.parse(head);
      await exports.write(
        "named",
        [JSON.stringify({ ...named, header: { ...named.header, [name ?? ""]: at } }), ...rest].join("\n"),
      );
      const refused = await importInto(there, [exports.path("named")]);
      assert.deepEqual([refused.code, refused.error.code], [1, "export_invalid"], `${name} ${at}`);
    }
    const whole = JSON.parse(head);
    for (
      const changed of [{ epoch: 2 ** 53 - 1 }, { cancelledEpoch: 2 ** 50 }, { started: { c1: 2 ** 50 } }]
    ) {
      const line = { ...whole, rest: { ...whole.rest, ...changed } };
      await exports.write("numbers", [JSON.stringify(line), ...rest].join("\n"));
      const { left: [why] } = {
        left: Object.values((await importInto(there, [exports.path("numbers")], "--replace")).left),
      };
      assert.match(String(why), /Line 1 of the export/);
      const { thread } = whole.header;
      assert.equal(
        (await there.place.readThread({ tenant: TENANT, thread })).header.epoch,
        whole.rest.epoch,
        "it stays",
      );
    }
    const { error } = await importInto(there, [exports.path("nowhere")]);
    assert.equal(error.code, "file_unreadable");
    const verified = await runTreadle("verify", exports.path("first"));
    assert.equal(verified.code, 0, verified.stdout); // what earlier versions have written is read
  });

  for (const [name, every] of [["sqlite", 1], ["upstash", 7]] as const) {
    Deno.test(`O2: an import into ${name} that stops anywhere leaves no thread in part, and goes on`, async () => {
      await using here = await PLACES.sqlite();
      await using recorder = await startRecorder(WIRE, { store: here.place });
      await recorder.step("t", { agent: "worker", input: "2 calls of dump", until: "done" });
      await recorder.step("u", { agent: "worker", input: "1 call of remove" });
      await using exports = await openExports(recorder, ["t", "u"]);
      const paths = ["t", "u"].map(exports.path);
      for (let cut = 0, isCut = true; isCut; cut += every) {
        await using there = await PLACES[name]();
        const from = await ExportedSource.open(paths, { as: undefined, decisions: true, now: NOW, env: {} });
        const { tenant, threads } = from;
        const to = failing(there.place, { left: cut }, cut % 2 === 0);
        const request = { tenant, threads, from, to, replace: false, now: NOW, dueAt: () => undefined };
        isCut = await restoreThreads(request).then(() => false, (thrown) => {
          assert.match(thrown.message, /^cut$/);
          return true;
        });
        for (const { thread, header } of (await there.place.list(TENANT, { limit: 9 })).threads) {
          if (header !== null) {
            assert.equal(await exportFrom(there.place, thread), await recorder.export(thread));
          }
        }
        const { code, imported, there: known } = await importInto(there, paths);
        assert.deepEqual([code, [...imported, ...known].toSorted()], [0, ["t", "u"]], `cut ${cut}`);
        for (const thread of ["t", "u"]) {
          assert.equal(await exportFrom(there.place, thread), await recorder.export(thread), `cut ${cut}`);
        }
      }
    });
  }

  for (const name of ["sqlite", "upstash", "objects"] as const) {
    Deno.test(
      `O2: a thread of ${name} stays where the one that is to replace it cannot be loaded`,
      loose,
      async () => {
        await using here = await PLACES.sqlite();
        await using there = await PLACES[name]();
        await begin(here.place);
        await begin(there.place);
        await there.place.enqueue({
          ...{ ref: REF, owner: "o3", schema: SCHEMA, inputs: ['"of the store"'], receiptMs: 1, due: DUE },
          idempotency: { key: "k", bodyHash: "b" },
        });
        const read = async () => toText(await there.place.readThread(REF), NOW);
        const kept = await read();
        await using exports = await openExports();
        const text = await exportFrom(here.place, "t");
        const [head = "", ...rest] = text.split("\n");
        const line = JSON.parse(head);
        const state = { ...JSON.parse(line.header.state), wakes: { due: "soon", epoch: 1 } };
        const changes = [
          { ...line, rest: { ...line.rest, inbox: ["\ud800"] } }, // no store takes a lone surrogate
          { ...line, header: { ...line.header, state: JSON.stringify(state) } },
        ];
        for (const changed of changes) {
          await exports.write("t", [JSON.stringify(changed), ...rest].join("\n"));
          const { code, imported, left } = await importInto(there, [exports.path("t")], "--replace");
          assert.deepEqual([code, imported, Object.keys(left)], [1, [], ["t"]]);
          assert.deepEqual([await read(), await there.place.findThread(REF)], [kept, "open"]);
          const { threads } = await there.place.list(TENANT, { limit: 9 });
          assert.deepEqual(threads.map(({ thread }) => thread), ["t"], "nothing beside it");
        }
        await exports.write("t", text);
        const replaced = await importInto(there, [exports.path("t")], "--replace");
        assert.deepEqual([replaced.code, replaced.imported], [0, ["t"]]);
        // Objects go on with what waits, at once.
        const again = await importInto(there, [exports.path("t")]);
        assert.deepEqual([again.code, again.imported, again.there], [0, [], ["t"]]);
      },
    );
  }

  Deno.test("O2: decisions about calls that wait are imported with --decisions alone, since no record proves them", async () => {
    await using here = await PLACES.sqlite();
    await using there = await PLACES.sqlite();
    await using before = await startRecorder(WIRE, { store: here.place });
    await before.step("t", { agent: "worker", input: "1 call of remove" });
    await using exports = await openExports(before, ["t"]);
    const [head = "", ...rest] = (await Deno.readTextFile(exports.path("t"))).split("\n");
    const line = JSON.parse(head);
    const [{ id: callId }] = JSON.parse(line.calls);
    const decisions = [{ callId, approved: true, at: NOW, by: "key_lead" }];
    await exports.write("t", [JSON.stringify({ ...line, decisions }), ...rest].join("\n"));
    const paths = [exports.path("t")];
    const { code, imported, undecided } = await importInto(there, paths);
    assert.deepEqual([code, imported, undecided], [1, ["t"], ["t"]]);
    await using behind = await startRecorder(WIRE, { store: there.place });
    await behind.step("t", { until: "done" }, 409);
    assert.deepEqual((await there.place.readThread(REF)).marks, []);
    const awaiting = await there.place.listAwaiting(TENANT, { limit: 9, order: "oldest" });
    assert.deepEqual(awaiting.threads.map(({ thread }) => thread), ["t"], "people decide again");
    const ran = await runTreadle({ env: there.env }, "threads", "import", ...paths, "--to", there.name);
    assert.deepEqual([ran.code, ran.stdout], [0, "0 threads of acme imported, 1 there already.\n"]);
    const kept = await importInto(there, paths, "--decisions", "--replace");
    assert.deepEqual([kept.code, kept.imported, kept.undecided], [0, ["t"], []]);
    assert.equal((await behind.step("t", { until: "done" })).thread.status, "done");
    await there.place.remove(REF);
    const printed = await runTreadle({ env: there.env }, "threads", "import", ...paths, "--to", there.name);
    assert.match(
      printed.stdout,
      /\nt was imported without the decisions about its calls, .* --decisions\.\n$/,
    );
  });

  Deno.test("O2: threads whose exports are below themselves are named, and the others are imported", async () => {
    await using here = await PLACES.sqlite();
    await using there = await PLACES.sqlite();
    const parents: Readonly<Record<string, string | undefined>> = { a: "b", b: "a", c: "c", d: undefined };
    const names = Object.keys(parents);
    await using exports = await openExports();
    for (const thread of names) {
      const parent = parents[thread];
      const more = parent === undefined ? {} : { parent: { thread: parent } };
      const meta = { agent: "a", agentHash: "h", metadata: {}, createdAt: NOW, ...more };
      const state = { run: { execution: "loop", steps: 0 }, recent: [], updatedAt: NOW };
      await here.place.create({ tenant: TENANT, thread }, {
        ...{ meta: JSON.stringify(meta), state: JSON.stringify(state), schema: SCHEMA, createdAt: NOW },
      });
      await exports.write(thread, await exportFrom(here.place, thread));
    }
    const { code, imported, left } = await importInto(there, names.map(exports.path));
    assert.deepEqual([code, imported, Object.keys(left)], [1, ["d"], ["a", "b", "c"]]);
    assert.match(left.a, /^it is below itself/);
    // One that a store has, such as by imports in two calls, is named by a backup and by a move.
    await using copy = await PLACES.sqlite();
    const request = { tenant: TENANT, now: NOW, pause: () => Promise.resolve() };
    const saved = await backupTenant({ ...request, from: here.place, to: copy.place });
    assert.deepEqual([saved.threads, Object.keys(saved.left).sort()], [1, ["a", "b", "c"]]);
    const moved = await move({ from: here.place, to: there.place });
    assert.deepEqual(moved.threads.unreadable.toSorted(), ["a", "b", "c"]);
    assert.match(moved.reasons.a ?? "", /^it is below itself/);
  });

  Deno.test("O2: an import that replaces a thread and stops anywhere goes on, and leaves nothing beside it", async () => {
    await using here = await PLACES.sqlite();
    await begin(here.place);
    await using exports = await openExports();
    const text = await exportFrom(here.place, "t");
    await exports.write("t", text);
    for (let cut = 0, isCut = true; isCut; cut++) {
      await using there = await PLACES.sqlite();
      await there.place.create(REF, { meta: '{"agent":"b"}', state: "{}", schema: SCHEMA, createdAt: NOW });
      const from = await ExportedSource.open([exports.path("t")], {
        as: undefined,
        decisions: true,
        now: NOW,
        env: {},
      });
      const { tenant, threads } = from;
      const to = failing(there.place, { left: cut }, cut % 2 === 0);
      const request = { tenant, threads, from, to, replace: true, now: NOW, dueAt: () => undefined };
      isCut = await restoreThreads(request).then(() => false, (thrown) => {
        assert.match(thrown.message, /^cut$/);
        return true;
      });
      const { left } = await restoreThreads({ ...request, to: there.place });
      assert.deepEqual(left, {}, `cut ${cut}`);
      assert.equal(await exportFrom(there.place, "t"), text, `cut ${cut}`);
      const listed = await there.place.list(TENANT, { limit: 9 });
      assert.deepEqual(listed.threads.map(({ thread }) => thread), ["t"], `cut ${cut}`);
    }
  });

  Deno.test("O2: a thread of phases is imported behind them, and not without them", async () => {
    await using here = await PLACES.sqlite();
    await using there = await PLACES.sqlite();
    const phase = { id: "facts", worker: "hand", goal: "Find facts.", done_when: "Found." };
    let isAsked = false;
    await using recorder = await startRecorder(WIRE, {
      store: here.place,
      reply: ({ tools, history }) => {
        const call = (name: string, args: object) => ({ calls: [{ name, arguments: JSON.stringify(args) }] });
        if (!tools.includes("write_plan")) {
          if (isAsked) return { text: "I did my part." };
          isAsked = true;
          return call("remove", { at: "home" });
        }
        const results = history.filter((entry) => entry.kind === "result").length;
        if (results === 0) return call("write_plan", { phases: [phase] });
        return results === 1 ? call("run_phase", { phase: "facts" }) : { text: "All is done." };
      },
      agents: (common) => [
        defineAgent({ ...common, name: "lead", orchestrate: { workers: { hand: { agent: "worker" } } } }),
      ],
    });
    await recorder.step("root", { agent: "lead", input: "Write a report.", until: "done" });
    const { threads } = await here.place.list(TENANT, { limit: 9 });
    const [child = assert.fail("no phase has begun")] = threads.map(({ thread }) => thread).filter((id) =>
      id !== "root"
    );
    await using exports = await openExports(recorder, ["root", child]);
    const alone = await importInto(there, [exports.path("root")]);
    assert.deepEqual([alone.code, Object.keys(alone.left)], [1, ["root"]]);
    assert.match(alone.left.root, /which a phase of it runs in, is neither in the store nor among the files/);
    assert.equal(await there.place.findThread({ tenant: TENANT, thread: "root" }), "missing");
    const both = await importInto(there, [exports.path("root"), exports.path(child)]);
    assert.deepEqual([both.code, both.imported], [0, [child, "root"]]);
    await using behind = await startRecorder(WIRE, {
      store: there.place,
      reply: () => ({ text: "All is done." }),
    });
    assertVerified(await behind.verify("root"), "root");
  });
}
