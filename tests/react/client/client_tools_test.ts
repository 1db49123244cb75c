// Row X6: client tools by the client of the project: the request brings one, the page runs it, a reload shows it.

import assert from "node:assert/strict";
import { collect, type Conversation } from "../../../src/react/client/mod.ts";
import { openWorld } from "./_world.ts";

const scenario = [{ calls: [{ tool: "locate", args: { of: "me" } }] }, { says: "You are here." }];

/** The calls of a conversation with their states. */
function callsOf({ messages }: Conversation): [string, string][] {
  return messages.flatMap((message) => message.role === "assistant" ? message.parts : [])
    .flatMap((part): [string, string][] => part.type === "call" ? [[part.callId, part.state]] : []);
}

Deno.test("X6: a call of a client tool has the state client, also after a reload, until its result comes", async () => {
  await using world = openWorld({ scenario });
  const thread = world.client.thread("t1");
  const clientTools = [{ name: "locate", description: "Where the user is." }];
  const first = await collect(thread.stream("Where am I?", { agent: "counter", clientTools }));
  const [[callId, state] = ["", ""]] = callsOf(first);
  assert.deepEqual([state, first.status], ["client", "waiting"]);
  assert.deepEqual(callsOf(await thread.conversation()), [[callId, "client"]]);
  const second = await collect(thread.toolResults([{ callId, output: { lat: 1 } }]), { from: first });
  assert.deepEqual([callsOf(second), second.status], [[[callId, "completed"]], "done"]);
});
