// C4: the newest models of Claude leave the text of their thoughts out by default, and with it what they say between calls. It is asked
// for, on the Claude API and Bedrock, with an effort and without; thoughts go back with the text that came.
import assert from "node:assert/strict";
import type { ReasoningEffort } from "../../../src/core/model/model_settings.ts";
import { readEntry } from "../../../src/kernel/history/codec.ts";
import { caseOf, openSession, thinksAndCalls, THREAD, tool } from "./_session.ts";

const MODELS = [
  ...["claude-fable-5-2", "claude-opus-5-5", "claude-sonnet-5-5", "claude-haiku-5-5", "claude-sonnet-5"]
    .map((model) => ({ dialect: "anthropic", model })),
  ...["fable-5-2", "opus-5-5", "sonnet-5-5", "haiku-5-5", "opus-5"]
    .map((name) => ({ dialect: "bedrock", model: `us.anthropic.claude-${name}-v1:0` })),
];

for (const { dialect, model } of MODELS) {
  for (const reasoningEffort of [undefined, "low"] satisfies (ReasoningEffort | undefined)[]) {
    Deno.test(`C4: ${dialect}/${model} shows what it thinks: effort ${reasoningEffort ?? "by default"}`, async () => {
      const wire = { ...caseOf(dialect), model };
      await using server = await wire.start({ reply: thinksAndCalls });
      const settings = reasoningEffort === undefined ? {} : { settings: { reasoningEffort } };
      const session = openSession(wire, server, {
        instructions: "Help.",
        tools: [tool("look")],
        ...settings,
      });
      await session.run({ input: "What colour?" });
      await session.run({ input: "And now?" });
      const page = await session.store.history(THREAD, { after: 0, limit: 100 });
      const thoughts = (page?.entries ?? []).map(readEntry).flatMap((entry) =>
        entry.type === "assistant" ? entry.blocks.filter(({ type }) => type === "reasoning") : []
      );
      assert.ok(thoughts.length >= 2);
      for (const thought of thoughts) assert.match("text" in thought ? thought.text : "", /^Thought \d+\.$/);
      assert.ok(session.statuses().every((status) => status === 200));
      assert.equal(await session.verdict(), "verified");
    });
  }
}
