// What the tests of the driver react share: a provider that plays texts, and a turn.
import { type AgentDefinition, defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { enforceInPrompt } from "../../../src/kernel/choice/enforce_in_prompt.ts";
import type { Driver, Plan, Turn, TurnHistory } from "../../../src/core/driver.ts";
import type { PlanEvent } from "../../../src/core/event.ts";
import type { Entry, FinishReason } from "../../../src/core/entry.ts";
import type { Lacks } from "../../../src/core/model/capability.ts";
import type { ModelBlock, ModelRequest, Provider } from "../../../src/core/model/provider.ts";
import type { ToolChoice } from "../../../src/core/tool_choice.ts";
import { createReactDriver } from "../../../src/kernel/drivers/react.ts";
import { writeEntry } from "../../../src/kernel/history/codec.ts";
import { ReadHistory } from "../../../src/kernel/history/read_history.ts";
import { checkJson } from "../../../src/kernel/tools/validate.ts";

/** One answer of the played model; `pieces` are its text deltas. */
export interface Played {
  readonly pieces: readonly string[];
  readonly finish?: FinishReason;
  /** Reasoning of the model's own, before the text. */
  readonly reasons?: string;
  /** A native call behind the text, although none was offered. */
  readonly calls?: string;
  /** Thrown when the pieces have come. */
  readonly fails?: Error;
}

/** A provider that plays answers in order, the last one again and again. */
export function playing(...answers: readonly (Played | string)[]): Provider & { asked: ModelRequest[] } {
  const asked: ModelRequest[] = [];
  return {
    name: "playing",
    asked,
    capabilities: () => ({ lacks: {}, thinks: false }),
    map: () => null,
    historyWriter: () => undefined,
    prepare: () => {},
    outputLimit: ({ settings }) => settings.maxOutputTokens,
    body: ({ system, messages, output }) => JSON.stringify({ system, messages, output }),
    async stream(request, { emit }) {
      const next = answers[Math.min(asked.length, answers.length - 1)] ?? "";
      const { pieces, finish = "stop", reasons, calls, fails } = typeof next === "string"
        ? { pieces: [next] } as Played
        : next;
      asked.push(request);
      await Promise.resolve();
      const blocks: ModelBlock[] = [];
      if (reasons !== undefined) {
        emit({ type: "reasoning.started", block: 0 });
        emit({ type: "reasoning.delta", block: 0, text: reasons });
        emit({ type: "reasoning.ended", block: 0 });
        blocks.push({ type: "reasoning", text: reasons });
      }
      const block = blocks.length;
      emit({ type: "text.started", block });
      for (const text of pieces) emit({ type: "text.delta", block, text });
      if (fails) throw fails;
      emit({ type: "text.ended", block });
      blocks.push({ type: "text", text: pieces.join("") });
      if (calls !== undefined) {
        emit({ type: "call.started", block: block + 1, name: calls });
        emit({ type: "call.ended", block: block + 1, args: "{}" });
        blocks.push({ type: "call", name: calls, args: "{}" });
      }
      return { blocks, finish, usage: { inputTokens: 10, outputTokens: 5 }, model: "m" };
    },
  };
}

export const weather = defineTool({
  name: "get_weather",
  description: "The weather in a city, now.",
  parameters: {
    type: "object",
    properties: { city: { type: "string" }, days: { type: "integer", minimum: 1 } },
    required: ["city"],
    additionalProperties: false,
  },
  effect: "pure",
  run: ({ city }) => ({ city: city ?? null, tempC: 18 }),
});

export const remove = defineTool({
  name: "delete_record",
  description: "Deletes a record for ever.",
  parameters: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
  run: () => ({ deleted: true }),
});

export const user: Entry = {
  type: "user",
  id: "e1",
  at: 1,
  version: 1,
  text: "What is the weather in Paris?",
};

export function historyOf(...entries: Entry[]): TurnHistory {
  return new ReadHistory(0, entries.map(writeEntry)).forPlan([]);
}

export interface TurnOptions {
  readonly agent?: Partial<AgentDefinition>;
  readonly choice?: ToolChoice;
  readonly hold?: "prefix" | "strict";
  readonly history?: readonly Entry[];
  readonly lacks?: Lacks;
  readonly signal?: AbortSignal;
}

export function turnOf(provider: Provider, options: TurnOptions = {}): Turn {
  const { choice = { type: "auto" }, history = [user], lacks = {} } = options;
  const { signal = new AbortController().signal } = options;
  const agent = defineAgent({
    name: "a",
    instructions: "Be brief.",
    tools: [weather, remove],
    driver: "react",
    ...options.agent,
  });
  const enforced = enforceInPrompt({
    choice,
    tools: agent.tools,
    capabilities: { lacks, thinks: false },
    onUnsupported: "degrade",
    hold: options.hold ?? "prefix",
  });
  let minted = 0;
  return {
    agent,
    provider,
    model: "m",
    modelRef: "playing/m",
    history: historyOf(...history),
    summary: null,
    noticeMark: "00ff00ff00ff00ff",
    plan: undefined,
    promptPlan: undefined,
    tools: agent.tools,
    choice: {
      requested: choice,
      source: "default",
      sent: null,
      toolsSent: enforced.tools.map(({ name }) => name),
      enforcement: enforced.enforcement,
      prefix: "kept",
      because: "",
      warnings: [],
    },
    enforced,
    lacks,
    schemaInPrompt: false,
    withNotice(about, text) {
      const notice: Entry = { type: "notice", id: `n${minted}`, at: 1, version: 1, about, text };
      return { ...this, history: historyOf(...this.history.entries, notice) };
    },
    cacheKey: "acme/t1",
    mintCallId: () => `call_${++minted}`,
    checkJson,
    io: { fetch, signal },
  };
}

export interface Planned {
  readonly events: PlanEvent[];
  readonly plan?: Plan;
  readonly error?: unknown;
}

export async function planned(turn: Turn, driver: Driver = createReactDriver()): Promise<Planned> {
  const events: PlanEvent[] = [];
  try {
    return { events, plan: await driver.plan(turn, (event) => events.push(event)) };
  } catch (error) {
    return { events, error };
  }
}

/** A decision as JSON text. */
export function call(tool: string, args: unknown, thought = "I look it up."): string {
  return JSON.stringify({ thought, type: "call_tool", tool, args, answer: null });
}

export function final(answer: unknown, thought = "I know it."): string {
  return JSON.stringify({ thought, type: "final_answer", tool: null, args: null, answer });
}

/** Text of the events of a type that are not void. */
export function streamed(events: readonly PlanEvent[], type: "text" | "reasoning"): string {
  const from = events.findLastIndex((event) => event.type === "answer.dropped") + 1;
  return events.slice(from).map((event) =>
    event.type === `${type}.delta` && "text" in event ? event.text : ""
  ).join("");
}
