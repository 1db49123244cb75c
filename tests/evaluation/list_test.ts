// S8: GET /v1/evaluations lists the runs of a tenant by pages, with states that earlier versions have written.

import assert from "node:assert/strict";
import * as z from "zod/mini";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { evaluations } from "../../src/evaluation/mod.ts";
import { EVALUATION } from "../../src/evaluation/door/stored.ts";
import { scenario } from "../../src/providers/scripted/scenario.ts";
import { createTestApp, json, OTHER_KEY, type TestApp } from "../http/_app.ts";
import { eventually } from "../support/eventually.ts";
import { modelByInput } from "./_models.ts";

const agent = defineAgent({ name: "greeter", model: "scripted/m" });
const model = modelByInput({ Hello: scenario().says("Hello."), Bye: scenario().says("Bye.") });

/** The schema of a state as versions before 2026-11-27 have it: fields that it does not know are left out. */
const stateOfBefore = z.object({
  createdAt: z.number(),
  status: z.enum(["running", "done", "failed"]),
  done: z.int(),
  total: z.int(),
  digest: z.string(),
  source: z.int(),
  attempts: z.array(z.int()),
  report: z.optional(z.int()),
  barren: z.int(),
  lease: z.optional(z.number()),
  error: z.optional(z.object({ code: z.string(), message: z.string() })),
});

function deployment() {
  return createTestApp({ agents: [agent], providers: [model], plugins: [evaluations()] });
}

async function begin({ send }: TestApp, name: string, cases: readonly string[] = ["Hello"]): Promise<string> {
  const body = {
    schema: 1,
    kind: "agent",
    name,
    agent: "greeter",
    cases: cases.map((id) => ({
      id,
      input: "Hello",
      gates: [{ type: "trajectory", match: "exact", calls: id === "Hello" ? [] : [{ name: "wave" }] }],
    })),
  };
  const response = await send("POST", "/v1/evaluations", body);
  const { id } = await json(response);
  assert.equal(response.status, 202);
  return String(id);
}

async function whole({ send, idle }: TestApp, id: string) {
  const read = async () => await json(await send("GET", `/v1/evaluations/${id}`));
  await eventually(async () => {
    await idle();
    return (await read()).status === "done";
  }, () => "the evaluation ends");
  return await read();
}

Deno.test("S8: evaluations are listed by pages, the newest first, with their names, results and first measures", async () => {
  const app = deployment();
  const ids: string[] = [];
  for (const name of ["first", "second", "third"]) {
    ids.push(await begin(app, name));
    await whole(app, ids.at(-1) ?? "");
    await new Promise((resolve) => setTimeout(resolve, 2)); // ids of one millisecond are in no order
  }
  const page = async (query: string) => await json(await app.send("GET", `/v1/evaluations${query}`));
  const { evaluations: [third, second], cursor } = JSON.parse(JSON.stringify(await page("?limit=2")));
  assert.deepEqual([third.id, second.id, cursor], [ids[2], ids[1], ids[1]]);
  assert.deepEqual([third.name, third.kind, third.agent, third.status], [
    "third",
    "agent",
    "greeter",
    "done",
  ]);
  assert.deepEqual(third.outcome, { passed: true, measure: { name: "pass rate", value: 1 } });
  assert.equal(third.report, undefined);
  const last = await page(`?limit=2&cursor=${cursor}`);
  assert.deepEqual(JSON.parse(JSON.stringify(last)).evaluations.map(({ id }: { id: string }) => id), [
    ids[0],
  ]);
  assert.equal(last.cursor, undefined);
  const other = await app.send("GET", "/v1/evaluations", undefined, { authorization: `Bearer ${OTHER_KEY}` });
  assert.deepEqual(await json(other), { evaluations: [] });
  for (const query of ["?limit=0", "?limit=51", "?limit=x", "?cursor=x", "?more=1"]) {
    assert.equal((await app.send("GET", `/v1/evaluations${query}`)).status, 422, query);
  }
});

Deno.test("S8: the list needs the scope manage", async () => {
  const app = createTestApp({
    plugins: [evaluations()],
    authenticate: () => ({ tenant: "acme", scopes: ["read", "run", "decide"] }),
  });
  const response = await app.send("GET", "/v1/evaluations");
  assert.deepEqual([response.status, (await json(response)).code], [403, "forbidden"]);
});

Deno.test("S8: failed cases whose ids are threads of the tenant are named beside the report", async () => {
  const app = deployment();
  await (await app.send("POST", "/v1/threads/recorded/steps", { agent: "tester", input: "Hi." })).text();
  const id = await begin(app, "recorded", ["recorded", "unknown", "not an id", "Hello"]);
  assert.deepEqual((await whole(app, id)).threads, ["recorded"]);
});

Deno.test("S8: a state of before is listed without a name, and one of this version is read by those of before", async () => {
  const app = deployment();
  const id = await begin(app, "now");
  await whole(app, id);
  const text = await app.deps.store.readDefinition("acme", EVALUATION, id) ?? "";
  const before = z.parse(stateOfBefore, JSON.parse(text));
  assert.deepEqual([before.status, before.done], ["done", 1]);
  const old = "ev_000000000old";
  await app.deps.store.putDefinition("acme", EVALUATION, old, JSON.stringify(before));
  const { evaluations: listed } = JSON.parse(
    JSON.stringify(await json(await app.send("GET", "/v1/evaluations"))),
  );
  assert.deepEqual(
    listed.map(({ id, name, outcome }: Record<string, unknown>) => [id, name, outcome !== undefined]),
    [[id, "now", true], [old, null, false]],
  );
});

Deno.test("S8: a state that cannot be read is named in the list, and the others are listed", async () => {
  const app = deployment();
  const id = await begin(app, "sound");
  await whole(app, id);
  for (const [name, text] of [["ev_000000000a", "{"], ["ev_000000000b", '{"status":"done"}']] as const) {
    await app.deps.store.putDefinition("acme", EVALUATION, name, text);
  }
  const { evaluations: listed } = JSON.parse(
    JSON.stringify(await json(await app.send("GET", "/v1/evaluations"))),
  );
  assert.deepEqual(
    listed.map(({ id, status, code, name }: Record<string, unknown>) => [id, status, code, name]),
    [
      [id, "done", undefined, "sound"],
      ["ev_000000000b", "corrupted", "store_corrupt", undefined],
      ["ev_000000000a", "corrupted", "store_corrupt", undefined],
    ],
  );
  const response = await app.send("GET", "/v1/evaluations/ev_000000000a");
  assert.deepEqual([response.status, (await json(response)).code], [500, "store_corrupt"]);
});
