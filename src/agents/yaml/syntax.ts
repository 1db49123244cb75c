// What the YAML parser found, as a sentence and a fix in the terms of an agent file.

import type { ErrorCode } from "yaml";

/** What is wrong with a text, and what to do. */
export interface SyntaxFinding {
  readonly message: string;
  readonly fix: string;
}

type Explain = (message: string) => SyntaxFinding;

/** A finding of the parser, with a sentence of this file or else the parser's own. */
export function syntaxFinding(code: ErrorCode, message: string): SyntaxFinding {
  return EXPLAINED[code]?.(message) ??
    { message: `${message}.`, fix: "correct this line, or the one above it." };
}

const EXPLAINED: Partial<Record<ErrorCode, Explain>> = {
  TAB_AS_INDENT: (message) => ({ message: `${message}.`, fix: "indent with spaces, two for each level." }),
  BAD_SCALAR_START: (message) => ({
    message: `${message}.`,
    fix: "put the whole value in quotes, or write it below a `|`.",
  }),
  NON_STRING_KEY: () => ({
    message: "A key is no text. `{` begins an object in YAML, so `{{ x }}` is an object as a key.",
    fix: 'put the whole value in quotes: "{{ x }}".',
  }),
  BLOCK_AS_IMPLICIT_KEY: () => ({
    message: "A second `: ` on one line begins an object inside the value.",
    fix: 'put the whole value in quotes: "a: b", or write it below a `|`.',
  }),
  DUPLICATE_KEY: (message) => ({ message: `${message}.`, fix: "remove one of the two, or merge them." }),
  BAD_INDENT: (message) => ({
    message: `${message}.`,
    fix: message.includes("end with a")
      ? "close the bracket that is open; it may have begun on a line above."
      : "indent every key of an object by the same number of spaces.",
  }),
  MISSING_CHAR: (message) => ({
    message: `${message}.`,
    fix: message.startsWith("Implicit")
      ? "write `key: value`, and indent text of several lines evenly below a `|`."
      : "close what is open, a quote or a bracket; it may have begun on a line above.",
  }),
  UNEXPECTED_TOKEN: (message) => ({
    message: `${message}.`,
    fix: "put the value in quotes, or correct the brackets and the indentation.",
  }),
  MULTILINE_IMPLICIT_KEY: (message) => ({
    message: `${message}.`,
    fix: "write `key: value`, with a space after the colon, or text of several lines below a `|`.",
  }),
  TAG_RESOLVE_FAILED: (message) => ({
    message: `${message}.`,
    fix: "remove what begins with `!`; put text that begins with it in quotes.",
  }),
  BAD_DQ_ESCAPE: (message) => ({
    message: `${message}.`,
    fix: "write the backslash twice, or put the text in single quotes.",
  }),
  RESOURCE_EXHAUSTION: () => ({ message: "The values are nested too deeply.", fix: "use less structure." }),
  BAD_DIRECTIVE: (message) => ({ message: `${message}.`, fix: "put text that begins with % in quotes." }),
};
