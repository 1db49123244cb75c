// Driver tool_calling: a plan by native function calling. It writes the turn as one model request, forwards the events of the
// answer, and mints an id for every call.

import type { Driver, Plan, Summary, SummaryForm, Turn } from "../../core/driver.ts";
import type { PlanEvent } from "../../core/event.ts";
import type { Block } from "../../core/entry.ts";
import type { ToolSpec } from "../../core/tool/tool_spec.ts";
import { definesInResults } from "../../core/model/capability.ts";
import { isCancelled, unreachable } from "../../core/error.ts";
import { estimateUsage } from "../history/estimated_usage.ts";
import {
  type ChoiceRequest,
  type ModelEvent,
  type ModelRequest,
  type ModelResult,
  responseFacts,
} from "../../core/model/provider.ts";
import { idOfLast, isOtherModels } from "../history/last_answer.ts";
import { markInPrompt, toConversation } from "../history/rendered.ts";
import { isForced } from "../../core/tool_choice.ts";
import { answerInstructions } from "../prompt/decision_prompt.ts";
import { countBrokenAnswer } from "./broken_answer.ts";
import { planJsonAnswer } from "./output.ts";
import { systemPrompt } from "../prompt/system.ts";
import { summarizeOn, summarizeWith } from "../prompt/summary.ts";

/** Makes the driver `tool_calling`, for models with function calling. */
export function createToolCallingDriver(): Driver {
  return { name: "tool_calling", toolForm: "native", plan, summarize };
}

function summarize(turn: Turn, form: SummaryForm = "alone"): Promise<Summary> {
  return form === "alone" ? summarizeWith(turn) : summarizeOn(turn, form, toRequest);
}

async function plan(turn: Turn, emit: (event: PlanEvent) => void): Promise<Plan> {
  const { output, clearToolResults } = turn.agent;
  const { context_editing: because } = turn.lacks;
  if (clearToolResults !== undefined && because !== undefined) {
    const message = `${turn.modelRef} reads all results of tools: ${because}.`;
    emit({ type: "warning", code: "results_not_cleared", message });
  }
  return output === undefined
    ? await ask(toRequest(turn), turn, emit)
    : await planJsonAnswer(turn, output, toRequest, ask, emit);
}

async function ask(request: ModelRequest, turn: Turn, emit: (event: PlanEvent) => void): Promise<Plan> {
  const open = new OpenBlocks(turn);
  try {
    const io = { ...turn.io, emit: (event: ModelEvent) => emit(open.translate(event)) };
    return toPlan(await turn.provider.stream(request, io), open, turn);
  } catch (error) {
    for (const event of open.close()) emit(event);
    if (isCancelled(turn.io.signal)) return { ...open.partial(request), model: turn.modelRef };
    const broken = countBrokenAnswer(error, request, open.received, turn);
    if (broken !== undefined) emit(broken);
    throw error;
  }
}

function toRequest(turn: Turn): ModelRequest {
  const { choice, tools, parallel } = turn.enforced;
  const { settings, instructions, output } = turn.agent;
  const request: ChoiceRequest = {
    model: turn.model,
    tools,
    choice,
    parallel,
    settings,
    lacks: turn.lacks,
    added: turn.history.added,
    found: readFound(tools, turn),
  };
  const mark = markInPrompt(turn);
  const writer = turn.provider.historyWriter(request);
  const conversation: Conversation = toConversation(turn, writer, { mark, nameOf: writer?.nameOf });
  return {
    ...request,
    ...conversation,
    reportsAllMedia: conversation.media && isOtherModels(turn),
    // A call is wanted, and "Forced function calling (ANY mode) with a response mime type ... is unsupported": Gemini, vercel/ai#16540.
    output: output && (turn.schemaInPrompt || !isForced(choice))
      ? { name: "answer", schema: output.schema }
      : undefined,
    system: systemPrompt({
      instructions,
      format: output && answerInstructions(output),
      plan: turn.promptPlan,
      summary: turn.history.recall === undefined ? turn.summary : null,
      noticeMark: mark,
      hint: turn.hint,
    }),
    clearToolResults: turn.lacks.context_editing === undefined ? turn.agent.clearToolResults : undefined,
    compacted: turn.compacted?.data,
    cacheKey: turn.cacheKey,
    cacheBreakpoints: turn.lacks.cache_breakpoints === undefined,
    previousResponse: idOfLast(turn),
  };
}

