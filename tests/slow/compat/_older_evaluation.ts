// An evaluation as the version whose tree this file stands in goes on with it: it is copied into trees of released commits. Reads the
// state from its standard input, and prints what that version leaves of it.

import { changeState, EVALUATION, readState } from "../../../src/evaluation/door/stored.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";

if (import.meta.main) {
  const ref = { tenant: "acme", id: "ev_000000000met" };
  const store = createMemoryStore();
  await store.putDefinition(ref.tenant, EVALUATION, ref.id, await new Response(Deno.stdin.readable).text());
  const read = await readState(ref, store);
  if (read === undefined) throw new Error("The evaluation is not there.");
  await changeState(ref, read.text, { ...read.state, barren: read.state.barren + 1 }, store);
  console.log(await store.readDefinition(ref.tenant, EVALUATION, ref.id));
}
