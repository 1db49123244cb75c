// The events of one answer under `react`: reasoning of the model and its thought as reasoning, the final answer as text, a
// call when the decision is read.

import type { ModelDecision } from "../../../core/model/decision.ts";
import type { Turn } from "../../../core/driver.ts";
import type { PlanEvent } from "../../../core/event.ts";
import type { Block, CallBlock, TextBlock } from "../../../core/entry.ts";
import type { ModelEvent } from "../../../core/model/provider.ts";
import { AnswerScanner } from "./answer_scanner.ts";
import type { ValueSinks } from "./object_reader.ts";

interface OpenBlock {
  readonly type: "text" | "reasoning";
  /** A block of the model's own, or a value of its decision. */
  readonly of: "model" | "thought" | "answer";
  text: string;
  ended: boolean;
}

/** The events of one answer, as they come. */
export class AnswerEvents {
  readonly #emit: (event: PlanEvent) => void;
  readonly #blocks: OpenBlock[] = [];
  /** Numbers of the provider's reasoning blocks, and ours. */
  readonly #numbers = new Map<number, number>();
  /** Text of all kinds that came, for an estimate of its tokens. */
  #received = "";
  #hasNativeCall = false;
  /** What the model writes; undefined for a plain answer, whose text is the answer. */
  readonly scanner: AnswerScanner | undefined;

  constructor(turn: Turn, emit: (event: PlanEvent) => void, isPlain: boolean) {
    this.#emit = emit;
    const { decision, output } = turn.agent;
    // The keys of a decision of the agent's own are not known.
    const sinks: ValueSinks | undefined = decision !== undefined ? undefined : {
      thought: (text) => this.#write("thought", text),
      answer: (text) => this.#write("answer", text),
    };
    this.scanner = isPlain ? undefined : new AnswerScanner(sinks, output === undefined ? "text" : "object");
  }

  /** All text that came. */
  get received(): string {
    return this.#received;
  }

  /** The model called a tool by its API, although none was sent. */
  get hasNativeCall(): boolean {
    return this.#hasNativeCall;
  }

  /** Takes an event of the provider. */
  take(event: ModelEvent): void {
    switch (event.type) {
      case "warning":
        return this.#emit({ type: "warning", ...event.warning });
      case "text.delta":
        this.#received += event.text;
        return this.scanner === undefined ? this.#write("answer", event.text) : this.scanner.feed(event.text);
      case "reasoning.started":
        this.#numbers.set(event.block, this.#open("model"));
        return;
      case "reasoning.delta":
        this.#received += event.text;
        return this.#append(this.#numbers.get(event.block), event.text);
      case "reasoning.ended":
        return this.#end(this.#numbers.get(event.block));
      case "call.started":
        this.#hasNativeCall = true;
        return;
      case "call.delta":
        this.#received += event.text;
        return;
      case "text.started":
      case "text.ended":
      case "call.ended":
        return;
    }
  }

  /** Emits what of a decision has not been emitted yet, and returns the blocks of the plan. */
  decide(decision: ModelDecision, mintCallId: () => string): Block[] {
    this.#complete("thought", decision.thought ?? "");
    if (decision.type === "final_answer") {
      const { answer } = decision;
      this.#complete("answer", typeof answer === "string" ? answer : JSON.stringify(answer));
      return this.blocks();
    }
    this.close();
    return [...this.blocks(), this.#call(decision, mintCallId())];
  }

  /** Emits a text as the answer, where none was streamed, and returns the blocks. */
  answerWith(text: string): Block[] {
    this.#complete("answer", text);
    return this.blocks();
  }

  /** Ends what is open. */
  close(): void {
    for (const number of this.#blocks.keys()) this.#end(number);
  }

  /** The blocks so far, without empty ones. */
  blocks(): Block[] {
    this.close();
    return this.#blocks.filter(({ text }) => text !== "").map(({ type, text }) => ({ type, text }));
  }

  /** The text of the answer so far. */
  get answer(): TextBlock | undefined {
    const block = this.#blocks.find(({ of }) => of === "answer");
    return block && { type: "text", text: block.text };
  }

  #call({ tool: name, args: value }: Extract<ModelDecision, { type: "call_tool" }>, id: string): CallBlock {
    const block = this.#blocks.length;
    const args = JSON.stringify(value);
    this.#emit({ type: "call.started", block, callId: id, name });
    this.#emit({ type: "call.delta", block, callId: id, text: args });
    this.#emit({ type: "call.ready", block, callId: id, name, args, readiness: "ready" });
    return { type: "call", id, name, args };
  }

  // A value that was not streamed, because the key that decides stood behind it. An object was streamed as the model wrote
  // it, which may have other blanks.
  #complete(of: "thought" | "answer", text: string): void {
    const number = this.#blocks.findIndex((block) => block.of === of);
    if (number < 0 && text !== "") this.#write(of, text);
    this.#end(this.#blocks.findIndex((block) => block.of === of));
  }

  #write(of: "thought" | "answer", text: string): void {
    let number = this.#blocks.findIndex((block) => block.of === of);
    if (number < 0) {
      if (of === "answer") this.#end(this.#blocks.findIndex((block) => block.of === "thought"));
      number = this.#open(of);
    }
    this.#append(number, text);
  }

  #open(of: OpenBlock["of"]): number {
    const type = of === "answer" ? "text" : "reasoning";
    const block = this.#blocks.push({ type, of, text: "", ended: false }) - 1;
    this.#emit({ type: `${type}.started`, block });
    return block;
  }

  #append(block: number | undefined, text: string): void {
    const open = block === undefined ? undefined : this.#blocks[block];
    if (block === undefined || open === undefined || open.ended || text === "") return;
    open.text += text;
    this.#emit({ type: `${open.type}.delta`, block, text });
  }

  #end(block: number | undefined): void {
    const open = block === undefined ? undefined : this.#blocks[block];
    if (block === undefined || open === undefined || open.ended) return;
    open.ended = true;
    this.#emit({ type: `${open.type}.ended`, block });
  }
}