function readFound(tools: readonly ToolSpec[], { history, lacks }: Turn): ChoiceRequest["found"] {
  const search = definesInResults(lacks) ? tools.find(({ finds }) => finds) : undefined;
  return search && history.found(search.name);
}

type Conversation = Pick<ModelRequest, "older" | "messages" | "media">;

function toPlan(result: ModelResult, open: OpenBlocks, turn: Turn): Plan {
  const blocks = result.blocks.map((block, index): Block => {
    if (block.type !== "call") return block;
    const { name, args, meta } = block;
    return { type: "call", id: open.callId(index), name, args, meta };
  });
  const { finish, usage } = result;
  return { blocks, finish, usage, model: turn.modelRef, ...responseFacts(result) };
}

interface OpenBlock {
  readonly type: "text" | "reasoning" | "call";
  readonly name: string;
  text: string;
  ended: boolean;
}

// The blocks of the answer so far: which of them are open, and the id of each call.
class OpenBlocks {
  readonly #turn: Turn;
  readonly #blocks = new Map<number, OpenBlock>();
  readonly #ids = new Map<number, string>();

  constructor(turn: Turn) {
    this.#turn = turn;
  }

  callId(block: number): string {
    let id = this.#ids.get(block);
    if (id === undefined) this.#ids.set(block, id = this.#turn.mintCallId());
    return id;
  }

  translate(event: ModelEvent): PlanEvent {
    switch (event.type) {
      case "warning":
        return { type: "warning", ...event.warning };
      case "text.started":
      case "reasoning.started":
        this.#open(event.block, event.type === "text.started" ? "text" : "reasoning", "");
        return { type: event.type, block: event.block };
      case "text.delta":
      case "reasoning.delta":
        this.#append(event.block, event.text);
        return { type: event.type, block: event.block, text: event.text };
      case "text.ended":
      case "reasoning.ended":
        this.#end(event.block);
        return { type: event.type, block: event.block };
      case "call.started":
        this.#open(event.block, "call", event.name);
        return {
          type: "call.started",
          block: event.block,
          callId: this.callId(event.block),
          name: event.name,
        };
      case "call.delta":
        this.#append(event.block, event.text);
        return { type: "call.delta", block: event.block, callId: this.callId(event.block), text: event.text };
      case "call.ended":
        this.#end(event.block);
        return this.#callEnded(event.block, event.args, "ready");
      default:
        return unreachable(event);
    }
  }

  /** The events that end what is still open, so that every started block is ended on error too. */
  close(): PlanEvent[] {
    return [...this.#blocks].filter(([, { ended }]) => !ended).map(([block, { type, text }]) => {
      this.#end(block);
      return type === "call" ? this.#callEnded(block, text, "truncated") : { type: `${type}.ended`, block };
    });
  }

  /** Text of all kinds that came, for an estimate of its tokens. */
  get received(): string {
    return Array.from(this.#blocks.values(), ({ text }) => text).join("");
  }

  /**
   * The answer until a cancel: text and reasoning without opaque parts, and no calls. A provider reports the usage at the end
   * of its stream, so it is estimated, and budgets count a cancelled answer.
   */
  partial(request: ModelRequest): Omit<Plan, "model"> {
    const blocks: Block[] = [];
    for (const { type, text } of this.#blocks.values()) {
      if (type !== "call" && text !== "") blocks.push({ type, text });
    }
    return { blocks, finish: "stop", usage: estimateUsage(request, this.received) };
  }

  #callEnded(block: number, args: string, readiness: "ready" | "truncated"): PlanEvent {
    const name = this.#blocks.get(block)?.name ?? "";
    return { type: "call.ready", block, callId: this.callId(block), name, args, readiness };
  }

  #open(block: number, type: OpenBlock["type"], name: string): void {
    this.#blocks.set(block, { type, name, text: "", ended: false });
  }

  #append(block: number, text: string): void {
    const open = this.#blocks.get(block);
    if (open) open.text += text;
  }

  #end(block: number): void {
    const open = this.#blocks.get(block);
    if (open) open.ended = true;
  }
}
