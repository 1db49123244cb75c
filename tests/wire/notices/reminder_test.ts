// L2: the reminder of an agent: before which plans of a run it stands, once, and what it is on the wire of a model that has messages of
// the application and of one that has none.
import assert from "node:assert/strict";
import type { AgentDefinition } from "../../../src/agents/define_agent.ts";
import type { NoticeEntry } from "../../../src/core/entry.ts";
import { readEntry } from "../../../src/kernel/history/codec.ts";
import type { WireCase } from "../case.ts";
import type { ParsedRequest, Reply } from "../openai/reply.ts";
import { caseOf, openSession, type Session, THREAD, tool } from "../thinking/_session.ts";

const CLAUDE: WireCase = { ...caseOf("anthropic"), model: "claude-opus-5-5" };
const TEXT = "Keep to the job.";
const CLEARED =
  `{"role":"system","content":[{"type":"text","text":"${TEXT}"}],"clear_at":"next_user_message"}`;
const BETA = "mid-conversation-system-clear-at-2026-08-21";

function reminding(more: Partial<AgentDefinition> = {}): Omit<AgentDefinition, "name"> {
  return {
    instructions: "Help.",
    tools: [tool("look")],
    reminder: { text: TEXT },
    limits: { repeatedCalls: 100 },
    ...more,
  };
}

/** Calls in each of so many requests, and answers the next one. */
function calling(times: number): (request: ParsedRequest) => Reply {
  let asked = 0;
  return () => {
    const place = asked++ % (times + 1);
    return place === times
      ? { reasoning: "Enough.", text: "It is blue." }
      : { reasoning: "Hm.", calls: [{ name: "look", arguments: `{"at":"sky ${asked}"}` }] };
  };
}

const countOf = (text: string) => text.split(TEXT).length - 1;

/** The numbers of the answers, from 1, that a reminder stands before; and the reminders. */
async function remindersOf({ store }: Session): Promise<{ before: number[]; notices: NoticeEntry[] }> {
  const page = await store.history(THREAD, { after: 0, limit: 1_000 });
  const before: number[] = [];
  const notices: NoticeEntry[] = [];
  let answers = 0;
  for (const entry of (page?.entries ?? []).map(readEntry)) {
    if (entry.type === "assistant") answers++;
    if (entry.type !== "notice" || entry.about !== "reminder") continue;
    before.push(answers + 1);
    notices.push(entry);
  }
  return { before, notices };
}

Deno.test("L2: a run is reminded before its 10th and 20th plan and before no other, and the next run counts anew", async () => {
  await using server = await CLAUDE.start({ reply: calling(20) });
  const session = openSession(CLAUDE, server, reminding());
  await session.run({ input: "What colour?" });
  await session.run({ input: "And now?" });
  const { before, notices } = await remindersOf(session);
  assert.deepEqual(before, [10, 20, 31, 41]);
  for (const { text, until } of notices) assert.deepEqual([text, until], [TEXT, "next_input"]);
  assert.deepEqual(server.requests.slice(0, 21).map(({ text }) => countOf(text)), [
    ...Array.from({ length: 9 }, () => 0),
    ...Array.from({ length: 10 }, () => 1),
    2,
    2,
  ]);
  assert.deepEqual(await session.cuts(), []);
  assert.equal(await session.verdict(), "verified");
});

Deno.test("L2: Claude reads the reminder as a message that is cleared, under its beta from that request on", async () => {
  await using server = await CLAUDE.start({ reply: calling(3) });
  const session = openSession(CLAUDE, server, reminding({ reminder: { text: TEXT, everySteps: 3 } }));
  await session.run({ input: "What colour?" });
  assert.deepEqual(server.requests.map(({ text }) => text.includes(CLEARED)), [false, false, true, true]);
  assert.deepEqual(server.requests.map(({ headers }) => headers.get("anthropic-beta")), [
    null,
    null,
    BETA,
    BETA,
  ]);
  assert.deepEqual(session.statuses(), [200, 200, 200, 200]);
});

