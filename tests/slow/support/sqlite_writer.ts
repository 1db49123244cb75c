/**
 * A process of its own that runs steps on one thread of a sqlite file: `sqlite_writer.ts <file> <name> <steps>
 * <writers>`. It begins when so many writers have come to the file, and writes one line `<entry> <version>` for every
 * commit that was answered, after the answer.
 */
import assert from "node:assert/strict";
import { createSqliteStore } from "../../../src/stores/embedded/sqlite/store.ts";
import { bench, newThread } from "../../conformance/store_cases/case.ts";

/** The thread that every writer writes to. */
export const WRITERS_THREAD = { tenant: "acme", thread: "shared" };

async function write(path: string, name: string, steps: number, writers: number): Promise<void> {
  const store = createSqliteStore({ path });
  await store.create({ tenant: "writers", thread: name }, newThread());
  while ((await store.list("writers", { limit: writers })).threads.length < writers) await pause();
  const { begin, commit } = bench({ store, close: () => store.close() });
  const ref = WRITERS_THREAD;
  for (let step = 0; step < steps;) {
    const entry = `${name}-${step}`;
    const begun = await begin({ ref, owner: entry, inputs: [entry], create: newThread() });
    if (begun.type === "begun") {
      const outcome = await commit({ ref, owner: entry, begun, header: begun.header });
      assert(outcome.type === "committed");
      console.log(`${entry} ${outcome.version}`);
      step++;
    } else assert.equal(begun.type, "busy");
    await pause();
  }
  await store.close();
}

/** Gives the others their turn. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1));
}

if (import.meta.main) {
  const [path = "", name = "", steps = "", writers = ""] = Deno.args;
  await write(path, name, Number(steps), Number(writers));
}
