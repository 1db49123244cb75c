// The answer of a model on its way to the stream and into the log, without what the plugins of its agent take out.

import type { Plan } from "../../core/driver.ts";
import type { PlanEvent } from "../../core/event.ts";
import type { Block } from "../../core/entry.ts";
import { AgentError } from "../../core/error.ts";
import type { RedactedText, Redactor, TextForm } from "../hooks/redaction.ts";
import { redactBlocks } from "./redact_entries.ts";

/** A block of text while it comes. */
interface AnswerText {
  readonly type: "text" | "reasoning";
  /** Undefined for JSON, which is redacted when it is whole. */
  readonly pieces: RedactedText | undefined;
  whole: string;
  sent: string;
}

type EndEvent = Extract<PlanEvent, { type: "text.ended" | "reasoning.ended" }>;

/**
 * One answer. What is held back of a block follows when the answer goes on behind it, or has come to its end: of an answer that broke off,
 * the last characters may be the beginning of a match, and are not sent.
 */
export class RedactedAnswer {
  readonly #redactor: Redactor;
  readonly #form: TextForm;
  readonly #emit: (event: PlanEvent) => void;
  readonly #blocks = new Map<number, AnswerText>();
  /** Blocks whose rest is held. */
  #ends: EndEvent[] = [];
  #failure: AgentError | undefined;

  constructor(redactor: Redactor, form: TextForm, emit: (event: PlanEvent) => void) {
    [this.#redactor, this.#form, this.#emit] = [redactor, form, emit];
  }

  /** Takes what the driver emits. */
  readonly take = (event: PlanEvent): void => {
    switch (event.type) {
      case "text.started":
      case "reasoning.started": {
        this.#sendEnds(true);
        const type = event.type === "text.started" ? "text" : "reasoning";
        const isWhole = type === "text" && this.#form === "json";
        const pieces = isWhole ? undefined : this.#redactor.open();
        this.#blocks.set(event.block, { type, pieces, whole: "", sent: "" });
        return this.#emit(event);
      }
      case "text.delta":
      case "reasoning.delta":
        return this.#send(event.block, (text) => {
          text.whole += event.text;
          return text.pieces?.add(event.text) ?? "";
        });
      case "text.ended":
      case "reasoning.ended":
        this.#ends.push(event);
        return;
      case "call.started":
        this.#sendEnds(true);
        return this.#emit(event);
      case "answer.dropped":
        this.#sendEnds(false);
        this.#blocks.clear();
        this.#failure = undefined; // of a text that nothing keeps
        return this.#emit({ ...event, because: this.#redactor.show(event.because) });
      case "warning":
        return this.#emit({ ...event, message: this.#redactor.show(event.message) });
      default:
        return this.#emit(event); // arguments stay as the model wrote them
    }
  };

  /**
   * The plan of the whole answer, and the rest of its events.
   *
   * @throws {AgentError} plugin_failed
   */
  end(plan: Plan): Plan {
    this.#sendEnds(true);
    if (this.#failure !== undefined) throw this.#failure;
    return { ...plan, blocks: redactBlocks(plan.blocks, this.#redactor, this.#form) };
  }

  /** The plan of an answer that was broken off: what was sent of it. */
  breakOff(plan: Plan): Plan {
    this.close();
    const blocks = Array.from(this.#blocks.values(), ({ type, sent: text }): Block => ({ type, text }));
    return { ...plan, blocks: blocks.filter((block) => block.type === "call" || block.text !== "") };
  }

  /** Ends the blocks of an answer that failed. */
  close(): void {
    this.#sendEnds(false);
  }

  #sendEnds(isWhole: boolean): void {
    const ends = this.#ends;
    this.#ends = [];
    for (const event of ends) {
      if (isWhole) {
        this.#send(event.block, ({ pieces, whole }) => pieces?.end() ?? this.#redactor.jsonText(whole));
      }
      this.#emit(event);
    }
  }

  #send(block: number, redact: (text: AnswerText) => string): void {
    const open = this.#blocks.get(block);
    if (open === undefined || this.#failure !== undefined) return;
    try {
      const text = redact(open);
      if (text === "") return;
      open.sent += text;
      this.#emit({ type: `${open.type}.delta`, block, text });
    } catch (thrown) {
      if (!(thrown instanceof AgentError)) throw thrown;
      this.#failure = thrown;
    }
  }
}
