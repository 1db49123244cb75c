/** Agents for the tests of the page: one that shows everything a page may have to draw, and one that can be held. */
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { Driver } from "../../../src/core/driver.ts";
import type { PlanEvent } from "../../../src/core/event.ts";
import type { Block } from "../../../src/core/entry.ts";
import { ToolError } from "../../../src/core/tool/tool_error.ts";

interface StudioPlan {
  readonly reasoning?: string;
  readonly text?: string;
  readonly warning?: string;
  readonly calls?: readonly { readonly name: string; readonly args: string }[];
}

/** An agent that shows everything a page may have to draw. */
export function studio(plans: readonly StudioPlan[], leaked: string | object | null) {
  const leak = defineTool({
    name: "leak",
    description: "Returns what it was told to.",
    parameters: { type: "object" },
    effect: "pure",
    run: () => JSON.parse(JSON.stringify({ leaked })),
  });
  const broken = defineTool({
    name: "broken",
    description: "Always fails.",
    parameters: { type: "object" },
    effect: "pure",
    run: () => {
      throw new ToolError("failed", "The disk is full.", { hint: "Free some space, then try again." });
    },
  });
  const driver: Driver = {
    name: "studio",
    toolForm: "native",
    async plan(turn, emit) {
      const plan = plans[turn.history.entries.filter((entry) => entry.type === "assistant").length] ?? {};
      const blocks: Block[] = [];
      if (plan.warning !== undefined) {
        emit({ type: "warning", code: "setting_ignored", message: plan.warning });
      }
      for (const type of ["reasoning", "text"] as const) {
        const text = plan[type];
        if (text === undefined) continue;
        for (const event of spoken(type, blocks.length, text)) emit(event);
        blocks.push({ type, text });
      }
      for (const { name, args } of plan.calls ?? []) {
        const [block, callId] = [blocks.length, turn.mintCallId()];
        emit({ type: "call.started", block, callId, name });
        emit({ type: "call.delta", block, callId, text: args });
        emit({ type: "call.ready", block, callId, name, args, readiness: "ready" });
        blocks.push({ type: "call", id: callId, name, args });
      }
      return {
        blocks,
        finish: plan.calls ? "calls" : "stop",
        usage: { inputTokens: 1234, outputTokens: 56, cachedTokens: 1024, reasoningTokens: 12 },
        model: turn.modelRef,
      };
    },
    summarize: () => Promise.reject(new Error("not in these tests")),
  };
  return {
    agents: [defineAgent({ name: "studio", driver: "studio", tools: [leak, broken] })],
    drivers: [driver],
  };
}

function* spoken(type: "reasoning" | "text", block: number, text: string): Generator<PlanEvent> {
  yield { type: `${type}.started`, block };
  for (const word of text.split(/(?<=\s)/)) yield { type: `${type}.delta`, block, text: word };
  yield { type: `${type}.ended`, block };
}

/** An agent that says "one ", waits for the gate, and says "two". Meanwhile it says `filler`, if it is given one. */
export function slow(gate: Promise<void>, filler = "") {
  const driver: Driver = {
    name: "slow",
    toolForm: "native",
    async plan(turn, emit) {
      let said = "";
      const say = (text: string): PlanEvent => {
        said += text;
        return { type: "text.delta", block: 0, text };
      };
      emit({ type: "text.started", block: 0 });
      emit(say("one "));
      for (;;) {
        const next = await Promise.race([gate.then(() => "two"), aborted(turn.io.signal), tick(filler)]);
        if (next !== "") emit(say(next));
        if (next !== filler) break;
      }
      emit({ type: "text.ended", block: 0 });
      return {
        blocks: [{ type: "text", text: said }],
        finish: "stop",
        usage: { inputTokens: 1, outputTokens: 2 },
        model: turn.modelRef,
      };
    },
    summarize: () => Promise.reject(new Error("not in these tests")),
  };
  return { agents: [defineAgent({ name: "slow", driver: "slow" })], drivers: [driver] };
}

function aborted(signal: AbortSignal): Promise<""> {
  if (signal.aborted) return Promise.resolve("");
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(""), { once: true }));
}

/** The filler after a moment; without one, never. */
function tick(filler: string): Promise<string> {
  return filler === "" ? new Promise(() => {}) : new Promise((resolve) => setTimeout(resolve, 60, filler));
}
