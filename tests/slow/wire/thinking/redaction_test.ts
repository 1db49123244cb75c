// K1, E13, P9: redaction and what providers keep of an answer besides its words: no stored byte has what was taken out, every request is taken
// by a server that checks signatures, begins with the one before it, and is written again from the log.
import assert from "node:assert/strict";
import type { AgentDefinition } from "../../../../src/agents/define_agent.ts";
import { definePlugin } from "../../../../src/http/define_plugin.ts";
import { createMemoryStore } from "../../../../src/stores/embedded/memory.ts";
import { createRecordingStore } from "../../../../src/testing/recording_store.ts";
import type { WireCase } from "../../../wire/case.ts";
import { CASES, triedCases } from "../../../wire/cases.ts";
import type { ParsedRequest, Reply } from "../../../wire/openai/reply.ts";
import { openSession, tool } from "../../../wire/thinking/_session.ts";

const SECRET = "anna.b@corp.example";
const SECRETS = /anna|corp\.example/;

const redacting = definePlugin({
  name: "redacting",
  compile: () => ({
    redact: { text: (text) => text.replace(/[a-z.]{1,10}@[a-z]{1,8}\.[a-z]{1,8}/g, "[email]"), longest: 28 },
  }),
});

/** Thinks of the secret in every second answer, and says it in every third. */
function tellsOf({ choice, tools, history, turn }: ParsedRequest): Reply {
  const reasoning = turn % 2 === 0 ? `Thought ${history.length}.` : `Thought of ${SECRET}.`;
  const [name] = tools;
  if (name === undefined || choice.kind === "none" || history.at(-1)?.kind === "result") {
    return {
      reasoning,
      text: turn % 3 === 0 ? "It is blue." : `It is blue, says ${SECRET}.`,
      chunks: [3, 5],
    };
  }
  return { reasoning, calls: [{ name, arguments: `{"at":"sky ${turn}"}` }], chunks: [2] };
}

const BOUND: WireCase = {
  ...CASES.find(({ name }) => name === "anthropic") ?? assert.fail(),
  name: "claude, bound",
  model: "claude-opus-5-5",
};

const AGENT: Omit<AgentDefinition, "name"> = { tools: [tool("look", `blue, says ${SECRET}`)] };

for (const wire of [...triedCases(), BOUND]) {
  Deno.test(`K1, E13: ${wire.name}: requests of a thread that is redacted are taken, append to each other and are written again; nothing stored has the secret`, async () => {
    await using server = await wire.start({ reply: tellsOf });
    const { store, calls } = createRecordingStore(createMemoryStore());
    const definition = wire.settings === undefined ? AGENT : { ...AGENT, settings: wire.settings };
    const session = openSession(wire, server, definition, store, [redacting]);
    for (let turn = 0; turn < 6; turn++) {
      const { output, warnings } = await session.run({ input: `I am ${SECRET}. Question ${turn}?` });
      assert.match(output ?? "", /^It is blue(?:, says \[email\])?\.$/);
      assert.deepEqual(warnings, []);
    }
    assert.ok(session.statuses().every((status) => status === 200), "a request was refused");
    assert.deepEqual(await session.cuts(), []);
    assert.equal(await session.verdict(), "verified");
    assert.doesNotMatch(JSON.stringify(calls), SECRETS);
    assert.doesNotMatch(server.requests.map(({ text }) => text).join(), SECRETS);
  });
}

Deno.test("K1, E13: Claude gets its unchanged thinking back, and none of an answer whose thinking changed", async () => {
  await using server = await BOUND.start({ reply: tellsOf });
  const session = openSession(BOUND, server, AGENT, createMemoryStore(), [redacting]);
  for (let turn = 0; turn < 6; turn++) await session.run({ input: `Question ${turn}?` });
  const last = server.requests.at(-1)?.text ?? "";
  const sent = [...last.matchAll(/"thinking":"([^"]*)"/g)].map(([, thought = ""]) => thought);
  assert.ok(sent.length >= 5 && sent.every((thought) => /^Thought \d+\.$/.test(thought)), sent.join());
});
