// S1, S6: what toolSelection takes, and the ways to give it to an agent.

import assert from "node:assert/strict";
import { agent } from "../../../src/agents/builder.ts";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { toolSelection } from "../../../src/plugins/selection/tool_selection.ts";
import { byWords } from "./_by_words.ts";

const mow = defineTool({ name: "mow", description: "Mows.", effect: "pure", run: () => "mown" });

Deno.test("S1: options of toolSelection that are wrong are refused with what they must be", () => {
  const wrong: readonly (readonly [object, RegExp])[] = [
    [{ mode: "shadows" }, /mode must be enforce or shadow\.$/],
    [{ mode: null }, /mode must be/],
    [{ reselect: "always" }, /reselect must be never or run or step\.$/],
    [{ reselect: true }, /reselect must be/],
    [{ selector: "lexical" }, /selector must be one, such as lexical\(\)\.$/],
    [{ selector: () => [] }, /selector must be one/],
    [{ selector: null }, /selector must be one/],
    [{ offer: 65 }, /offer must be an integer/],
    [{ log: 2 }, /log must be a number/],
  ];
  for (const [more, message] of wrong) {
    const options = Object.assign({ tools: [mow] }, more);
    assert.throws(() => toolSelection(options), { code: "config_invalid", message }, JSON.stringify(more));
  }
  for (const mode of ["enforce", "shadow"] as const) {
    for (const reselect of ["never", "run", "step"] as const) {
      assert.equal(toolSelection({ tools: [mow], mode, reselect, selector: byWords() }).settings.mode, mode);
    }
  }
});

Deno.test("S1: the builder takes a catalogue as defineAgent does", () => {
  const selection = toolSelection({ tools: [mow], selector: byWords() });
  const built = agent("gardener").selection(selection).toolChoice({ type: "tool", name: "mow" }).build();
  const defined = defineAgent({ name: "gardener", selection, toolChoice: { type: "tool", name: "mow" } });
  assert.deepEqual([built.selection, built.hash], [selection, defined.hash]);
});
