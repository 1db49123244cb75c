// Provider scripted: a model that follows a script and honours the tools and the choice of its requests. It needs no
// network and no account; the demo agent runs on it, and so can the tests of a project that uses Treadle.

import type { FindPrice } from "../../core/budget/price.ts";
import { type Lacks, resolveCapabilities } from "../../core/model/capability.ts";
import { AgentError, unreachable } from "../../core/error.ts";
import { ModelError } from "../../core/model/model_error.ts";
import type { Json } from "../../core/json.ts";
import type { Sleep } from "../../core/ports.ts";
import type {
  ChoiceRequest,
  Message,
  ModelBlock,
  ModelRequest,
  ModelResult,
  Provider,
  ProviderDefinition,
  StreamIo,
} from "../../core/model/provider.ts";
import { isForced, permits } from "../../core/tool_choice.ts";
import { demoTurn, lastUserText, sinceLastUser, tellResult } from "./demo_model.ts";
import { readArgs } from "./read_args.ts";
import { Scenario, type Script, type ScriptedAction, type ScriptedTurn } from "./scenario.ts";

/** A script reads texts. */
const LACKS: Lacks = {
  tool_changes: "a script is told of tools in words",
  inline_tools: "a script is told of tools in words",
  clear_at: "a script reads the whole prompt",
};

/** The scripted model honours every choice. */
export const scripted: ProviderDefinition = {
  name: "scripted",
  capabilities: { lacks: LACKS, models: [], thinks: () => false },
  variables: [],
  prices: loadPrices,
  create: ({ sleep }) => createScriptedProvider({ sleep }),
};

/** Every model costs nothing. */
function loadPrices(): Promise<FindPrice> {
  return Promise.resolve(() => ({ input: 0, output: 0 }));
}

/** What the scripted model plays, and how fast. */
export interface ScriptedOptions {
  /**
   * What the model does: a scenario for the whole thread, or a function that has one for each input. Without it, and for an input that the
   * function has none for, it plays the demo: the weather in a city, deleting a record, and calls of the tools that the input names, with
   * the numbers, names and enum values in it.
   */
  readonly script?: Scenario | Script;
  /**
   * True by default: calls that the choice of a plan forbids are left out, and a forced call is made. False plays the script as it
   * stands, as a model does that breaks its choice: what the runtime refuses then is what a test of a rule looks at.
   */
  readonly obeys?: boolean;
  /** Milliseconds between two deltas; 0 by default. Needs `sleep`. */
  readonly chunkMs?: number;
  readonly sleep?: Sleep;
}

/**
 * A model from a script. Turns are counted by the answers in the prompt, and by the notices of those that were dropped, so any process can continue a
 * thread. Calls that the choice forbids, or of tools that are not offered, are left out; a forced call that the
 * script does not make is made with the smallest arguments that its schema takes, unless it does not obey.
 *
 * @example
 * ```ts
 * import { scenario } from "./scenario.ts";
 * import { createScriptedProvider } from "./provider.ts";
 * import type { ModelEvent } from "../../core/model/provider.ts";
 * import assert from "node:assert/strict";
 *
 * const script = scenario().says("Let me check.").calls("get_weather", { city: "Paris" }).next().says("18 °C and clear.");
 * const provider = createScriptedProvider({ script });
 * const events: ModelEvent[] = [];
 * await provider.stream({
 *   model: "any", system: "", messages: [{ role: "user", text: "Paris?" }],
 *   tools: [{ name: "get_weather", description: "", parameters: { type: "object" } }],
 *   choice: { type: "auto" }, parallel: undefined, settings: {}, lacks: {}, cacheKey: "t1", cacheBreakpoints: false,
 * }, { fetch, signal: new AbortController().signal, emit: (event) => events.push(event) });
 * assert.deepEqual(events.at(-1), { type: "call.ended", block: 1, args: '{"city":"Paris"}' });
 * ```
 */
export function createScriptedProvider(options: ScriptedOptions = {}): Provider {
  const failed = new Set<string>();
  return {
    name: "scripted",
    prices: loadPrices,
    capabilities: (model, settings) => resolveCapabilities(scripted.capabilities, model, settings),
    map: ({ choice, tools }) => tools.length === 0 ? null : toJson(choice),
    historyWriter: () => undefined,
    prepare: () => {},
    outputLimit: ({ settings }) => settings.maxOutputTokens,
    body,
    stream: (request, io) => stream(options, failed, request, io),
  };
}

/** The script reads the request itself; its body stands for what a model API would be sent. */
function body(
  { model, system, messages, tools, choice, parallel, settings }: ModelRequest,
): string {
  const specs = tools.map(({ name, description, parameters }) => ({ name, description, parameters }));
  return JSON.stringify({
    model,
    system,
    messages,
    tools: specs,
    choice: toJson(choice),
    parallel,
    settings,
  });
}

function toJson(choice: ChoiceRequest["choice"]): Json {
  switch (choice.type) {
    case "auto":
    case "none":
    case "required":
      return { type: choice.type };
    case "tool":
      return { type: choice.type, name: choice.name };
    case "allowed":
      return { type: choice.type, names: choice.names, mode: choice.mode };
    default:
      return unreachable(choice);
  }
}

