// Histories that are known: a deployment whose model calls what the input says, on days that the test chooses.

import assert from "node:assert/strict";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import type { JsonObject } from "../../../../src/core/json.ts";
import type { Turn } from "../../../../src/core/driver.ts";
import type { ToolWeek } from "../../../../src/plugins/selection/monitoring/contract.ts";
import { ToolError } from "../../../../src/core/tool/tool_error.ts";
import type { Tool } from "../../../../src/core/tool.ts";
import {
  createScriptedDriver,
  type ScriptedCall,
  type ScriptedPlan,
} from "../../../../src/kernel/drivers/scripted.ts";
import type { ToolSelector } from "../../../../src/plugins/selection/selector.ts";
import {
  toolSelection,
  type ToolSelectionOptions,
} from "../../../../src/plugins/selection/tool_selection.ts";
import type { TestApp } from "../../../http/_app.ts";

/** Monday of the week 2026-W40. */
export const MONDAY = Date.parse("2026-09-28T00:00:00Z");
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;

/** Ranks the tools that the query names, in its order: `red blue > ...`. */
const ranker: ToolSelector = {
  name: "ranker",
  settings: {},
  select({ text, most, isAvailable = () => true }, { tools }) {
    const [words = ""] = text.split(">");
    const named = words.split(" ").filter((name) =>
      tools.some((tool) => tool.name === name) && isAvailable(name)
    );
    return {
      tools: named.slice(0, most),
      candidates: named.map((name, index) => ({ name, score: 1 - index / 10 })),
    };
  },
};

/**
 * Plays an input such as `red blue > blue red! | green`: the selector ranks red and blue; the model calls blue, and red, which fails;
 * then green in a step of its own. `?red` searches for red, and `-red` is a call whose arguments are refused.
 */
function play(turn: Turn): ScriptedPlan {
  const { entries } = turn.history;
  const place = entries.findLastIndex(({ type }) => type === "user");
  const input = entries[place];
  const text = input?.type === "user" ? input.text : "";
  const done = entries.slice(place).filter(({ type }) => type === "assistant").length;
  const steps = (text.split(">")[1] ?? "").split("|").map((step) => step.trim());
  const words = (steps[done] ?? "").split(" ").filter((word) => word !== "");
  if (words.length === 0) return { says: "Done." };
  return {
    calls: words.map((word, index): ScriptedCall => {
      const name = word.replace(/[!?-]/g, "");
      if (word.startsWith("?")) return { tool: "search_tools", args: { query: name } };
      const args: JsonObject = word.startsWith("-")
        ? { order: 7 }
        : { order: `${index}`, fail: word.endsWith("!") };
      return word.startsWith("own")
        ? { tool: "own", args }
        : { tool: "call_tool", args: { name, arguments: args } };
    }),
  };
}

/** The driver of the agents. */
export const driver = createScriptedDriver(play);

function toolNamed(name: string): Tool {
  return defineTool({
    name,
    description: `Paints ${name}.`,
    effect: "pure" as const,
    parameters: {
      type: "object",
      properties: { order: { type: "string" }, fail: { type: "boolean" } },
    },
    run: ({ fail, order }) => {
      if (fail === true) throw new ToolError("failed", "There is no paint.");
      return { order: String(order) };
    },
  });
}

export const TOOLS = [
  ...["red", "blue", "green", "grey"].map(toolNamed),
  { ...toolNamed("gold"), needsApproval: true },
  { ...toolNamed("long"), maxOutputBytes: 200_000, run: () => Promise.resolve("paint ".repeat(20_000)) },
];

/** An agent that selects from these tools, two at a time. */
export function painter(options: Partial<ToolSelectionOptions> = {}, name = "painter") {
  const selection = toolSelection({ tools: TOOLS, selector: ranker, offer: 2, find: 1, ...options });
  return defineAgent({ name, driver: "scripted", tools: [toolNamed("own")], selection });
}

/** Runs an input in a thread. */
export async function run(
  app: TestApp,
  thread: string,
  input: string,
  agent = "painter",
  key = "",
): Promise<void> {
  const headers = {
    authorization: `Bearer ${key === "" ? "acme-secret-0123456789" : key}`,
    "content-type": "application/json",
  };
  const body = JSON.stringify({ agent, input, until: "done" });
  const request = new Request(`http://treadle.test/v1/threads/${thread}/steps`, {
    method: "POST",
    headers,
    body,
  });
  const response = await app.fetch(request);
  const result = await response.json();
  assert.equal(result.thread?.status, "done", JSON.stringify(result));
}

/** The rows of a week as `calls/failed/refused offered/chosen`, by tool. */
export function rowsOf(tools: readonly ToolWeek[]): Record<string, string> {
  return Object.fromEntries(tools.map(({ name, calls, failed, refused, offered, chosen }) => [
    name,
    `${calls}/${failed}/${refused} ${offered}/${chosen}`,
  ]));
}
