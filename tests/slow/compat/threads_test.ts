// Threads that earlier commits wrote go on under this code: parked after a plan, before an approval, in the middle of a step
// whose worker died, with a queued input, and more. Their histories stay byte for byte what they were. Each folder beside this
// file is the corpus of one commit; a new folder is tested without a change here.

import assert from "node:assert/strict";
import { readExport } from "../../../src/cli/verify/exported_thread.ts";
import { partsFor } from "../../../src/cli/verify/parts.ts";
import { rewriteRequests } from "../../../src/cli/verify/rewrite_requests.ts";
import { type Report, verifyThread } from "../../../src/cli/verify/verify_thread.ts";
import { findRequestRecord } from "../../../src/core/entry.ts";
import { serveRedisRest } from "../../support/redis/rest.ts";
import { needsRedis } from "../../support/requires.ts";
import { sqliteFile } from "../../support/sqlite_file.ts";
import { fileRedis } from "../../support/redis/upstash_store.ts";
import {
  corpora,
  type Corpus,
  DIED_PLANNING,
  digestOf,
  REPLAYED,
  type Written,
} from "../../compat/_corpus.ts";
import { deploy, type Deployment, type Location } from "../../compat/_deployment.ts";
import { answerTo, type ModelBody, serveModel } from "../../compat/_model.ts";
import { isSearch } from "../../support/lives.ts";

/** How long after the copy the threads go on: leases have run out, receipts and the event log are still kept. */
const LATER_MS = 300_000;

interface Entry {
  readonly type: string;
  readonly text?: string;
  readonly callId?: string;
  readonly name?: string;
  readonly outcome?: string;
  readonly why?: readonly string[];
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { readonly output?: string | null; readonly code?: string; readonly calls?: unknown[] };
}

/** The deployment on one copy of the corpus. */
class Scene {
  /** The commit that wrote it. */
  readonly version: string;
  readonly deployment: Deployment;
  readonly written: Written;
  readonly requests: readonly ModelBody[];

  constructor(version: string, deployment: Deployment, written: Written, requests: readonly ModelBody[]) {
    this.version = version;
    this.deployment = deployment;
    this.written = written;
    this.requests = requests;
  }

  async step(thread: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
    return await toAnswer(await this.deployment.send("POST", `/v1/threads/${thread}/steps`, body, headers));
  }

  /** Runs the thread to its end; the output is the answer to the job. */
  async finish(thread: string, job: string, body: object = {}): Promise<void> {
    const { status, body: { output, ...rest } } = await this.step(thread, { until: "done", ...body });
    assert.deepEqual([status, output], [200, answerTo(job)], JSON.stringify(rest));
  }

  /** Answers the approval that the thread waits for. */
  async decide(thread: string, approved: boolean): Promise<void> {
    const { calls } = await (await this.deployment.send("GET", `/v1/threads/${thread}`)).json();
    const { id } = calls.find(({ state }: { state: string }) => state === "approval");
    const path = `/v1/threads/${thread}/approvals/${id}`;
    assert.equal((await toAnswer(await this.deployment.send("POST", path, { approved }))).status, 200);
  }

  async entries(thread: string): Promise<Entry[]> {
    const entries: Entry[] = [];
    for (let after: number | null = 0; after !== null;) {
      const page: { entries: Entry[]; next: number | null } =
        await (await this.deployment.send("GET", `/v1/threads/${thread}/history?after=${after}`))
          .json();
      entries.push(...page.entries);
      after = page.next;
    }
    return entries;
  }

  /** Observations that have come since the copy, `name outcome`. */
  async observed(thread: string): Promise<string[]> {
    const entries = (await this.entries(thread)).slice(this.written.histories[thread]?.length);
    return entries.flatMap(({ type, name, outcome }) => type === "tool" ? [`${name} ${outcome}`] : []);
  }

  /** Labels of the calls that ran since the copy, in order. */
  get ran(): string[] {
    return this.deployment.executions.map(({ label }) => label).sort();
  }
}

