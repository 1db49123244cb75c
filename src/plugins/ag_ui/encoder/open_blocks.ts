// The blocks of an answer that have begun and not ended: a run may not end before them.

import { unreachable } from "../../../core/error.ts";
import { frame } from "./frames.ts";

/** What a block is: its text goes to a message, its call is one. */
export type BlockKind = "text" | "reasoning" | "call";

/** A block; `id` is that of its message, or of its call. */
export interface OpenBlock {
  readonly id: string;
  readonly kind: BlockKind;
}

/** The open blocks of a stream, by their numbers. Texts of a plan that are open at once are one message. */
export class OpenBlocks {
  readonly #blocks = new Map<number, OpenBlock>();

  /** True where the message of the block is open already: texts of one plan are one message, and may overlap. */
  open(number: number, block: OpenBlock): boolean {
    const isOpen = this.#isOpen(block.id);
    this.#blocks.set(number, block);
    return isOpen;
  }

  get(number: number): OpenBlock | undefined {
    return this.#blocks.get(number);
  }

  /** The frames that end the block; none for one that is not open, or whose message another block goes on with. */
  end(number: number): string {
    const block = this.#blocks.get(number);
    if (block === undefined) return "";
    this.#blocks.delete(number);
    const { id, kind } = block;
    if (this.#isOpen(id)) return "";
    switch (kind) {
      case "text":
        return frame({ type: "TEXT_MESSAGE_END", messageId: id });
      case "reasoning":
        return frame({ type: "REASONING_MESSAGE_END", messageId: id }) +
          frame({ type: "REASONING_END", messageId: id });
      case "call":
        return frame({ type: "TOOL_CALL_END", toolCallId: id });
      default:
        return unreachable(kind);
    }
  }

  /** The frames that end all of them. */
  endAll(): string {
    return [...this.#blocks.keys()].map((number) => this.end(number)).join("");
  }

  #isOpen(id: string): boolean {
    return [...this.#blocks.values()].some((block) => block.id === id);
  }
}