Deno.test("L2: a model without messages of the application reads it as a marked part of a user's message", async () => {
  const groq = caseOf("groq");
  await using server = await groq.start({ reply: calling(3) });
  const session = openSession(groq, server, reminding({ reminder: { text: TEXT, everySteps: 3 } }));
  await session.run({ input: "What colour?" });
  assert.deepEqual(server.requests.map(({ text }) => countOf(text)), [0, 0, 1, 1]);
  const { messages } = JSON.parse(server.requests[2]?.text ?? "{}");
  const last = messages.at(-1);
  assert.equal(last.role, "user");
  assert.match(last.content, /^\[notice [0-9a-f]{16}\]\nKeep to the job\.$/);
  assert.equal(await session.verdict(), "verified");
});

Deno.test("L2: with everySteps 1 every plan has one but the first, which follows the input itself", async () => {
  await using server = await CLAUDE.start({ reply: calling(3) });
  const session = openSession(CLAUDE, server, reminding({ reminder: { text: TEXT, everySteps: 1 } }));
  await session.run({ input: "What colour?" });
  assert.deepEqual((await remindersOf(session)).before, [2, 3, 4]);
});

Deno.test("L2: a step that fails and is tried again, on another isolate and with other words, is reminded once", async () => {
  const answer = calling(3);
  let asked = 0;
  await using server = await CLAUDE.start({
    // The second step fails as a whole, with all its requests.
    reply: (request) => request.history.length > 2 && asked++ < 2 ? { status: 400 } : answer(request),
  });
  const reminder = { text: TEXT, everySteps: 2 };
  const session = openSession(CLAUDE, server, reminding({ reminder }));
  assert.notEqual((await session.attempt({ input: "What colour?" })).error, undefined);
  assert.notEqual((await session.attempt({})).error, undefined);
  assert.deepEqual((await remindersOf(session)).before, [2], "it stands in the log behind the failed tries");
  const other = reminding({ reminder: { ...reminder, text: `${TEXT} Briefly.` } });
  await openSession(CLAUDE, server, other, session.store).run({});
  const { before, notices } = await remindersOf(session);
  assert.deepEqual(before, [2, 4]);
  assert.deepEqual(notices.map(({ text }) => text), [TEXT, `${TEXT} Briefly.`]);
  assert.deepEqual(await session.cuts(), [], "other words are no cut");
  assert.equal(await session.verdict(), "verified");
});

Deno.test("L2: an answer that violates its choice is asked for again behind the same reminder", async () => {
  const answer = calling(3);
  let dropped = 0;
  await using server = await CLAUDE.start({
    reply: (request) =>
      JSON.stringify(request.body).includes(TEXT) && dropped++ === 0
        ? { reasoning: "No.", text: "I would rather not.", ignoresChoice: true }
        : answer(request),
  });
  const session = openSession(CLAUDE, server, {
    ...reminding({ reminder: { text: TEXT, everySteps: 2 } }),
    toolChoice: { type: "tool", name: "look", times: "always" },
    onViolation: "retry",
    limits: { repeatedCalls: 100, stepsPerRun: 3 },
  });
  await session.run({ input: "What colour?" });
  assert.equal(dropped > 1, true);
  assert.deepEqual((await remindersOf(session)).before, [2]);
});

Deno.test("L2: the reminder stands before the choice, which is the last word", async () => {
  await using server = await CLAUDE.start({ reply: calling(3) });
  const session = openSession(CLAUDE, server, {
    ...reminding({ reminder: { text: TEXT, everySteps: 2 } }),
    tools: [tool("look"), tool("listen")],
    toolChoice: { type: "allowed", names: ["look"], mode: "required", times: "always" },
    limits: { repeatedCalls: 100, stepsPerRun: 3 },
  });
  await session.attempt({ input: "What colour?" });
  const page = await session.store.history(THREAD, { after: 0, limit: 100 });
  const entries = (page?.entries ?? []).map(readEntry);
  const at = entries.findIndex((entry) => entry.type === "notice" && entry.about === "reminder");
  const next = entries[at + 1];
  assert.deepEqual(next?.type === "notice" && next.about, "choice");
});
