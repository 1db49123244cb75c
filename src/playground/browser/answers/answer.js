// The text of an answer as it arrives: plain until the module for Markdown is there, and plain where that cannot be loaded.

/** @typedef {import("../markdown.js").Block} Block */
/** @typedef {{ block: Block, nodes: ChildNode[] }} Drawn */

import { element } from "../dom.js";
import { timeSlice } from "../run/time_slice.js";
import { decorate } from "./decorate.js";

/** Characters beyond which an answer is plain text. */
const LIMIT = 200_000;

/** The part of the time that drawing may take while an answer arrives: one of five. */
const REST = 4;

/** @type {Promise<typeof import("../markdown.js") | undefined> | undefined} */
let loading;

/** The module that reads Markdown; undefined where it does not load. */
function loadMarkdown() {
  return loading ??= import("../markdown.js").catch(() => undefined);
}

/** One text block of an answer. */
export class Answer {
  element = element("div", "answer");
  /** As the model wrote it. */
  source = "";

  #plain = document.createTextNode("");
  #isPlain = true;
  /** It cannot be read as Markdown, whatever comes behind it. */
  #staysPlain = false;
  #ended = false;
  #waiting = false;
  /** Blocks that the page shows, in order. @type {Drawn[]} */
  #drawn = [];
  /** How many of them do not change any more, and how many characters those have. */
  #firm = 0;
  #offset = 0;
  /** @type {import("marked").Links} */
  #links = Object.create(null);

  constructor() {
    this.#showPlain();
  }

  /** @param {string} text */
  write(text) {
    this.source += text;
    if (this.#isPlain) this.#plain.appendData(text);
    void this.#schedule(0);
  }

  /** The text is whole. */
  end() {
    this.#ended = true;
    void this.#schedule(0);
  }

  /** Draws in one of the next frames, however often it is called until then. @param {number} pause Milliseconds. */
  async #schedule(pause) {
    if (this.#waiting || this.#staysPlain) return;
    this.#waiting = true;
    const markdown = await loadMarkdown();
    if (markdown === undefined) return;
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    // A window out of sight has no frames; its answers are drawn all the same.
    if (!this.#ended && !document.hidden) await new Promise((resolve) => requestAnimationFrame(resolve));
    await timeSlice();
    const before = performance.now();
    const length = this.source.length;
    const isLast = this.#ended;
    this.#draw(markdown.blocksOf, isLast);
    const spent = performance.now() - before;
    this.#waiting = false;
    if (this.source.length > length || this.#ended !== isLast) void this.#schedule(spent * REST);
  }

  /** @param {typeof import("../markdown.js").blocksOf} blocksOf @param {boolean} isLast */
  #draw(blocksOf, isLast) {
    const source = this.source.replaceAll("\r", "");
    // A definition of a link holds for what stands before it, too.
    if (isLast && Object.keys(this.#links).length > 0) this.#forget(0);
    if (isLast) this.#firm = this.#offset = 0;
    const blocks = source.length > LIMIT ? undefined : blocksOf(source.slice(this.#offset), this.#links);
    if (blocks === undefined) {
      this.#staysPlain = true;
      return this.#showPlain();
    }
    if (this.#isPlain) {
      this.#isPlain = false;
      this.element.replaceChildren();
    }
    blocks.forEach((block, index) => this.#drawBlock(block, this.#firm + index));
    this.#forget(this.#firm + blocks.length);
    if (!isLast) this.#settle(blocks);
  }

  /** @param {Block} block @param {number} place */
  #drawBlock(block, place) {
    if (this.#drawn[place]?.block.raw === block.raw) return;
    this.#forget(place);
    block.depths = this.#drawn.at(-1)?.block.depths ?? [];
    const fragment = block.render();
    decorate(fragment);
    const nodes = [...fragment.childNodes];
    this.#drawn.push({ block, nodes });
    this.element.append(fragment);
  }

  /** The last two blocks with content may still become others. @param {Block[]} blocks */
  #settle(blocks) {
    const full = blocks.flatMap(({ raw }, index) => raw.trim() === "" ? [] : [index]);
    for (const { raw } of blocks.slice(0, full.at(-2) ?? 0)) {
      this.#offset += raw.length;
      this.#firm += 1;
    }
  }

  /** Removes the blocks from a place on. @param {number} place */
  #forget(place) {
    for (const { nodes } of this.#drawn.splice(place)) for (const node of nodes) node.remove();
  }

  #showPlain() {
    this.#forget(0);
    this.#isPlain = true;
    this.#firm = this.#offset = 0;
    this.#plain.data = this.source;
    if (!this.#plain.isConnected || this.element.childNodes.length > 1) {
      this.element.replaceChildren(element("p", "text", this.#plain));
    }
  }
}
