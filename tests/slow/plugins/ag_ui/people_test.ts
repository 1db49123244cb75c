// Row E7: approvals of AG-UI that are more than one person's, too late, or of a phase below.

import assert from "node:assert/strict";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import { replayEnd } from "../../../../src/http/conversation/committed_events.ts";
import { createScriptedDriver, type ScriptedPlan } from "../../../../src/kernel/drivers/scripted.ts";
import { crew, phase, runs, script, writes } from "../../../plugins/orchestration/_crew.ts";
import { KEY } from "../../../http/_app.ts";
import { createAgUiApp } from "./_app.ts";
import { type Client, ran, say, shortOf, VERSIONS } from "./_clients.ts";

const SECOND_KEY = "acme-other-0123456789";
const SIGNS: readonly ScriptedPlan[] = [{ calls: [{ tool: "sign", args: { what: "it" } }] }, {
  says: "Done.",
}];

function signing(terms: object) {
  const sign = defineTool({
    name: "sign",
    description: "Signs.",
    effect: "once",
    parameters: ["what"],
    needsApproval: true,
    ...terms,
    run: ({ what }) => ({ signed: what }),
  });
  return { sign, agent: defineAgent({ name: "signer", driver: "scripted", tools: [sign] }) };
}

function answers({ pendingInterrupts }: Client, approved: boolean) {
  return pendingInterrupts.map(({ id: interruptId }) => ({
    interruptId,
    status: "resolved" as const,
    payload: { approved },
  }));
}

for (const version of VERSIONS) {
  Deno.test(`E7: ${version.name}: a call that two people must approve waits for the second`, async () => {
    const app = createAgUiApp({
      scenario: SIGNS,
      agents: [signing({ approvals: 2 }).agent],
      env: { TREADLE_API_KEYS: `acme:${KEY},acme:${SECOND_KEY}` },
    });
    const first = app.open(version, { agent: "signer" });
    await say(first, "go", "m1");
    const resume = answers(first, true);
    for (const [key, waiting] of [[KEY, 1], [KEY, 1], [SECOND_KEY, 0]] as const) {
      const headers = { authorization: `Bearer ${key}` };
      const client = app.open(version, { agent: "signer", headers, initialMessages: first.messages });
      const { error } = await ran(client, { resume });
      assert.equal(error, undefined);
      assert.equal(client.pendingInterrupts.length, waiting);
      if (waiting === 0) assert.equal(shortOf(client).at(-1), "assistant:Done.");
    }
  });

  Deno.test(`E7: ${version.name}: an interrupt that has expired is closed, and the call is denied`, async () => {
    let now = Date.now();
    const app = createAgUiApp({
      scenario: SIGNS,
      agents: [signing({ approvalTtlMs: 60_000 }).agent],
      clock: () => now,
    });
    const client = app.open(version, { agent: "signer" });
    await say(client, "go", "m1");
    const [interrupt] = client.pendingInterrupts;
    assert.equal(interrupt?.expiresAt, new Date(now + 60_000).toISOString());
    const resume = answers(client, true);
    now += 120_000;
    const late = await ran(app.open(version, { agent: "signer", initialMessages: client.messages }), {
      resume,
    });
    assert.equal(Object(late.error).status, 409);
    const { error } = await ran(client, {
      resume: [{ interruptId: interrupt.id, status: "cancelled" }],
    });
    assert.equal(error, undefined);
    assert.equal(shortOf(client).at(-1), "assistant:Done.");
    const { entries } = await (await app.send("GET", "/v1/threads/c1/history")).json();
    assert.equal(entries.find((entry: { type: string }) => entry.type === "tool").outcome, "denied");
  });

  Deno.test(`E7: ${version.name}: a call of a phase is an interrupt without a message of its own`, async () => {
    const scenario = script(
      [writes([phase("facts", "research")]), runs("facts"), { says: "Done." }],
      (_turn, place) => place > 0 ? { says: "Found." } : SIGNS[0] ?? assert.fail(),
    );
    const app = createAgUiApp({
      agents: crew({ tools: [signing({}).sign] }),
      driver: createScriptedDriver(scenario),
    });
    const client = app.open(version, { agent: "lead" });
    await say(client, "Write a report.", "m1");
    const [interrupt] = client.pendingInterrupts;
    assert.deepEqual([interrupt?.toolCallId, interrupt?.metadata?.name], [undefined, "sign"]);
    const reloaded = app.open(version, { agent: "lead" });
    await ran(reloaded);
    assert.deepEqual(reloaded.pendingInterrupts, client.pendingInterrupts);
    const { error } = await ran(reloaded, { resume: answers(reloaded, true) });
    assert.equal(error, undefined);
    assert.equal(shortOf(reloaded).at(-1), "assistant:Done.");
  });
}

Deno.test("E7, V5: what is committed of a message that waits for people has every term of the approval", async () => {
  const app = createAgUiApp({
    scenario: SIGNS,
    agents: [signing({ approvals: 2, approvalTtlMs: 60_000 }).agent],
  });
  const [version] = VERSIONS;
  assert.ok(version);
  const client = app.open(version, { agent: "signer" });
  await say(client, "go", "m1");
  const thread = await (await app.send("GET", "/v1/threads/c1")).json();
  const [request] = replayEnd(thread, []);
  assert.ok(request?.type === "approval.requested");
  const { expiresAt, approvals, digest } = request;
  const [interrupt] = client.pendingInterrupts;
  assert.equal(new Date(expiresAt ?? 0).toISOString(), interrupt?.expiresAt);
  assert.deepEqual([approvals, digest], [2, thread.calls[0].approval.digest]);
});
