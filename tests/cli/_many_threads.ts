// Stories of `treadle threads cancel`, `delete` and `export` over many threads of one store: pages, requests at a time, failures in the middle.

import assert from "node:assert/strict";
import type { Store } from "../../src/core/store.ts";
import { defineAgent } from "../../src/agents/define_agent.ts";
import type { Provider } from "../../src/core/model/provider.ts";
import { createTestApp, LOOKS_UP, type TestApp, type TestAppOptions } from "../http/_app.ts";
import { failing, testModel } from "../support/model.ts";
import { serveApp, type Served } from "./_serve.ts";

/** More than a page of a list. */
const MANY = 105;

type Answer = (request: Request, path: string) => Promise<Response | undefined>;

export interface Counted extends Served {
  /** Most requests at the same time. */
  most(): number;
  /** Requests of a method to paths that begin so. */
  count(method: string, path: string): number;
}

/** Serves an app and counts its requests; where `instead` gives an answer, it stands for that of the app. */
export function serveCounted(app: TestApp, instead: Answer = () => Promise.resolve(undefined)): Counted {
  const seen: string[] = [];
  let [now, most] = [0, 0];
  const served = serveApp({
    async fetch(request) {
      const pathname = decodeURIComponent(new URL(request.url).pathname);
      seen.push(`${request.method} ${pathname}`);
      most = Math.max(most, ++now);
      try {
        return await instead(request, pathname) ?? await app.app.fetch(request, {});
      } finally {
        now--;
      }
    },
  });
  return {
    ...served,
    most: () => most,
    count: (method, path) => seen.filter((each) => each.startsWith(`${method} ${path}`)).length,
  };
}

/** The first request of a method is answered once there is a second one, or none in 5 s: a fast server would never have two at a time. */
function meeting(of: string): Answer {
  const second = Promise.withResolvers<void>();
  let count = 0;
  return async ({ method }) => {
    if (method !== of) return undefined;
    if (++count > 1) second.resolve();
    else await Promise.race([second.promise, new Promise((resolve) => setTimeout(resolve, 5_000))]);
    return undefined;
  };
}

/** Makes empty threads `<name>0`, `<name>1` and so on. */
export async function makeThreads({ app }: TestApp, served: Served, name: string, count: number, body = {}) {
  const headers = { "authorization": `Bearer ${served.env.TREADLE_KEY}`, "content-type": "application/json" };
  for (let index = 0; index < count; index++) {
    const made = { agent: "tester", id: `${name}${index}`, ...body };
    const init = { method: "POST", headers, body: JSON.stringify(made) };
    const { status } = await app.fetch(new Request("http://treadle.test/v1/threads", init), {});
    assert.equal(status, 201);
  }
}

/** Runs a thread of the tester to its end. */
export async function runThread(app: TestApp, thread: string, body: object = {}): Promise<void> {
  const response = await app.send("POST", `/v1/threads/${thread}/steps`, {
    agent: "tester",
    input: "Go.",
    until: "done",
    ...body,
  });
  assert.equal(response.status, 200, await response.text());
}

/** A plan changes nothing, and is what --yes does: in two pages, eight requests at a time. */
export async function cancelsByFilter(store: Store): Promise<void> {
  const app = createTestApp({ store });
  await using served = serveCounted(app, meeting("POST"));
  await makeThreads(app, served, "w", MANY, { user: "ann" });
  await makeThreads(app, served, "other", 1, { user: "bob" });
  for (const thread of ["d1", "d2"]) await runThread(app, thread, { user: "ann" });
  const words = ["threads", "cancel", "--user", "ann", "--before", "2100-01-01"];
  for (const [flags, code] of [[[], 1], [["--dry-run"], 0], [["--dry-run", "--yes"], 0]] as const) {
    const plan = await served.treadle(...words, ...flags);
    const lines = plan.stdout.trimEnd().split("\n");
    assert.deepEqual([plan.code, plan.stderr], [code, ""]);
    assert.equal(lines[0], `${MANY} threads would be cancelled:`);
    assert.match(lines[1] ?? "", /^THREAD +STATUS +AGENT +CREATED$/);
    assert.equal(lines.filter((line) => / {2}tester {2}20\d\d-/.test(line)).length, 20);
    assert.deepEqual(lines.slice(-3), [
      `and ${MANY - 20} more`,
      "2 threads more match and have ended.",
      "do it: treadle threads cancel --user ann --before 2100-01-01 --yes",
    ]);
  }
  assert.equal(served.count("POST", "/v1/threads"), 0);
  const before = served.count("GET", "/v1/threads");
  const done = await served.treadle(...words, "--yes");
  assert.deepEqual([done.code, done.stdout], [0, `${MANY} threads cancelled, 2 had ended.\n`]);
  assert.equal(served.count("GET", "/v1/threads") - before, 2);
  assert.equal(served.count("POST", "/v1/threads"), MANY);
  assert.ok(served.most() <= 8 && served.most() > 1, String(served.most()));
  assert.equal((await served.json("threads", "show", "other0")).thread.status, "waiting");
  assert.equal((await served.json("threads", "show", "d1")).thread.status, "done");
  const again = await served.treadle(...words);
  assert.deepEqual([again.code, again.stdout], [
    0,
    `No thread would be cancelled.\n${MANY + 2} threads more match and have ended.\n`,
  ]);
  assert.deepEqual(await served.json(...words, "--yes"), {
    cancelled: 0,
    ended: MANY + 2,
    gone: 0,
    failed: [],
  });
}

