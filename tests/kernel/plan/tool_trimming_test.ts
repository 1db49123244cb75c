import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { createLab } from "../../support/lab.ts";

Deno.test("P10: the step of a token-efficient agent sends its tools by name, any other agent's as they are written", async () => {
  const tools = ["zeta", "alpha"].map((name) =>
    defineTool({ name, description: "", effect: "pure", parameters: ["x"], run: (args) => args })
  );
  for (const [tokenEfficient, sent] of [[true, ["alpha", "zeta"]], [false, ["zeta", "alpha"]]] as const) {
    const agent = defineAgent({ name: "a", driver: "scripted", tools, tokenEfficient });
    const { answer } = await createLab({ agents: [agent], scenario: [{ says: "Hi." }] }).run({
      agent: "a",
      input: "Hello.",
    });
    assert.deepEqual(answer.choice?.toolsSent, sent);
  }
});
