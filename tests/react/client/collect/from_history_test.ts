// A page that was loaded again: the stored history and the events after it come to what the page showed before.

import assert from "node:assert/strict";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import { withMedia } from "../../../../src/core/content/with_media.ts";
import { media } from "../../../../src/plugins/media/mod.ts";
import { PNG } from "../../../plugins/media/_media.ts";
import {
  addInput,
  collect,
  type Conversation,
  EMPTY_CONVERSATION,
  type Message,
  type Thread,
} from "../../../../src/react/client/mod.ts";
import type { ScriptedPlan } from "../../../../src/kernel/drivers/scripted.ts";
import { REMOVES } from "../../../http/_app.ts";
import { gated, openWorld } from "../_world.ts";

const drawer = defineAgent({
  name: "drawer",
  instructions: "",
  driver: "scripted",
  tools: [defineTool({
    name: "draw",
    description: "Draws.",
    run: () => withMedia("See:", [{ type: "image", mediaType: "image/png", data: PNG }]),
  })],
});

const COUNTS: readonly ScriptedPlan[] = [
  { says: "I count.", calls: [{ tool: "count", args: { id: "a" } }, { tool: "count", args: {} }] },
  { says: "That is all." },
];

/** Messages without the numbers of blocks, which a stored answer does not have, and without times. */
function shown(messages: readonly Message[]) {
  return JSON.parse(
    JSON.stringify(messages),
    (key, value) => key === "block" || key === "ms" ? undefined : value,
  );
}

async function reloaded(thread: Thread): Promise<Conversation> {
  const stored = await thread.conversation();
  return await collect(thread.events({ after: stored.seq }), { from: stored });
}

Deno.test("collect: the stored history is the same conversation as its events", async () => {
  await using world = openWorld({ scenario: COUNTS });
  const thread = world.client.thread("t1");
  const from = addInput(EMPTY_CONVERSATION, "go");
  const live = await collect(thread.stream("go", { agent: "counter" }), { from });
  const stored = await thread.conversation();
  assert.deepEqual(shown(stored.messages), shown(live.messages));
  assert.equal(live.messages.length, 3);
  const again = await reloaded(thread);
  assert.deepEqual(again.messages, stored.messages, "events of stored steps change nothing");
  assert.equal(again.seq, live.seq);
  assert.deepEqual([again.status, live.status], ["done", "done"]);
});

Deno.test("collect: a page that is loaded again in the middle of a run comes to the same end", async () => {
  const { driver, gate, started } = gated();
  await using world = openWorld({ driver });
  const thread = world.client.thread("t1");
  const first = await collect(thread.stream("first", { agent: "tester" }));
  const live = collect(thread.stream("second"), { from: addInput(first, "second") });
  await started;
  const stored = await thread.conversation();
  assert.equal(stored.status, "running");
  const states: Conversation[] = [];
  const after = await collect(thread.events({ after: stored.seq }), {
    from: stored,
    onChange: (state) => {
      states.push(state);
      if (JSON.stringify(state.messages.at(-1)).includes('"one "')) gate.resolve();
    },
  });
  const { messages } = await live;
  assert.deepEqual(shown(after.messages).slice(-1), shown(messages).slice(-1));
  assert.ok(states.some(({ status }) => status === "running") && after.status === "done");
});

Deno.test("collect: an approval that waits is there after a reload, and goes with its answer", async () => {
  await using world = openWorld({ scenario: REMOVES });
  const thread = world.client.thread("t1");
  const live = await collect(thread.stream("remove r1", { agent: "tester" }));
  const stored = await reloaded(thread);
  assert.deepEqual(stored.approvals, live.approvals);
  const [message] = stored.messages.slice(-1);
  assert.equal(
    message?.role === "assistant" && message.parts[0]?.type === "call" && message.parts[0].state,
    "approval",
  );
  await thread.approve(stored.approvals[0]?.callId ?? assert.fail(), true);
  const { approvals, messages } = await collect(thread.stream(), { from: stored });
  assert.deepEqual(approvals, []);
  assert.deepEqual(shown(messages), shown((await thread.conversation()).messages));
});