/** What fails is named and ends the command with 1; what was removed meanwhile is as good as deleted; --all has archived threads, too. */
export async function deletesAll(store: Store): Promise<void> {
  const app = createTestApp({ store });
  let isBroken = true;
  await using served = serveCounted(app, async (request, path) => {
    if (request.method !== "DELETE") return undefined;
    if (isBroken && path === "/v1/threads/m7") {
      return Response.json({ code: "store_corrupt", detail: "Thread m7 cannot be read." }, { status: 500 });
    }
    // Another client has removed it first.
    if (path === "/v1/threads/m3") await app.send("DELETE", path);
    return undefined;
  });
  await makeThreads(app, served, "m", MANY);
  assert.equal((await served.treadle("threads", "archive", "m9")).code, 0);
  // A branch goes with its chat, and is in the list itself.
  await runThread(app, "chat");
  assert.equal((await app.send("POST", "/v1/threads/chat/fork", { id: "chat:2" })).status, 201);
  const words = ["threads", "delete", "--all"];
  const plan = await served.json(...words, "--dry-run");
  assert.deepEqual([plan.count, plan.threads.length, plan.ended], [MANY + 2, 20, 0]);
  assert.equal(plan.command, "treadle threads delete --all --yes");
  assert.equal(served.count("DELETE", "/v1/threads"), 0);
  const partly = await served.treadle(...words, "--yes");
  assert.deepEqual([partly.code, partly.stdout], [
    1,
    `${MANY + 1} threads deleted, 1 failed.\nm7: store_corrupt: Thread m7 cannot be read.\n`,
  ]);
  assert.ok(served.most() <= 8, String(served.most()));
  assert.equal((await served.json("threads", "list", "--archived", "all")).threads[0].id, "m7");
  isBroken = false;
  assert.deepEqual(await served.json(...words, "--yes"), { deleted: 1, ended: 0, gone: 0, failed: [] });
  assert.deepEqual((await store.list("acme", { limit: 10 })).threads, []);
}

/** A deployment whose model waits: `begin` starts a step that is in flight until `release`. */
export function createWaiting(options: TestAppOptions = {}) {
  const gate = Promise.withResolvers<void>();
  const { provider, requests } = testModel(() => ({ says: "Done." }));
  let isWaiting = false;
  let reached = () => {};
  const waiting: Provider = {
    ...provider,
    async stream(request, run) {
      if (isWaiting) {
        reached();
        await Promise.race([
          gate.promise,
          new Promise((_, reject) => run.signal.addEventListener("abort", () => reject(run.signal.reason))),
        ]);
      }
      return await provider.stream(request, run);
    },
  };
  const limited = testModel(() => failing("model_rate_limit", { retryAfterMs: 3_600_000 }), {
    name: "second",
  });
  const app = createTestApp({
    ...options,
    agents: [
      defineAgent({ name: "waiter", model: "first/m" }),
      defineAgent({ name: "limited", model: "second/m" }),
    ],
    providers: [waiting, limited.provider],
  });
  return {
    app,
    requests,
    /** Begins a step, and resolves when its model is called. */
    async begin(thread: string, body: object = {}): Promise<{ readonly response: Promise<Response> }> {
      isWaiting = true;
      const called = new Promise<void>((resolve) => reached = resolve);
      const response = app.send("POST", `/v1/threads/${thread}/steps`, {
        agent: "waiter",
        input: "Go.",
        ...body,
      });
      await called;
      return { response };
    },
    release: () => gate.resolve(),
  };
}

/** A thread whose first step is in flight is `waiting`, and one of a further run `done`: --running has both, whatever their status. */
export async function cancelsWhatRuns(store: Store): Promise<void> {
  const { app, begin } = createWaiting({ store, scenario: LOOKS_UP });
  await using served = serveCounted(app);
  await runThread(app, "again", { agent: "waiter" });
  await runThread(app, "rests", { agent: "waiter" });
  const steps = [await begin("first"), await begin("again")];
  await served.treadle("threads", "archive", "again");
  // Between two steps: the first one goes on without its client in an hour, and the other one does not.
  const body = { agent: "limited", input: "Go.", wake: true };
  assert.equal((await app.send("POST", "/v1/threads/goes/steps", body)).status, 503);
  await runThread(app, "stays", { until: "step" });
  const ids = ({ threads }: { readonly threads: readonly { readonly id: string }[] }) =>
    threads.map(({ id }) => id).sort();
  assert.deepEqual(ids(await served.json("threads", "list", "--status", "open")), ["goes", "stays"]);
  const running = ["again", "first", "goes"];
  assert.deepEqual(ids(await served.json("threads", "list", "--running", "--limit", "3")), running);
  const plan = await served.json("threads", "cancel", "--running", "--agent", "waiter", "--dry-run");
  assert.deepEqual([plan.count, ids(plan)], [2, ["again", "first"]]);
  const stopped = await served.treadle("threads", "cancel", "--running", "--yes");
  assert.deepEqual([stopped.code, stopped.stdout], [0, "3 threads cancelled.\n"]);
  for (const { response } of steps) {
    assert.equal((await (await response).json()).code, "step_cancelled");
  }
  assert.equal((await served.treadle("threads", "list", "--running")).stdout, "No thread runs.\n");
  await app.idle();
}

