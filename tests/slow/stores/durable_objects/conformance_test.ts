/** The whole suite of stores on Durable Objects, in workerd. */
import { storeConformance } from "../../../conformance/store.ts";
import { type ObjectsEngine, startObjects } from "./_store.ts";

let engine: Promise<ObjectsEngine> | undefined;

Deno.test.afterAll(async () => {
  await (await engine)?.[Symbol.asyncDispose]();
});

storeConformance({
  name: "durable_objects",
  async open(lifetimes) {
    engine ??= startObjects();
    let aheadMs = 0;
    const opened = (await engine).open({ lifetimes, now: () => Date.now() + aheadMs });
    return { ...opened, advanceTime: (ms) => void (aheadMs += ms), close: () => opened.store.close() };
  },
  register: (name, fn) => Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false }),
});
