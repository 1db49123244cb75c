// A model that answers the ask for a summary with a call: each ask is paid, so it is not asked for ever.
import assert from "node:assert/strict";
import { defineTool } from "../../src/agents/define_tool.ts";
import type { ParsedRequest, Reply } from "./openai/reply.ts";
import { caseOf, session } from "./reports/session.ts";

Deno.test("E13: a model that calls a tool in place of a summary is asked twice, says so, and again after 64 entries", async () => {
  const wire = caseOf("openai chat");
  let asked = 0;
  const reply = ({ history }: ParsedRequest): Reply => {
    const last = history.at(-1);
    if (last?.kind !== "message" || !/Summarise this conversation/.test(last.text)) return { text: "Blue." };
    asked++;
    return { calls: [{ name: "look", arguments: "{}" }], ignoresChoice: true };
  };
  await using server = await wire.start({ reply });
  const look = defineTool({ name: "look", description: "", effect: "pure", run: () => "blue" });
  const run = session(wire, server, {
    tools: [look],
    compaction: { afterEntries: 4, keepEntries: 2 },
    limits: { historyEntries: 200 },
  });
  const warnings: string[] = [];
  const converse = async (turns: number) => {
    for (let turn = 0; turn < turns; turn++) {
      const answer = await run(`What colour ${turn}?`);
      warnings.push(...answer.warnings.map(({ code, message }) => `${code}: ${message}`));
    }
  };
  await converse(30);
  assert.equal(asked, 2);
  assert.deepEqual(warnings, [
    "compaction_failed: The model gave an empty summary.",
    "compaction_failed: The model gave an empty summary. It is asked again in 64 entries.",
  ]);
  await converse(8);
  assert.equal(asked, 3);
});