/** Each thread is a file, and is verified; one that differs has another name, and one that cannot be read is named. */
export async function exportsThreads(store: Store): Promise<void> {
  const app = createTestApp({ store });
  let isChanged = false;
  await using served = serveCounted(app, async (request, path) => {
    if (!path.endsWith("/export")) return undefined;
    if (path === "/v1/threads/ann:b/export") {
      return Response.json({ code: "store_corrupt", detail: "It cannot be read." }, { status: 500 });
    }
    if (!isChanged || path !== "/v1/threads/ann:a/export") return undefined;
    const text = (await (await app.app.fetch(request, {})).text()).replace("Hi.", "Ho.");
    return new Response(text, { headers: { "content-type": "application/x-ndjson" } });
  });
  for (const name of ["a", "b", "c"]) await runThread(app, `ann:${name}`, { user: "ann" });
  await makeThreads(app, served, "empty", MANY, { user: "bob" });
  const folder = await Deno.makeTempDir({ prefix: "export_" });
  try {
    const some = await served.treadle("threads", "export", "--user", "ann", "--out", `${folder}/ann`);
    assert.equal(some.code, 1);
    assert.equal(
      some.stdout,
      `2 threads exported to ${folder}/ann: 2 verified, 1 failed.\nann:b: store_corrupt: It cannot be read.\n`,
    );
    const names = async (path: string) =>
      (await Array.fromAsync(Deno.readDir(path))).map(({ name }) => name).sort();
    assert.deepEqual(await names(`${folder}/ann`), ["ann%3Aa.jsonl", "ann%3Ac.jsonl"]);
    const whole = await Deno.readTextFile(`${folder}/ann/ann%3Aa.jsonl`);
    assert.equal(whole, await (await app.send("GET", "/v1/threads/ann:a/export")).text());
    assert.equal((await served.treadle("verify", `${folder}/ann/ann%3Aa.jsonl`)).code, 0);

    const all = await served.json("threads", "export", "--user", "bob", "--out", `${folder}/bob`);
    // Nothing of an empty thread is recorded.
    assert.deepEqual([all.verified, all.partly.length, all.failed], [[], MANY, []]);
    assert.equal((await names(`${folder}/bob`)).length, MANY);
    assert.ok(served.most() <= 8, String(served.most()));

    const piped = await served.treadle("threads", "export", "ann:a");
    assert.deepEqual([piped.code, piped.stdout, piped.stderr], [
      0,
      whole,
      "1 thread exported: 1 verified.\n",
    ]);
    isChanged = true;
    const changed = await served.treadle(
      "threads",
      "export",
      "ann:a",
      "--out",
      `${folder}/ann/ann%3Aa.jsonl`,
    );
    assert.equal(changed.code, 1);
    assert.match(
      changed.stdout,
      /^0 threads exported .*: 0 verified, 1 differ\.\nann:a differs: entry 0: .*~differs\.jsonl\)\n$/,
    );
    assert.equal(await Deno.readTextFile(`${folder}/ann/ann%3Aa.jsonl`), whole);
    assert.match(await Deno.readTextFile(`${folder}/ann/ann%3Aa~differs.jsonl`), /Ho\./);
    // Another thread may have a word of the name, and its file stays.
    await runThread(app, "ann:a.differs", { user: "ann" });
    await served.treadle("threads", "export", "ann:a", "ann:a.differs", "--out", `${folder}/ann`);
    const other = await (await app.send("GET", "/v1/threads/ann:a.differs/export")).text();
    assert.equal(await Deno.readTextFile(`${folder}/ann/ann%3Aa.differs.jsonl`), other);
    const refused = await served.treadle("threads", "export", "ann:a", "--json");
    assert.deepEqual([refused.code, refused.stdout], [1, ""]);
    assert.equal(JSON.parse(refused.stderr).differs[0].thread, "ann:a");

    // A file that cannot be written is no failure of a thread: nothing more is requested, and no half of a file stays.
    for (let each = 0; each < MANY; each++) {
      await Deno.mkdir(`${folder}/full/empty${each}.jsonl`, { recursive: true });
    }
    const before = served.count("GET", "/v1/threads/empty");
    const full = await served.treadle("threads", "export", "--user", "bob", "--out", `${folder}/full`);
    assert.equal(full.code, 1);
    assert.match(full.stderr, /empty\d+\.jsonl/);
    const requested = served.count("GET", "/v1/threads/empty") - before;
    assert.ok(requested <= 8, String(requested));
    assert.equal((await names(`${folder}/full`)).length, MANY);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
