// Reads a text as Markdown while it grows. Blocks that do not change any more stay as they are, so that a long answer is not drawn anew
// for each of its words.

import { effect, type ReadonlySignal, signal } from "@preact/signals";
import type { Links } from "marked";
import type { VNode } from "preact";
import type { Block, parseBlocks } from "../markdown.ts";
import { timeSlice } from "../run/time_slice.ts";
import type { GrowingText } from "./growing_text.ts";
import { loadMarkdown } from "./load_markdown.ts";
import { drawBlock } from "./markdown_block.tsx";

/** Characters beyond which an answer is plain text. */
const LIMIT = 200_000;

/** The part of the time that drawing may take while an answer arrives: one of five. */
const REST = 4;

/** A block of the text, as it is drawn. */
interface Drawn {
  readonly block: Block;
  readonly node: VNode;
}

/** The blocks of one text. */
export class MarkdownReader {
  readonly #text: GrowingText;
  readonly #nodes = signal<readonly VNode[] | undefined>(undefined);
  /** It cannot be read as Markdown, whatever comes behind it. */
  #staysPlain = false;
  #isWaiting = false;
  #drawn: readonly Drawn[] = [];
  /** How many of them do not change any more, and how many characters those have. */
  #firm = 0;
  #offset = 0;
  readonly #links: Links = Object.create(null);
  /** How many blocks have been drawn: their keys. */
  #made = 0;

  constructor(text: GrowingText) {
    this.#text = text;
  }

  /** The blocks in their order; undefined while the text is plain. One that is the same as before is the same node. */
  get nodes(): ReadonlySignal<readonly VNode[] | undefined> {
    return this.#nodes;
  }

  /** Reads the text from now on, until what it returns is called. */
  start(): () => void {
    return effect(() => {
      if (this.#text.isWhole.value || this.#text.source.value !== "") void this.#schedule(0);
    });
  }

  /** Reads in one of the next frames, however often it is called until then. `pause` is in milliseconds. */
  async #schedule(pause: number): Promise<void> {
    if (this.#isWaiting || this.#staysPlain) return;
    this.#isWaiting = true;
    const markdown = await loadMarkdown();
    if (markdown === undefined) return;
    const { source, isWhole } = this.#text;
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    // A window out of sight has no frames; its answers are drawn all the same.
    if (!isWhole.peek() && !document.hidden) await new Promise((resolve) => requestAnimationFrame(resolve));
    await timeSlice();
    const before = performance.now();
    const { length } = source.peek();
    const isLast = isWhole.peek();
    try {
      this.#read(markdown.parseBlocks, source.peek(), isLast);
    } catch (error) {
      reportError(error);
      this.#stayPlain();
    }
    await Promise.resolve(); // the page draws what has changed
    const spent = performance.now() - before;
    this.#isWaiting = false;
    if (source.peek().length > length || isWhole.peek() !== isLast) void this.#schedule(spent * REST);
  }

  #read(read: typeof parseBlocks, written: string, isLast: boolean): void {
    const source = written.replaceAll("\r", "");
    // A definition of a link holds for what stands before it, too.
    if (isLast && Object.keys(this.#links).length > 0) this.#drawn = [];
    if (isLast) this.#firm = this.#offset = 0;
    const blocks = source.length > LIMIT ? undefined : read(source.slice(this.#offset), this.#links);
    if (blocks === undefined) return this.#stayPlain();
    const drawn = this.#drawn.slice(0, this.#firm);
    let isAsBefore = true;
    for (const block of blocks) {
      const known: Drawn | undefined = isAsBefore ? this.#drawn[drawn.length] : undefined;
      isAsBefore = known?.block.raw === block.raw;
      drawn.push(isAsBefore && known !== undefined ? known : this.#draw(block, drawn.at(-1)));
    }
    this.#drawn = drawn;
    this.#nodes.value = drawn.map(({ node }) => node);
    if (!isLast) this.#settle(blocks);
  }

  #stayPlain(): void {
    this.#staysPlain = true;
    this.#nodes.value = undefined;
  }

  /** Its headings are below those of the blocks above. */
  #draw(block: Block, above: Drawn | undefined): Drawn {
    block.depths = above?.block.depths ?? [];
    return { block, node: drawBlock(block.render(), this.#made++) };
  }

  /** The last two blocks with content may still become others. */
  #settle(blocks: readonly Block[]): void {
    const full = blocks.flatMap(({ raw }, index) => raw.trim() === "" ? [] : [index]);
    for (const { raw } of blocks.slice(0, full.at(-2) ?? 0)) {
      this.#offset += raw.length;
      this.#firm += 1;
    }
  }
}