async function toAnswer(response: Response): Promise<Answer> {
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** What happens to each thread, and what must come of it. A corpus has some of these threads, and no other. */
const THREADS: Readonly<
  Record<string, { readonly is: string; readonly goesOn: (scene: Scene) => Promise<void> }>
> = {
  planned: {
    is: "parked after a plan: its calls run once each",
    async goesOn(scene) {
      await scene.finish("planned", "planned");
      assert.deepEqual(scene.ran, ["planned.0.0", "planned.0.1", "planned.0.2"]);
      assert.deepEqual(await scene.observed("planned"), [
        "pure completed",
        "keyed completed",
        "once completed",
      ]);
    },
  },
  planned_source: {
    is:
      "parked after a plan whose calls a fork took over: it runs them by itself, unless its `once` call has moved to the fork",
    async goesOn(scene) {
      await scene.finish("planned_source", "planned_source");
      const ran = ["planned_source.0.0", "planned_source.0.1"];
      const before = ["0cf63d3", "4e95270", "d846e060"].includes(scene.version); // forks took no call away
      assert.deepEqual(scene.ran, before ? [...ran, "planned_source.0.2"] : ran);
    },
  },
  fork_pending: {
    is: "a fork with the pending calls of its source: they run in the fork",
    async goesOn(scene) {
      await scene.finish("fork_pending", "planned_source");
      assert.deepEqual(scene.ran, ["planned_source.0.0", "planned_source.0.1", "planned_source.0.2"]);
    },
  },
  created: {
    is: "created without a step: its first input begins a run",
    async goesOn(scene) {
      const { metadata } = await (await scene.deployment.send("GET", "/v1/threads/created")).json();
      assert.deepEqual(metadata, { order: "A-17" });
      assert.equal((await scene.step("created", {})).body.code, "nothing_to_do");
      await scene.finish("created", "created", { input: "job created: pure" });
      assert.deepEqual(scene.ran, ["created.0.0"]);
    },
  },
  approval: {
    is: "parked before an approval: no step runs the call without one",
    async goesOn(scene) {
      assert.equal((await scene.step("approval", {})).body.code, "approval_required");
      assert.deepEqual(scene.ran, []);
      await scene.decide("approval", true);
      await scene.finish("approval", "approval");
      assert.deepEqual(scene.ran, ["approval.0.0", "approval.0.1"]);
      assert.deepEqual(await scene.observed("approval"), ["remove completed", "pure completed"]);
    },
  },
  denial: {
    is: "parked before an approval that is denied: the call does not run",
    async goesOn(scene) {
      await scene.decide("denial", false);
      await scene.finish("denial", "denial");
      assert.deepEqual(scene.ran, ["denial.0.1"]);
      assert.deepEqual(await scene.observed("denial"), ["remove denied", "pure completed"]);
    },
  },
  approved: {
    is: "parked with an approval that was given: it holds",
    async goesOn(scene) {
      await scene.finish("approved", "approved");
      assert.deepEqual(scene.ran, ["approved.0.0", "approved.0.1"]);
    },
  },
  denied: {
    is: "parked with a denial that was given: it holds, and the model reads the reason",
    async goesOn(scene) {
      await scene.finish("denied", "denied");
      assert.deepEqual(scene.ran, ["denied.0.1"]);
      assert.deepEqual(await scene.observed("denied"), ["remove denied", "pure completed"]);
      assert.match(JSON.stringify(scene.requests[0]?.messages), /Not today\./);
    },
  },
  predicted: {
    is: "parked with a predicted call: the caller's result answers it",
    async goesOn(scene) {
      const { calls } = await (await scene.deployment.send("GET", "/v1/threads/predicted")).json();
      const toolResults = [{ callId: calls[0].id, output: { did: "elsewhere" } }];
      await scene.finish("predicted", "predicted", { toolResults });
      assert.deepEqual(scene.ran, []);
      assert.deepEqual(await scene.observed("predicted"), ["keyed completed"]);
    },
  },
  forced: {
    is: "parked behind a forced choice: it is used up, and the next plan is auto",
    async goesOn(scene) {
      await scene.finish("forced", "forced");
      assert.deepEqual(scene.ran, ["forced.0.0"]);
      assert.deepEqual(scene.requests.map(({ tool_choice }) => tool_choice), [{ type: "auto" }]);
    },
  },
  forced_always: {
    is: "parked behind a choice that is forced on every plan: the next plan is forced as well",
    async goesOn(scene) {
      const { status } = await scene.step("forced_always", {});
      assert.deepEqual([status, scene.ran], [200, ["forced_always.0.0"]]);
      assert.deepEqual(scene.requests.map(({ tool_choice }) => tool_choice), [{ type: "any" }]);
    },
  },
  forced_pending: {
    is:
      "refused with 429 before a forced choice was used: the next plan is forced, the one behind it is auto",
    async goesOn(scene) {
      await scene.finish("forced_pending", "forced_pending");
      assert.deepEqual(scene.ran, ["forced_pending.0.0"]);
      const choices = scene.requests.map(({ tool_choice }) => tool_choice);
      assert.deepEqual(choices, [{ type: "tool", name: "once" }, { type: "auto" }]);
    },
  },
  interrupted: {
    is: "cancelled while the model answered: its text so far is read, and a new input goes on",
    async goesOn(scene) {
      await scene.finish("interrupted", "again", { input: "job again: pure" });
      assert.deepEqual(scene.ran, ["again.0.0"]);
      assert.match(JSON.stringify(scene.requests[0]?.messages), /The beginning of an answer/);
    },
  },
  cancelled: {
    is: "cancelled with a pending call: a new input goes on, and the call does not run",
    async goesOn(scene) {
      await scene.finish("cancelled", "again", { input: "job again: keyed" });
      assert.deepEqual(scene.ran, ["again.0.0"]);
    },
  },
  limited: {
    is: "refused with 429 behind its calls: the plan is tried again and no call runs twice",
    async goesOn(scene) {
      await scene.finish("limited", "limited");
      assert.deepEqual(scene.ran, []);
    },
  },
  replayed: {
    is: "done: the request with its Idempotency-Key replays the stored outcome",
    async goesOn(scene) {
      const again = await scene.step("replayed", REPLAYED.body, REPLAYED.headers);
      assert.deepEqual([again.status, again.body.output], [200, answerTo("replayed")]);
      assert.equal(again.headers.get("idempotency-replayed"), "true");
      const other = await scene.step("replayed", { ...REPLAYED.body, until: "step" }, REPLAYED.headers);
      assert.deepEqual([other.status, other.body.code], [422, "idempotency_mismatch"]);
      assert.deepEqual([scene.ran, scene.requests.length], [[], 0]);

      const events = await (await scene.deployment.send("GET", "/v1/threads/replayed/events?after=0")).text();
      assert.deepEqual(events.match(/^event: step\.\w+$/gm), [
        "event: step.started",
        "event: step.finished",
        "event: step.started",
        "event: step.finished",
      ]);
      await scene.finish("replayed", "more", { input: "job more:" });
    },
  },
  summarised: {
    is: "compacted and parked after a plan: the model still reads the summary",
    async goesOn(scene) {
      await scene.finish("summarised", "five");
      assert.deepEqual(scene.ran, ["five.0.0", "five.0.1"]);
      const [first] = scene.requests;
      assert.match(JSON.stringify(first), /SUMMARY of /);
      assert.doesNotMatch(JSON.stringify(first?.messages), /job one: pure/);
    },
  },
  large: {
    is: "parked behind an input that lies in a blob: it is read whole",
    async goesOn(scene) {
      await scene.finish("large", "large");
      assert.deepEqual(scene.ran, ["large.0.0"]);
      assertLargeInput(await scene.entries("large"));
      assert.match(JSON.stringify(scene.requests[0]?.messages), /(A line of the large input\.\\n){3000}/);
    },
  },
  fork: {
    is: "a fork that shares a blob: it outlives the thread that it was forked from",
    async goesOn(scene) {
      assert.equal((await scene.deployment.send("DELETE", "/v1/threads/large")).status, 204);
      await scene.finish("fork", "forked", { input: "job forked: keyed" });
      assert.deepEqual(scene.ran, ["forked.0.0"]);
      assertLargeInput(await scene.entries("fork"));
    },
  },
  long: {
    is: "a history of two segments: it grows into a third",
    async goesOn(scene) {
      await scene.finish("long", "long_end");
      const input = [...Array.from({ length: 60 }, (_, place) => `m${place}`), "job longer: once"];
      await scene.finish("long", "longer", { input });
      assert.deepEqual(scene.ran, ["long_end.0.0", "longer.0.0"]);
      const entries = await scene.entries("long");
      const cuts = entries.flatMap((entry) => entry.why ?? []);
      const hasNotices = ["571df339", "bf605132", "6320b0cd"].includes(scene.version);
      const changes = cuts.filter((why) => why === "version").length;
      assert.equal(changes, hasNotices ? 0 : 1, "prompts of earlier versions had what notices say");
      assert.equal(entries.filter(({ type }) => type !== "cut").length, 2022 + 2 + 61 + 3);
    },
  },
  queued: {
    is: "parked with a queued input: the next plan reads it",
    async goesOn(scene) {
      await scene.finish("queued", "queued_later");
      assert.deepEqual(scene.ran, ["queued_later.0.0"]);
    },
  },
  died_acting: {
    is: "its worker died in its calls: once is unknown, keyed runs again with its key, pure runs again",
    async goesOn(scene) {
      await scene.finish("died_acting", "died_acting");
      assert.deepEqual(scene.ran, ["died_acting.0.1", "died_acting.0.2", "died_acting.1.0"]);
      assert.deepEqual(await scene.observed("died_acting"), [
        "once unknown",
        "keyed completed",
        "pure completed",
        "once completed",
      ]);
      for (
        const { label, key, attempt } of scene.deployment.executions.filter(({ tool }) => tool !== "once")
      ) {
        assert.equal(key, scene.written.keys[label], `${label} runs again with its key`);
        assert.ok(attempt > 1, `${label} is attempt ${attempt}`);
      }
    },
  },
  died_planning: {
    is: "its worker died while the model answered: the same request runs, with its input once",
    async goesOn(scene) {
      const { status, body, headers } = await scene.step(
        "died_planning",
        DIED_PLANNING.body,
        DIED_PLANNING.headers,
      );
      assert.deepEqual([status, body.output], [200, answerTo("died_planning")]);
      assert.equal(headers.get("idempotency-replayed"), null);
      const types = (await scene.entries("died_planning")).map(({ type }) => type);
      assert.deepEqual(types, ["user", "assistant", "tool", "assistant"]);
      const again = await scene.step("died_planning", DIED_PLANNING.body, DIED_PLANNING.headers);
      assert.equal(again.headers.get("idempotency-replayed"), "true");
      assert.deepEqual(scene.ran, ["died_planning.0.0"]);
    },
  },
  died_queued: {
    is: "its worker died with an input queued behind it: once is unknown, and the input is read",
    async goesOn(scene) {
      await scene.finish("died_queued", "died_queued_later");
      assert.deepEqual(scene.ran, ["died_queued_later.0.0"]);
      assert.deepEqual(await scene.observed("died_queued"), ["once unknown", "keyed completed"]);
    },
  },
};

function assertLargeInput([first]: readonly Entry[]): void {
  assert.equal(first?.text?.replace(/^.*\n/, ""), "A line of the large input.\n".repeat(3_000));
}

/** Runs a test on its own copy of the corpus. */
async function onSqlite(corpus: Corpus, test: (scene: Scene) => Promise<void>): Promise<void> {
  await using file = await sqliteFile();
  await corpus.toSqlite(file.path);
  await onStore(corpus, { type: "sqlite", path: file.path }, test);
}

async function onUpstash(corpus: Corpus, test: (scene: Scene) => Promise<void>): Promise<void> {
  const redis = await fileRedis();
  await corpus.toRedis(redis);
  await using rest = await serveRedisRest({ redis, token: "token-of-the-bridge" });
  await onStore(corpus, { type: "upstash", url: rest.url, token: rest.token }, test);
}

async function onStore(
  corpus: Corpus,
  location: Location,
  test: (scene: Scene) => Promise<void>,
): Promise<void> {
  const written = await corpus.written(location.type);
  const startedAt = Date.now();
  await using model = serveModel();
  await using deployment = deploy({
    location,
    model: model.url,
    clock: () => written.at + LATER_MS + Date.now() - startedAt,
  });
  await test(new Scene(corpus.version, deployment, written, model.requests));
}

/** The thread goes on, and what it was stays byte for byte. */
async function goOn(thread: string, scene: Scene): Promise<void> {
  const { deployment, written } = scene;
  const before = written.histories[thread] ?? assert.fail(`The corpus has no thread ${thread}.`);
  assert.deepEqual(await digestOf(await deployment.storedTexts(thread)), before, "as it was copied");
  const earlier = await verified(thread, scene);
  // Versions from before there were records, and threads without a commit, have none.
  const isRecorded = earlier.chain.type === "holds";
  assert.equal(earlier.unchained, isRecorded ? 0 : before.length);
  assert.equal(earlier.verdict, isRecorded && earlier.decided.length === 0 ? "verified" : "partly");
  if (!isRecorded) assert.equal(earlier.proven, 0);
  await THREADS[thread]?.goesOn(scene);
  const texts = await deployment.storedTexts(thread);
  assert.ok(texts.length > before.length, "the history has grown");
  assert.deepEqual(
    await digestOf(texts.slice(0, before.length)),
    before,
    "as it was copied, with more behind it",
  );
  const cuts = (await scene.entries(thread)).slice(before.length).flatMap(({ why = [] }) => why);
  const isCutByRelease = cuts.some((why) => why === "agent" || why === "tools");
  assert.ok(
    !isCutByRelease,
    "a release that changes nothing of what an agent's prompts begin with cuts none",
  );
  const mixed = await verified(thread, scene);
  assert.equal(mixed.chain.type, "holds");
  assert.equal(mixed.unchained, earlier.unchained, "the record begins behind what was copied without one");
  assert.equal(mixed.unrecorded, earlier.unrecorded);
  assert.ok(mixed.proven > earlier.proven, "what has come since is proven");
  assert.equal(mixed.verdict, isRecorded || before.length === 0 ? "verified" : "partly");
}

/** The report on the thread's export, in which nothing may differ. */
async function verified(thread: string, { deployment: { send } }: Scene): Promise<Report> {
  const text = await (await send("GET", `/v1/threads/${thread}/export`)).text();
  const exported = await readExport(text);
  const report = await verifyThread(exported, partsFor({}));
  assert.deepEqual([report.differences, report.unprovable], [[], []], "nothing differs");
  const verdicts: string[] = [];
  for await (const { verdict } of rewriteRequests(exported, partsFor({}))) {
    verdicts.push(verdict.type === "partly" ? verdict.cause : verdict.type);
  }
  const count = (verdict: string) => verdicts.filter((each) => each === verdict).length;
  // The report counts the requests of answers alone, and not those before them.
  const earlier = exported.entries.flatMap((entry) => findRequestRecord(entry)?.earlier ?? []).length;
  const written = report.proven + earlier;
  assert.deepEqual([count("equal"), count("unrecorded")], [written, report.unrecorded]);
  assert.equal(
    verdicts.length,
    written + report.unrecorded + count("no_answer"),
    "every request is equal, has no record, or may have been one of a step without an answer",
  );
  return report;
}

const STORES = [
  { store: "sqlite", define: Deno.test, on: onSqlite },
  { store: "upstash", define: needsRedis, on: onUpstash },
] as const;

/** On Redis those of the newest forms alone, but for a search. */
const NEWEST = ["bf605132", "6320b0cd"];

for await (const corpus of corpora()) {
  const { version } = corpus;
  for (const { store, define, on } of STORES) {
    if (store === "upstash" && !isSearch() && !NEWEST.includes(version)) continue;
    const { histories } = await corpus.written(store);
    for (const thread of Object.keys(histories)) {
      const { is } = THREADS[thread] ?? assert.fail(`No test says how thread ${thread} goes on.`);
      define(`${store} thread of ${version}, ${is}`, () => on(corpus, (scene) => goOn(thread, scene)));
    }
    define(
      `${store} threads of ${version} are all listed, read and removed`,
      () => on(corpus, listAndRemove),
    );
  }
}

async function listAndRemove({ deployment: { send }, written }: Scene): Promise<void> {
  const listed = async () => (await (await send("GET", "/v1/threads?limit=100")).json()).threads;
  const threads: { id: string; length: number }[] = await listed();
  const lengths = Object.fromEntries(threads.map(({ id, length }) => [id, length]));
  const expected = Object.entries(written.histories).map(([id, { length }]) => [id, length]);
  assert.deepEqual(lengths, Object.fromEntries(expected));
  for (const { id } of threads) {
    assert.equal((await send("GET", `/v1/threads/${id}`)).status, 200, id);
    assert.equal((await send("DELETE", `/v1/threads/${id}`)).status, 204, id);
  }
  assert.deepEqual(await listed(), []);
}
