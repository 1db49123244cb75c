// Row V6 for evaluations: the states of the store have a number, and a version without numbers goes on with them.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { wakeName } from "../../../src/core/wake.ts";
import { EVALUATION, readState } from "../../../src/evaluation/door/stored.ts";
import { evaluations } from "../../../src/evaluation/mod.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createTestApp, json } from "../../http/_app.ts";
import { released, releasedTree } from "../integration/rolling/_tree.ts";
import { needs } from "../../support/requires.ts";

/** Its states have no number. */
const BEFORE = "0a9c354d";

const PROGRAM = "tests/slow/compat/_older_evaluation.ts";

const clerk = defineAgent({ name: "clerk", model: "scripted/m" });

/** An evaluation as this version begins it. */
async function begun() {
  const app = createTestApp({ agents: [clerk], plugins: [evaluations()] });
  const body = { schema: 1, kind: "agent", name: "hello", agent: "clerk", cases: [{ input: "Hello" }] };
  const { id } = await json(await app.send("POST", "/v1/evaluations", body));
  const text = await app.store.readDefinition("acme", EVALUATION, String(id)) ?? "";
  return { ...app, text };
}

needs(
  released(BEFORE),
  false,
  `V6: ${BEFORE} goes on with an evaluation of ours, and we with what it leaves`,
  async () => {
    const { text } = await begun();
    assert.equal(JSON.parse(text).schema, 1);
    await using tree = await releasedTree(BEFORE, [PROGRAM]);
    const args = [
      "run",
      "-A",
      "--no-check",
      "--config",
      `${tree.folder}/deno.json`,
      `${tree.folder}/${PROGRAM}`,
    ];
    const child = new Deno.Command(Deno.execPath(), {
      args,
      cwd: tree.folder,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(text));
    await writer.close();
    const { success, stdout, stderr } = await child.output();
    assert.ok(success, new TextDecoder().decode(stderr));
    const left = new TextDecoder().decode(stdout).trim();
    assert.equal(JSON.parse(left).schema, undefined, "it knows no numbers");
    const store = createMemoryStore();
    const ref = { tenant: "acme", id: "ev_1" };
    await store.putDefinition(ref.tenant, EVALUATION, ref.id, left);
    const read = await readState(ref, store);
    const { barren, ...state } = JSON.parse(text);
    assert.deepEqual(
      read?.state,
      { ...state, barren: barren + 1 },
      "a state without a number is of the first form",
    );
  },
);

Deno.test("V6: an evaluation of a later version is named and left as it is, also by its wake-up", async () => {
  const { send, store, text, deps } = await begun();
  const later = JSON.stringify({ ...JSON.parse(text), schema: 2, status: "paused" });
  await store.putDefinition("acme", EVALUATION, "ev_zz", later);
  const { evaluations: [first, second] } = JSON.parse(
    JSON.stringify(await json(await send("GET", "/v1/evaluations"))),
  );
  assert.deepEqual([first.id, first.status, first.code], ["ev_zz", "corrupted", "schema_unsupported"]);
  assert.equal(second.name, "hello");
  const response = await send("GET", "/v1/evaluations/ev_zz");
  assert.deepEqual([response.status, (await json(response)).code], [503, "schema_unsupported"]);
  const wake = { tenant: "acme", name: wakeName(EVALUATION, "ev_zz") };
  await store.moveDue(wake.tenant, wake.name, { to: 1 });
  const outcome = await deps.wakes.handle(wake, { defer: () => {} });
  assert.deepEqual(outcome, { type: "again", afterMs: 60_000, because: "schema_unsupported" });
  const due = await store.listDue(1, 10);
  assert.deepEqual(due.map(({ name }) => name), [wake.name], "the later version has its wake-up");
  assert.equal(await store.readDefinition("acme", EVALUATION, "ev_zz"), later);
});

Deno.test("V6: an evaluation whose number is of no form is corrupt", async () => {
  const { send, store, text } = await begun();
  for (const schema of [0, -1, 1.5, "1", null]) {
    const wrong = JSON.stringify({ ...JSON.parse(text), schema });
    await store.putDefinition("acme", EVALUATION, "ev_zz", wrong);
    const response = await send("GET", "/v1/evaluations/ev_zz");
    assert.deepEqual([response.status, (await json(response)).code], [500, "store_corrupt"], `${schema}`);
  }
});
