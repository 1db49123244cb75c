import assert from "node:assert/strict";
import { enforceInPrompt } from "../../src/choice/enforce_in_prompt.ts";
import { AgentError } from "../../src/core/error.ts";
import type { Lacks } from "../../src/core/model/capability.ts";
import type { ToolChoice } from "../../src/core/tool_choice.ts";

const tools = ["a", "b"].map((name) => ({ name, description: "", parameters: { type: "object" } }));
const NO_SCHEMA: Lacks = { json_schema: "the API has JSON mode only" };

function enforce(choice: ToolChoice, lacks: Lacks = {}, onUnsupported: "degrade" | "error" = "degrade") {
  return enforceInPrompt({ choice, tools, capabilities: { lacks, thinks: true }, onUnsupported });
}

const ROWS: readonly [string, ToolChoice, readonly string[], withSchema: string, without: string][] = [
  ["auto", { type: "auto" }, ["a", "b"], "native", "native"],
  ["none", { type: "none" }, [], "withheld", "withheld"],
  ["required", { type: "required" }, ["a", "b"], "native", "announced"],
  ["tool", { type: "tool", name: "b" }, ["b"], "native", "announced"],
  ["allowed auto", { type: "allowed", names: ["b"], mode: "auto" }, ["b"], "filtered", "filtered"],
  ["allowed required", { type: "allowed", names: ["b"], mode: "required" }, ["b"], "native", "announced"],
];
for (const [label, choice, names, withSchema, without] of ROWS) {
  Deno.test(`C5, D7: in a prompt ${label} is ${withSchema}, and ${without} without a schema`, () => {
    // Function calling and forced choices of the API are not used, so their lack does not count.
    const native = enforce(choice, {
      tools: "none",
      required: "none",
      tool: "none",
      forced_thinking: "none",
    });
    assert.deepEqual([native.enforcement, native.choice], [withSchema, choice]);
    assert.deepEqual(native.tools.map(({ name }) => name), names);
    assert.deepEqual(native.warnings, []);
    const degraded = enforce(choice, NO_SCHEMA);
    assert.equal(degraded.enforcement, without);
    assert.deepEqual(
      degraded.warnings.map(({ code }) => code),
      without === "announced" ? ["choice_degraded"] : [],
    );
  });
}

Deno.test("C5, D7: a prompted choice is refused where a refusal is wanted, and so is an unknown tool", () => {
  assert.throws(() => enforce({ type: "required" }, NO_SCHEMA, "error"), { code: "choice_unsupported" });
  assert.throws(() => enforce({ type: "tool", name: "c" }), (error) => error instanceof AgentError);
  assert.equal(enforce({ type: "required" }, {}, "error").enforcement, "native");
});
