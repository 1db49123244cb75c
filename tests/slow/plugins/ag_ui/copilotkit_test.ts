// Row E7: the core of CopilotKit, which its hooks of React, Vue and Angular are made of, as it is published: with an HttpAgent of AG-UI and
// without a runtime of CopilotKit.

import assert from "node:assert/strict";
import { HttpAgent } from "@ag-ui/client0";
import { CopilotKitCore } from "@copilotkit/core";
import * as z from "zod";
import type { ScriptedPlan } from "../../../../src/kernel/drivers/scripted.ts";
import { KEY } from "../../../http/_app.ts";
import { type AgUiApp, createAgUiApp } from "./_app.ts";
import { shortOf } from "./_clients.ts";

/** Timers of the client outlive a run. */
const loose = { sanitizeOps: false, sanitizeResources: false };

function open(app: AgUiApp, agent: string) {
  const send: typeof fetch = (input, init) => app.fetch(new Request(input, init));
  const client = new HttpAgent({
    agentId: agent,
    url: `http://treadle.test/agui/${agent}`,
    threadId: "c1",
    fetch: send,
    headers: { authorization: `Bearer ${KEY}` },
  });
  const core = new CopilotKitCore({ agents__unsafe_dev_only: { [agent]: client } });
  const say = async (content: string, id: string) => {
    client.addMessage({ id, role: "user", content });
    await core.runAgent({ agent: client });
  };
  return { core, client, say };
}

function test(name: string, fn: () => Promise<void>): void {
  Deno.test({ name: `E7: @copilotkit/core: ${name}`, ...loose, fn });
}

test("a conversation with a tool of the server, and the state of the thread", async () => {
  const scenario: ScriptedPlan[] = [
    { says: "Let me see.", calls: [{ tool: "echo", args: { text: "hi" } }] },
    { says: "Done." },
    { says: "Again." },
  ];
  const app = createAgUiApp({ scenario });
  const { client, say } = open(app, "tester");
  await say("go", "m1");
  await say("more", "m2");
  assert.deepEqual(shortOf(client), [
    "user:go",
    "assistant:Let me see.:echo",
    'tool:{"text":"hi"}',
    "assistant:Done.",
    "user:more",
    "assistant:Again.",
  ]);
  assert.equal(Object(client.state).thread.status, "done");
});

test("a tool of the page runs in the page, and the run goes on by itself", async () => {
  const scenario: ScriptedPlan[] = [{ calls: [{ tool: "choose", args: { from: "a" } }] }, {
    says: "Chosen.",
  }];
  const app = createAgUiApp({ scenario });
  const { core, client, say } = open(app, "tester");
  const chosen: string[] = [];
  core.addTool({
    name: "choose",
    description: "The user chooses.",
    parameters: z.object({ from: z.string() }),
    handler: ({ from }) => {
      chosen.push(String(from));
      return Promise.resolve("the first");
    },
  });
  await say("go", "m1");
  assert.deepEqual(chosen, ["a"]);
  assert.deepEqual(shortOf(client), ["user:go", "assistant:choose", "tool:the first", "assistant:Chosen."]);
});

test("a call that waits for people is an interrupt, and its answer goes on", async () => {
  const scenario: ScriptedPlan[] = [{ calls: [{ tool: "remove", args: { id: "r1" } }] }, { says: "Gone." }];
  const app = createAgUiApp({ scenario });
  const { core, client, say } = open(app, "tester");
  await say("remove it", "m1");
  const [interrupt] = client.pendingInterrupts;
  assert.ok(interrupt !== undefined);
  await core.runAgent({
    agent: client,
    resume: [{ interruptId: interrupt.id, status: "resolved", payload: { approved: true } }],
  });
  assert.equal(shortOf(client).at(-1), "assistant:Gone.");
});
