// C4, E13: a window that moves costs a thread of Claude one cut for each half of its limit that was added, and no refusal.
import assert from "node:assert/strict";
import type { AgentDefinition } from "../../../src/agents/define_agent.ts";
import { readEntry } from "../../../src/kernel/history/codec.ts";
import { caseOf, openSession, thinksAndCalls, THREAD, tool } from "./_session.ts";

const INPUTS = 20;

const LIMITS: Readonly<Record<string, NonNullable<AgentDefinition["limits"]>>> = {
  "16 entries": { historyEntries: 16 },
  "6,000 bytes": { historyBytes: 6_000 },
  "700 tokens": { historyTokens: 700 },
};

for (const [name, limits] of Object.entries(LIMITS)) {
  Deno.test(`C4: a window of ${name} moves by a cut, and never in two requests in a row`, async () => {
    const wire = { ...caseOf("anthropic"), model: "claude-opus-5-5" };
    await using server = await wire.start({ reply: thinksAndCalls });
    const { run, statuses, cuts, store, verdict } = openSession(wire, server, {
      tools: [tool("look")],
      limits,
    });
    for (let index = 0; index < INPUTS; index++) await run({ input: `Question ${index}?` });
    assert.ok(statuses().every((status) => status === 200), "a request was refused");
    const page = await store.history(THREAD, { after: 0, limit: 1_000 });
    const starts = (page?.entries ?? []).map(readEntry).flatMap((entry) =>
      entry.type === "assistant" ? [entry.record?.start ?? 0] : []
    );
    const moves = starts.flatMap((start, index) => index > 0 && start !== starts[index - 1] ? [index] : []);
    assert.ok(moves.length > 1, "the window moves");
    assert.equal((await cuts()).filter((why) => why === "window").length, moves.length);
    for (const [place, index] of moves.entries()) {
      assert.ok(index - (moves[place - 1] ?? -2) > 1, `it moves at requests ${moves.join(", ")}`);
    }
    assert.equal(await verdict(), "verified");
  });
}

Deno.test("C4, record: a pinned answer is without its thinking in a prompt that begins with the newest input, and is written again so", async () => {
  const wire = { ...caseOf("anthropic"), model: "claude-opus-5-5" };
  await using server = await wire.start({ reply: thinksAndCalls });
  const session = openSession(wire, server, { tools: [tool("look")], limits: { historyTokens: 150 } });
  await session.run({ input: "Question?" });
  await session.run({ input: "Keep it.", pins: { add: [1], remove: [] } });
  await session.run({ input: "And this? ".repeat(100), until: "step" });
  const last = server.requests.at(-1)?.text ?? "";
  assert.match(last, /"tool_use"/, "the pinned answer is there");
  assert.doesNotMatch(last, /"type":"thinking","thinking":"Thought/, "without what it thought");
  assert.ok(session.statuses().every((status) => status === 200));
  assert.equal(await session.verdict(), "verified");
});

for (
  const [name, model] of [["anthropic", "claude-opus-5-5"], ["openai responses", "gpt-5.6-sol"]] as const
) {
  Deno.test(`C4, E13, record: ${name}: behind a refusal of its length a request has half of the window, and each is on record`, async () => {
    const wire = { ...caseOf(name), model };
    const message = "prompt is too long: 210000 tokens > 200000 maximum";
    await using server = await wire.start({
      reply: (request) =>
        request.history.length > 14 ? { status: 400, error: { message } } : thinksAndCalls(request),
    });
    const { run, statuses, cuts, store, verdict } = openSession(wire, server, { tools: [tool("look")] });
    for (let index = 0; index < INPUTS; index++) await run({ input: `Question ${index}?` });
    const refused = statuses().filter((status) => status === 400).length;
    assert.ok(refused >= 3, `${refused} refusals`);
    const page = await store.history(THREAD, { after: 0, limit: 1_000 });
    const failures = (page?.entries ?? []).map(readEntry).filter(({ type }) => type === "failure");
    assert.equal(failures.length, refused);
    assert.equal((await cuts()).filter((why) => why === "window").length, refused);
    assert.equal(await verdict(), "verified");
  });
}
