// C5: how each choice is held by what a model has: native, else announced, else filtered, else withheld; under `strict` a choice that
// the wire cannot forbid is filtered or withheld before it is announced.
import assert from "node:assert/strict";
import fc from "fast-check";
import { enforce } from "../../../src/kernel/choice/enforce.ts";
import { FEATURES, type Lacks } from "../../../src/core/model/capability.ts";
import { isForced, permits, type ToolChoice } from "../../../src/core/tool_choice.ts";
import type { EnforcedChoice } from "../../../src/core/model/enforced_choice.ts";

const tools = ["a", "b", "c"].map((name) => ({ name, description: name, parameters: { type: "object" } }));
const tool: ToolChoice = { type: "tool", name: "a" };
const some: ToolChoice = { type: "allowed", names: ["a", "b"], mode: "auto" };
const forcedSome: ToolChoice = { ...some, mode: "required" };

interface Inputs {
  readonly lacks?: Lacks;
  readonly thinks?: boolean;
  readonly onUnsupported?: "degrade" | "error";
  readonly hold?: "strict";
  readonly isRefused?: true;
  readonly filters?: true;
  readonly parallel?: false;
  readonly tools?: typeof tools;
}

function held(choice: ToolChoice, inputs: Inputs = {}): EnforcedChoice {
  const { lacks = {}, thinks = false, onUnsupported = "degrade", hold = "prefix", parallel } = inputs;
  const { isRefused, filters } = inputs;
  return enforce({
    choice,
    tools: inputs.tools ?? tools,
    parallel,
    onUnsupported,
    hold,
    isRefused,
    capabilities: { lacks, thinks, ...(filters && { filters }) },
  });
}

const TABLE: readonly [ToolChoice, Inputs, sent: ToolChoice, names: string, enforcement: string][] = [
  [{ type: "auto" }, {}, { type: "auto" }, "abc", "native"],
  [{ type: "none" }, {}, { type: "none" }, "abc", "native"],
  [{ type: "none" }, { lacks: { none: "x" } }, { type: "auto" }, "abc", "announced"],
  [{ type: "none" }, { lacks: { none: "x" }, hold: "strict" }, { type: "auto" }, "", "withheld"],
  [{ type: "none" }, { isRefused: true }, { type: "auto" }, "", "withheld"],
  [{ type: "required" }, {}, { type: "required" }, "abc", "native"],
  [{ type: "required" }, { lacks: { required: "x" } }, { type: "auto" }, "abc", "announced"],
  [tool, {}, tool, "abc", "native"],
  [tool, { hold: "strict" }, tool, "abc", "native"],
  [tool, { lacks: { tool: "x" } }, { type: "required" }, "abc", "announced"],
  [tool, { lacks: { tool: "x" }, hold: "strict" }, { type: "required" }, "a", "filtered"],
  [tool, { lacks: { tool: "x" }, filters: true }, { type: "required" }, "a", "filtered"],
  [tool, { lacks: { tool: "x" }, onUnsupported: "error" }, { type: "required" }, "a", "filtered"],
  [tool, { lacks: { tool: "x", required: "x" } }, { type: "auto" }, "abc", "announced"],
  [tool, { lacks: { tool: "x", required: "x" }, hold: "strict" }, { type: "auto" }, "a", "announced"],
  [tool, { lacks: { forced_thinking: "x" } }, tool, "abc", "native"],
  [tool, { lacks: { forced_thinking: "x" }, thinks: true }, { type: "auto" }, "abc", "announced"],
  [some, {}, some, "abc", "native"],
  [some, { lacks: { allowed: "x" } }, { type: "auto" }, "abc", "announced"],
  [some, { lacks: { allowed: "x" }, hold: "strict" }, { type: "auto" }, "ab", "filtered"],
  [forcedSome, {}, forcedSome, "abc", "native"],
  [forcedSome, { lacks: { allowed: "x" } }, { type: "required" }, "abc", "announced"],
  [forcedSome, { lacks: { allowed: "x" }, hold: "strict" }, { type: "required" }, "ab", "filtered"],
  [forcedSome, { lacks: { allowed: "x", required: "x" } }, { type: "auto" }, "abc", "announced"],
  [forcedSome, { lacks: { forced_thinking: "x" }, thinks: true }, some, "abc", "announced"],
  [{ type: "required" }, { lacks: { tools: "x" } }, { type: "auto" }, "", "withheld"],
  [{ type: "auto" }, { tools: [] }, { type: "auto" }, "", "none"],
];