async function stream(
  { script, obeys = true, chunkMs = 0, sleep }: ScriptedOptions,
  failed: Set<string>,
  request: ModelRequest,
  { signal, emit, onRequest }: StreamIo,
): Promise<ModelResult> {
  onRequest?.(body(request));
  const turn = script instanceof Scenario
    ? takeTurn(script, countAnswers(request.messages), failed, request.cacheKey)
    : playScript(script, failed, request);
  const blocks: ModelBlock[] = [];
  for (const action of obeys ? obey(turn, request) : turn) {
    checkAborted(signal);
    if (action.type === "fails") throw failure(action.code, request.model, blocks.length > 0);
    const block = blocks.length;
    const kind = action.type === "says" ? "text" : action.type === "thinks" ? "reasoning" : "call";
    const text = action.type === "calls" ? action.args : action.text;

    if (action.type === "calls") emit({ type: "call.started", block, name: action.name });
    else if (kind !== "call") emit({ type: `${kind}.started`, block });
    for (const piece of pieces(text)) {
      if (chunkMs > 0 && sleep) await sleep(chunkMs, signal).catch(() => checkAborted(signal));
      checkAborted(signal);
      emit({ type: `${kind}.delta`, block, text: piece });
    }
    if (action.type === "calls") {
      emit({ type: "call.ended", block, args: text });
      blocks.push({ type: "call", name: action.name, args: text });
    } else if (kind !== "call") {
      emit({ type: `${kind}.ended`, block });
      blocks.push({ type: kind, text });
    }
  }
  return {
    blocks,
    finish: blocks.some((block) => block.type === "call") ? "calls" : "stop",
    usage: {
      inputTokens: toTokens(promptText(request)),
      outputTokens: toTokens(blocks.map(blockText).join("")),
    },
    model: request.model,
  };
}

/** Of an answer that was dropped there is a notice. */
function countAnswers(messages: readonly Message[]): number {
  return messages.filter((message) =>
    message.role === "assistant" ||
    message.role === "notice" && message.text.startsWith("Your last answer was ")
  ).length;
}

/** The turn of the run that the newest input began. A scenario that ends with calls goes on with their results. */
function playScript(script: Script | undefined, failed: Set<string>, request: ModelRequest): ScriptedTurn {
  const messages = sinceLastUser(request);
  const results = messages.filter((message) => message.role === "tool");
  const found = script?.({
    input: lastUserText(request),
    results: results.map(({ name, text, failed }) => ({ name, text, failed })),
  });
  if (found === undefined) return demoTurn(request);
  const index = countAnswers(messages);
  if (index < found.turns.length) return takeTurn(found, index, failed, request.cacheKey);
  return [{ type: "says", text: results.map(tellResult).join("\n") || "The script has ended." }];
}

// A failure happens once: the same turn, requested again, continues after it.
function takeTurn(script: Scenario, index: number, failed: Set<string>, cacheKey: string): ScriptedTurn {
  const turn = script.turns[index];
  if (!turn) {
    const message = `The scenario has ${script.turns.length} turns and was asked for turn ${index + 1}.`;
    throw new ModelError("model_invalid_request", message, { provider: "scripted" });
  }
  const passed = turn.findLastIndex((action, position) =>
    action.type === "fails" && failed.has(`${cacheKey} ${index} ${position}`)
  );
  const rest = turn.slice(passed + 1);
  const next = rest.findIndex((action) => action.type === "fails");
  if (next >= 0) failed.add(`${cacheKey} ${index} ${passed + 1 + next}`);
  return rest;
}

// The turn as the choice and the tools allow it.
function obey(turn: ScriptedTurn, request: ModelRequest): ScriptedTurn {
  const { choice, tools, parallel } = request;
  let calls = 0;
  const kept = turn.filter((action) => {
    if (action.type !== "calls") return true;
    if (!permits(choice, action.name) || !tools.some((tool) => tool.name === action.name)) return false;
    return ++calls === 1 || parallel !== false;
  });
  if (kept.length === 0 && turn.length > 0 && !isForced(choice)) {
    return [{ type: "says", text: "I may not use tools for this answer, or not the one that it needs." }];
  }
  if (calls > 0 || !isForced(choice) || kept.some((action) => action.type === "fails")) return kept;
  const forced = tools.find((tool) => permits(choice, tool.name));
  if (!forced) return kept;
  const args = JSON.stringify(readArgs(forced.parameters, lastUserText(request)));
  return [...kept.filter((action) => action.type === "thinks"), { type: "calls", name: forced.name, args }];
}

function checkAborted(signal: AbortSignal): void {
  if (!signal.aborted) return;
  if (signal.reason instanceof AgentError) throw signal.reason;
  throw new AgentError("step_cancelled", "The request to the scripted model was aborted.", {
    cause: signal.reason,
  });
}

function failure(
  code: Extract<ScriptedAction, { type: "fails" }>["code"],
  model: string,
  afterOutput: boolean,
) {
  return new ModelError(code, `scripted/${model} fails as its script says.`, {
    provider: "scripted",
    afterOutput,
    phase: afterOutput ? "stream" : "connect",
  });
}

// Words with the space behind them, long ones in parts of 12 characters.
function pieces(text: string): string[] {
  return text.match(/\s*\S{1,12}\s?|\s+/gu) ?? [];
}

function promptText({ system, messages, tools }: ModelRequest): string {
  const said = messages.map((message) =>
    message.role === "assistant" ? message.blocks.map(blockText).join("") : message.text
  );
  const offered = tools.map((tool) => tool.name + tool.description + JSON.stringify(tool.parameters));
  return [system, ...said, ...offered].join("");
}

function blockText(block: ModelBlock): string {
  return block.type === "call" ? block.name + block.args : block.text;
}

/** The customary estimate: four characters a token. */
function toTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
