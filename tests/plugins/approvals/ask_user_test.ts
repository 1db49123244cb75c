// Row X5: the model asks a person by a tool; the answer, valid under its schema, is the observation.

import assert from "node:assert/strict";
import * as z from "zod";
import { askUser } from "../../../src/agents/ask_user.ts";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import { inboxSchema } from "../../../src/http/schemas/responses/approvals.ts";
import { createPay } from "./_bench.ts";
import "../shares/_every_store.ts";
import { onEveryStore } from "../../support/every_store.ts";

const QUESTION = { calls: [{ tool: "ask_user", args: { question: "Which colour?" } }] };
const COLOUR = askUser({
  schema: z.strictObject({ colour: z.enum(["red", "blue"]), shade: z.optional(z.int()) }),
});

onEveryStore("X5: a question waits like an approval, and its answer is the observation", async (store) => {
  const pay = createPay({ store, tools: [COLOUR], scenario: [QUESTION, { says: "Thanks." }] });
  await pay.step({ agent: "payer", input: "ask" });
  const { items: [item] } = inboxSchema.parse(await (await pay.send("GET", "/v1/inbox")).json());
  assert.ok(item);
  assert.deepEqual([item.name, item.args, item.approval.asks], ["ask_user", QUESTION.calls[0]?.args, true]);
  assert.deepEqual(item.answer, COLOUR.answer);
  for (const answer of [undefined, "red", { colour: "green" }, { colour: "red", more: 1 }]) {
    const wrong = await pay.decide(item.callId, {
      approved: true,
      ...(answer === undefined ? {} : { answer: answer as JsonObject }),
    });
    assert.deepEqual([wrong.status, wrong.body.code], [422, "invalid_request"], JSON.stringify(answer));
    assert.match(JSON.stringify(wrong.body.errors), /"\/answer"/);
  }
  const answer = { colour: "red", shade: 3 };
  const decided = await pay.decide(item.callId, { approved: true, answer, by: "ann" });
  assert.deepEqual([decided.status, decided.body.answer], [200, answer]);
  const last = await pay.step();
  assert.equal(last.output, "Thanks.");
  const [entry] = await pay.observed();
  assert.deepEqual([entry?.outcome, entry?.output], ["completed", answer]);
  const { decisions } = entry?.approval as { decisions: JsonObject[] };
  assert.deepEqual([decisions[0]?.by, decisions[0]?.answer], ["ann", answer]);
});

Deno.test("X5: a person may decline to answer, or not answer in time; both are denials", async () => {
  const tool = askUser({ approvalTtlMs: 1_000 });
  for (const late of [false, true]) {
    const pay = createPay({ tools: [tool], scenario: [QUESTION, { says: "Well." }] });
    await pay.step({ agent: "payer", input: "ask" });
    const [{ id } = assert.fail()] = await pay.waiting();
    assert.equal((await pay.decide(id, { approved: false, answer: "x" })).status, 422);
    if (late) pay.pass(1_000);
    else await pay.decide(id, { approved: false, reason: "It is private." });
    await pay.step();
    const [entry] = await pay.observed();
    assert.equal(entry?.outcome, "denied");
    assert.match(JSON.stringify(entry?.error), late ? /expired/ : /It is private/);
  }
});

Deno.test("X5: the after-hook sees the answer of a person as it sees the output of a tool", async () => {
  const pay = createPay({
    tools: [askUser()],
    scenario: [QUESTION, { says: "Well." }],
    hooks: { afterCall: (observation) => ({ ...observation, output: `<${String(observation.output)}>` }) },
  });
  await pay.step({ agent: "payer", input: "ask" });
  const [{ id } = assert.fail()] = await pay.waiting();
  assert.equal((await pay.decide(id, { approved: true, answer: "" })).status, 422);
  await pay.decide(id, { approved: true, answer: "blue" });
  await pay.step();
  assert.equal((await pay.observed())[0]?.output, "<blue>");
});

Deno.test("X5: a predicted question is answered by a person, and not by the caller's results", async () => {
  const pay = createPay({ tools: [askUser()], scenario: [QUESTION, { says: "Well." }] });
  await pay.step({ agent: "payer", input: "ask", execution: "predict" });
  const [{ id } = assert.fail()] = await pay.waiting();
  const result = { toolResults: [{ callId: id, output: "mine" }] };
  assert.equal((await pay.step(result)).code, "result_refused");
  await pay.decide(id, { approved: true, answer: "blue" });
  assert.equal((await pay.step(result)).code, "result_refused");
  assert.equal((await pay.step()).output, "Well.");
  assert.equal((await pay.observed())[0]?.output, "blue");
});

Deno.test("X5: askUser refuses a schema that is none, and a tool cannot be half a question", () => {
  assert.throws(() => askUser({ schema: 5 as never }), /is 5/);
  assert.throws(() => askUser({ name: "no name" }), /name/);
  const tool = askUser();
  assert.deepEqual(tool.answer, { type: "string", minLength: 1 });
  for (const parts of [{ needsApproval: false }, { approvals: 2 }, { approvalEdits: true }]) {
    assert.throws(() => defineAgent({ name: "a", tools: [{ ...tool, ...parts }] }), /\/tools\/0\/a/);
  }
});