for (const [choice, inputs, sent, names, enforcement] of TABLE) {
  const lacking = [...Object.keys(inputs.lacks ?? {}), inputs.thinks ? "while thinking" : ""].filter(Boolean)
    .join(", ");
  Deno.test(`C5: ${JSON.stringify(choice)} without (${lacking})${inputs.hold ?? ""}${inputs.filters ? " where nothing is charged" : ""}${inputs.isRefused ? " after refused calls" : ""}${inputs.onUnsupported ?? ""} is ${enforcement}`, () => {
    const result = held(choice, inputs);
    assert.deepEqual([result.choice, result.tools.map(({ name }) => name).join(""), result.enforcement], [
      sent,
      names,
      enforcement,
    ]);
    assert.equal(result.notice !== undefined, enforcement === "announced");
    assert.notEqual(result.because, "");
  });
}

const anyChoice: fc.Arbitrary<ToolChoice> = fc.constantFrom<ToolChoice[]>(
  ...[{ type: "auto" }, { type: "none" }, { type: "required" }] as const,
  tool,
  some,
  forcedSome,
);
const anyLacks = fc.subarray([...FEATURES]).map((features): Lacks =>
  Object.fromEntries(features.map((feature) => [feature, "lacks it"]))
);

Deno.test("C5: whatever a model lacks, nothing it lacks is sent, what the wire cannot hold is told to the model, and a weak hold to the caller", () => {
  fc.assert(
    fc.property(
      anyChoice,
      anyLacks,
      fc.boolean(),
      fc.constantFrom(false, undefined),
      fc.constantFrom("strict", undefined),
      (choice, lacks, thinks, parallel, hold) => {
        const inputs = { lacks, thinks, ...(parallel === false && { parallel }), ...(hold && { hold }) };
        const result = held(choice, inputs);
        const { choice: sent, tools: offered, enforcement, warnings, notice } = result;
        assert.equal(sent.type !== "auto" && lacks[sent.type] !== undefined, false);
        if (isForced(sent)) {
          assert.equal(lacks.required !== undefined && sent.type !== "tool", false);
          assert.equal(thinks && lacks.forced_thinking !== undefined, false);
        }
        const isWhole = sent.type === choice.type && isForced(sent) === isForced(choice);
        const isFiltered = offered.every(({ name }) => permits(choice, name)) &&
          isForced(sent) === isForced(choice);
        assert.ok(isWhole || isFiltered || notice !== undefined || lacks.tools !== undefined);
        if (hold === undefined && lacks.tools === undefined) {
          assert.equal(offered.length, tools.length, "kept");
        }
        if (lacks.tools !== undefined) assert.deepEqual(offered, []);
        assert.equal(result.parallel === false && lacks.parallel !== undefined, false);
        const isWeak = (enforcement === "announced" || enforcement === "withheld") && isForced(choice);
        assert.equal(warnings.some(({ code }) => code === "choice_degraded"), isWeak);
        const strict = held(choice, { ...inputs, hold: "strict" });
        const isWeakest = strict.enforcement === "announced" ||
          isForced(choice) && strict.enforcement === "withheld";
        if (isWeakest) {
          assert.throws(() => held(choice, { lacks, thinks, onUnsupported: "error" }), {
            code: "choice_unsupported",
          });
        } else held(choice, { lacks, thinks, onUnsupported: "error" });
      },
    ),
  );
});

Deno.test("C5: a notice names the fewer tools of those that may be called and those that may not", () => {
  const lacks = { allowed: "x" };
  assert.equal(
    held({ ...some, names: ["a"] }, { lacks }).notice,
    "In your next answer you may call these tools, and no other: a. You may answer without a call.",
  );
  assert.equal(
    held(some, { lacks }).notice,
    "Do not call these tools in your next answer: c. You may answer without a call.",
  );
});

Deno.test("C3: a choice of a tool that is not there is refused before anything is sent", () => {
  assert.throws(() => held({ type: "tool", name: "gone" }), { code: "tool_unknown" });
  assert.throws(() => held({ type: "allowed", names: ["a", "gone"], mode: "auto" }), {
    code: "tool_unknown",
  });
});

Deno.test("C12: a wish for one call at most that the wire cannot express is told, unless no tools are sent", () => {
  const lacks = { parallel: "there is no flag" };
  assert.deepEqual(held({ type: "auto" }, { lacks, parallel: false }).warnings.map(({ code }) => code), [
    "parallel_unsupported",
  ]);
  assert.deepEqual(
    held({ type: "none" }, { lacks: { ...lacks, none: "x" }, parallel: false, hold: "strict" }).warnings,
    [],
  );
  assert.equal(held({ type: "auto" }, { parallel: false }).parallel, false);
});
