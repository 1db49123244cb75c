// Row X5: calls that were planned before a deployment and are answered after it: the terms are those of the plan, and a tool
// that is gone or another runs nothing that a person approved by mistake.

import assert from "node:assert/strict";
import { askUser } from "../../../src/agents/ask_user.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { AgentError } from "../../../src/core/error.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import type { Tool } from "../../../src/core/tool.ts";
import { definePlugin } from "../../../src/http/define_plugin.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createPay, PARAMETERS, type Pay, type PayOptions, payTool, planned } from "./_bench.ts";

/** A call that one version plans, and the version that is deployed then. */
async function deployed(
  before: PayOptions,
  after: PayOptions,
): Promise<{ readonly pay: Pay; readonly id: string }> {
  const store = createMemoryStore();
  const [{ id }] = await planned(createPay({ ...before, store }));
  return { pay: createPay({ scenario: [{ says: "Done." }], ...after, store }), id };
}

async function errorOf(pay: Pay): Promise<string> {
  await pay.step();
  const [entry] = await pay.observed();
  return `${entry?.outcome} ${JSON.stringify(entry?.error)}`;
}

Deno.test("X5: a call of a tool that is gone can be denied only", async () => {
  const { pay, id } = await deployed({ terms: { approvalEdits: true } }, { withoutPay: true });
  const answers: readonly JsonObject[] = [{}, { args: { to: "bob", amount: 1 } }];
  for (const answer of answers) {
    const { status, body } = await pay.decide(id, { approved: true, ...answer });
    assert.deepEqual([status, body.code], [422, "invalid_request"]);
    assert.match(String(body.detail), /has no tool pay any more: call .* can be denied only/);
  }
  assert.equal((await pay.decide(id, { approved: false })).status, 200);
  assert.match(await errorOf(pay), /no tool named/);
});

Deno.test("X5, K3: a call cannot be approved while what opens its tool fails, and can be then", async () => {
  let failure: Error | undefined;
  const paid: JsonObject[] = [];
  const pay = payTool({}, paid);
  const opens = definePlugin({
    name: "opens",
    compile: ({ name }) => name === "payer" ? { threadTools: { open } } : undefined,
  });
  function open(own: readonly Tool[]) {
    if (failure !== undefined) throw failure;
    return { tools: [...own, pay] };
  }
  const before: PayOptions = { withoutPay: true, plugins: [opens] };
  const { pay: app, id } = await deployed(before, before);
  const unavailable = new AgentError("tools_unavailable", "The shop is closed.");
  for (
    const [thrown, status, code] of [[new Error("away"), 500, "plugin_failed"], [
      unavailable,
      503,
      "tools_unavailable",
    ]] as const
  ) {
    failure = thrown;
    const answer = await app.decide(id, { approved: true });
    assert.deepEqual([answer.status, answer.body.code], [status, code]);
  }
  failure = undefined;
  assert.equal((await app.decide(id, { approved: true })).status, 200);
  await app.step();
  assert.deepEqual(paid, [{ to: "bob", amount: 150 }]);
});

Deno.test("X5: a question whose tool asks no more can be denied only", async () => {
  const calls = [{ tool: "ask_user", args: { question: "Which?" } }];
  const plain = defineTool({
    name: "ask_user",
    description: "Another.",
    parameters: { type: "object" },
    run: () => "ran",
  });
  const { pay, id } = await deployed({ tools: [askUser()], scenario: [{ calls }] }, { tools: [plain] });
  assert.match(
    String((await pay.decide(id, { approved: true, answer: "x" })).body.detail),
    /asks no question any more/,
  );
  assert.equal((await pay.decide(id, { approved: false, reason: "not now" })).status, 200);
  assert.match(await errorOf(pay), /^denied .*not now/);
});

Deno.test("X5: arguments that the tool takes no more do not run, and edits are checked by the new schema", async () => {
  const terms = { approvalEdits: true };
  const narrow = {
    terms,
    parameters: {
      ...PARAMETERS,
      properties: { to: { type: "string" }, amount: { type: "number", maximum: 100 } },
    },
  };
  const first = await deployed({ terms }, narrow);
  assert.equal((await first.pay.decide(first.id, { approved: true })).status, 200);
  assert.match(await errorOf(first.pay), /^failed .*invalid_arguments/);
  assert.deepEqual(first.pay.paid, []);
  const second = await deployed({ terms }, narrow);
  const edit = (amount: number) =>
    second.pay.decide(second.id, { approved: true, args: { to: "bob", amount } });
  assert.match(String((await edit(101)).body.detail), /amount/);
  assert.equal((await edit(100)).status, 200);
  await second.pay.step();
  assert.deepEqual(second.pay.paid, [{ to: "bob", amount: 100 }]);
});

Deno.test("X5: a tool that needs more people, no edits or no approval now leaves the terms of the plan", async () => {
  const approved = { approved: true, by: "ann" };
  const people = await deployed({}, { terms: { approvals: 2 } });
  assert.equal((await people.pay.decide(people.id, approved)).body.missing, 0);
  const edits = await deployed({ terms: { approvalEdits: true } }, {});
  const args: JsonObject = { to: "bob", amount: 1 };
  assert.equal((await edits.pay.decide(edits.id, { ...approved, args })).status, 200);
  const none = await deployed({}, { terms: { needsApproval: false } });
  assert.equal((await none.pay.step()).code, "approval_required");
  assert.equal((await none.pay.decide(none.id, { approved: false })).status, 200);
  assert.match(await errorOf(none.pay), /^denied/);
  assert.deepEqual(none.pay.paid, []);
});