Deno.test("collect: of a long thread the newest entries are there; a result without its call has a message of its own", async () => {
  const plans = Array.from({ length: 23 }, (_, step) => ({
    calls: Array.from({ length: 8 }, (_, at) => ({ tool: "count", args: { id: `${step}.${at}` } })),
  }));
  await using world = openWorld({ scenario: [...plans, { says: "Enough." }] });
  const thread = world.client.thread("t1");
  await thread.run("go", { agent: "counter" });
  assert.equal((await thread.get()).length, 209);
  const { messages, status } = await thread.conversation();
  assert.equal(status, "done");
  const parts = messages.flatMap((message) => message.role === "assistant" ? message.parts : []);
  // The newest 200 begin with the last result of the first answer.
  assert.deepEqual(parts.map((part) => part.type === "call" ? part.state : part.text), [
    ...Array(22 * 8 + 1).fill("completed"),
    "Enough.",
  ]);
  assert.equal(messages.length, 24);
});

Deno.test("E13: the media of inputs and results are in the messages, before and behind a reload", async () => {
  await using world = openWorld({
    scenario: [{ calls: [{ tool: "draw", args: {} }] }, { says: "Drawn." }],
    agents: [drawer],
    plugins: [media()],
  });
  const thread = world.client.thread("t1");
  const image = { type: "image", mediaType: "image/png", data: PNG, name: "dot.png" } as const;
  const input = [{ parts: [{ type: "text" as const, text: "Like this:" }, image] }, "Go."];
  const asked = addInput(EMPTY_CONVERSATION, input).messages;
  assert.deepEqual(asked, [
    {
      role: "user",
      text: "Like this:",
      parts: [
        { type: "text", text: "Like this:" },
        { type: "image", mediaType: "image/png", name: "dot.png", url: `data:image/png;base64,${PNG}` },
      ],
    },
    { role: "user", text: "Go." },
  ]);
  await collect(thread.stream(input, { agent: "drawer" }));
  const { messages } = await thread.conversation();
  const [first, , answer] = messages;
  assert(first?.role === "user" && answer?.role === "assistant");
  const part = first.parts?.[1];
  assert(part?.type === "image");
  assert.match(part.url, /^\/v1\/threads\/t1\/media\/[0-9a-f]{64}\?entry=0$/);
  const [call] = answer.parts;
  assert(call?.type === "call");
  assert.deepEqual([call.output, call.media?.map(({ bytes }) => bytes)], ["See:", [68]]);
});

Deno.test("X6: a deferred call is one part of its message, live, after a reload, and once its result has come", async () => {
  const exporter = defineAgent({
    name: "exporter",
    instructions: "",
    driver: "scripted",
    tools: [
      defineTool({ name: "look", description: "Looks.", run: () => "seen" }),
      defineTool({
        name: "export_records",
        description: "Exports, for hours.",
        run: (_args, context) => context.defer({ ref: "exp_7", expiresInMs: 7_200_000 }),
      }),
    ],
  });
  await using world = openWorld({
    agents: [exporter],
    scenario: [{ says: "I do.", calls: [{ tool: "look" }, { tool: "export_records" }] }, { says: "Done." }],
  });
  const thread = world.client.thread("t1");
  const from = addInput(EMPTY_CONVERSATION, "go");
  const live = await collect(thread.stream("go", { agent: "exporter" }), { from });
  assert.equal(live.status, "waiting");
  const waits = await reloaded(thread);
  assert.deepEqual(shown(waits.messages), shown(live.messages));
  const { calls } = await thread.get();
  const callId = calls.find(({ state }) => state === "deferred")?.id ?? assert.fail();
  await world.app.send("POST", `/v1/threads/t1/calls/${callId}/result`, { output: { rows: 12 } });
  const given = await thread.conversation();
  assert.deepEqual(
    given.messages.flatMap((message) => message.role === "assistant" ? message.parts : [])
      .map((part) => part.type === "call" ? part.state : part.text),
    ["I do.", "completed", "deferred"],
  );
  const ended = await collect(thread.stream(undefined), { from: waits });
  assert.deepEqual([ended.status, ended.messages.length], ["done", 3]);
  assert.deepEqual(shown(ended.messages), shown((await thread.conversation()).messages));
});
