/** The fenced blocks of a page, with what stands behind the language: ```json response. */
import type { Page } from "./markdown.ts";

/** One fenced block. */
export interface Block {
  /** Of the page: `docs/http-api.md`. */
  readonly page: string;
  /** Of the opening fence, from 1 on. */
  readonly line: number;
  /** `ts`, `sh`; empty where the fence names none. */
  readonly language: string;
  /** The words behind the language: what the block is, for its check. */
  readonly kind: string;
  /** Without the indentation of its fence, every line ended. */
  readonly code: string;
}

/** The blocks of a page, in order. A fence that is not closed is an error. */
export function blocksOf({ path, text }: Page): Block[] {
  const blocks: Block[] = [];
  let open: { readonly fence: string; readonly indent: number; readonly lines: string[] } | undefined;
  let head: Omit<Block, "code"> | undefined;
  for (const [index, line] of text.split("\n").entries()) {
    const [, indent = "", fence = "", language = "", kind = ""] =
      /^( *)(`{3,}|~{3,})\s*([\w+-]*)\s*(.*?)\s*$/.exec(line) ?? [];
    if (open === undefined || head === undefined) {
      if (fence === "") continue;
      head = { page: path, line: index + 1, language, kind };
      open = { fence, indent: indent.length, lines: [] };
    } else if (fence.startsWith(open.fence) && language === "" && kind === "") {
      blocks.push({ ...head, code: open.lines.map((each) => `${each}\n`).join("") });
      open = undefined;
    } else open.lines.push(line.slice(open.indent));
  }
  if (open !== undefined) throw new Error(`${path}:${head?.line}: the block is not closed`);
  return blocks;
}

/** `docs/react.md:99 text`, for messages. */
export function nameOfBlock({ page, line, language, kind }: Block): string {
  return `${page}:${line} ${language} ${kind}`.trimEnd();
}
