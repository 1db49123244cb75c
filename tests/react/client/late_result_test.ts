// X6: a client brings the result of a deferred call over a network that loses things.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { openWorld } from "./_world.ts";

const exporting = defineTool({
  name: "export",
  description: "Exports, for hours.",
  run: (_args, context) => context.defer({ ref: "j1", expiresInMs: 3_600_000 }),
});

Deno.test("X6: completeCall brings a result once, also where its response is lost, and a reload shows one card", async () => {
  const agents = [defineAgent({ name: "exporter", driver: "scripted", tools: [exporting] })];
  await using world = openWorld({ agents, scenario: [{ calls: [{ tool: "export" }] }, { says: "Done." }] });
  const thread = world.client.thread("t1");
  await thread.run("go", { agent: "exporter" });
  const cards = async () =>
    (await thread.conversation()).messages.flatMap((message) =>
      message.role === "assistant"
        ? message.parts.flatMap((part) => part.type === "call" ? [[part.callId, part.state]] : [])
        : []
    );
  const { calls: [call] } = await thread.get();
  const callId = call?.id ?? assert.fail("no call is pending");
  assert.deepEqual(await cards(), [[callId, "deferred"]]);
  world.proxy.onRequest = lostOnce();
  assert.deepEqual(await thread.completeCall(callId, { output: { rows: 3 } }), {
    callId,
    status: "completed",
    changed: false,
  });
  await assert.rejects(thread.completeCall(callId, { error: { message: "No." } }), { code: "result_given" });
  assert.equal((await thread.run()).output, "Done.");
  assert.deepEqual(await cards(), [[callId, "completed"]]);
});

/** The next response is lost. */
function lostOnce() {
  let isLost = false;
  return () => {
    if (isLost) return undefined;
    isLost = true;
    return { after: 0, then: "cut" } as const;
  };
}
