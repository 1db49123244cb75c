/** The whole suite of stores on Durable Objects, in workerd: a tenant in one object, and in several. */
import { storeConformance } from "../../../conformance/store.ts";
import { type ObjectsEngine, startObjects } from "./_store.ts";

/** The cases whose threads are in different shards. A store may share nothing: the runtime puts the text again, once in each shard. */
const OF_TWO_SHARDS = [
  "a blob that a commit shares is found by other threads, and stays theirs when the first one is removed",
  "what a begin has found is there for its commit, whatever happens to the thread that had it",
  "a begin that is sent twice finds a shared blob twice, and a refused one begins nothing",
  "a fork has the shared blobs of its source, and keeps them without it",
  "a shared blob outlives the thread that shared it while another thread is written to",
].map((test) => ({ test, reason: "threads of one shard share their blobs, and these are in two" }));

const SETTINGS = [{ shards: 1, skip: [] }, { shards: 3, skip: OF_TWO_SHARDS }];

let engine: Promise<ObjectsEngine> | undefined;

Deno.test.afterAll(async () => {
  await (await engine)?.[Symbol.asyncDispose]();
});

for (const { shards, skip } of SETTINGS) {
  storeConformance({
    name: shards === 1 ? "durable_objects" : `durable_objects, ${shards} shards`,
    async open(lifetimes) {
      engine ??= startObjects();
      let aheadMs = 0;
      const opened = (await engine).open({ lifetimes, now: () => Date.now() + aheadMs, shards });
      return { ...opened, advanceTime: (ms) => void (aheadMs += ms), close: () => opened.store.close() };
    },
    register: (name, fn) => Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false }),
    skip,
  });
}
