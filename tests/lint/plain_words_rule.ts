/// <reference lib="deno.unstable" />
/**
 * Comments and texts of src use the field's words, as a `deno lint` plugin. A file of allowed.json may keep as many of the
 * words below as stand there. Names of code are not checked.
 */
import allowed from "./allowed.json" with { type: "json" };
import { projectPath } from "./project_path.ts";

/** A word of our own, and what is written instead. */
const WORDS: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\bpatien(?:ce|t|tly)\b/gi, "retry delays, timeout or grace period"],
  [/\bpulses?\b/gi, "heartbeat"],
  [/\btall(?:y|ies)\b/gi, "totals"],
  [/\bremed(?:y|ies)\b/gi, "recovery"],
  [/\bovertaken\b/gi, "fenced"],
  [/\bscenes?\b/gi, "scope"],
  [/\bleash(?:es|ed)?\b/gi, "timeout"],
  [/\blessons?\b/gi, "learned capability"],
  [/\btaught\b/gi, "learned"],
  [/\bnobody\b/gi, "no caller, no client, no process"],
  [/\bsomebody\b/gi, "a caller, a client, a process"],
  [/\bwhoever\b/gi, "the caller, the client, the process that"],
  [/\b[Rr]ows? [A-Z]\d+\b/g, "the fact itself: the row is not in this repository's source"],
  [/\bDESIGN(?:\.md)?(?: section \d+)?\b/g, "the fact itself: the paper is not in this repository"],
];

/** Verbs that a program does not do, in comments alone: wire names and texts for people have some of them. */
const COMMENT_WORDS: typeof WORDS = [
  [/(?<![.`])\b(?:told|tells?)\b(?!`)/gi, "notified, reported or decides"],
  [/(?<![.`])\b(?:asked|asks)\b(?!`)/gi, "requested, called or queried"],
  [/(?<![.`])\bshown\b(?!`)/gi, "rendered, visible or returned"],
  [/(?<![.`])\bbrought\b(?!`)/gi, "imported, sent or declared"],
  [/(?<![.`])\btaken\b(?!`)/gi, "consumed, accepted, removed or in use"],
  [/\bgiven out\b/gi, "emitted"],
];

/** Folders whose comments still have words of {@link COMMENT_WORDS}. */
const NOT_YET = /^src\/(?:agents|cli|kernel)\//;

export default plainWordsRule(allowed["plain-words"]);

/** The rule with an allow-list: by file, how many such words may stay. */
export function plainWordsRule(allowed: Readonly<Record<string, number>>) {
  return {
    name: "treadle-words",
    rules: {
      "plain-words": {
        create(context) {
          const file = projectPath(context.filename);
          if (!file.startsWith("src/")) return {};
          const found: Found[] = [];
          const read = (text: string, range: Deno.lint.Range, words = WORDS) => {
            for (const each of findWords(text, words)) found.push({ ...each, range });
          };
          const inComments = NOT_YET.test(file) ? WORDS : [...WORDS, ...COMMENT_WORDS];
          return {
            Program(program) {
              for (const { value, range } of program.comments) read(value, range, inComments);
            },
            Literal(node) {
              if (typeof node.value === "string") read(node.value, node.range);
            },
            TemplateElement(node) {
              read(node.cooked, node.range);
            },
            "Program:exit"() {
              if (found.length <= (Object.hasOwn(allowed, file) ? allowed[file] ?? 0 : 0)) return;
              for (const { word, instead, range } of found) {
                context.report({ range, message: `"${word}" is not the field's word: write ${instead}` });
              }
            },
          };
        },
      },
    },
  } satisfies Deno.lint.Plugin;
}

interface Found {
  readonly word: string;
  readonly instead: string;
  readonly range: Deno.lint.Range;
}

function findWords(text: string, words: typeof WORDS): { word: string; instead: string }[] {
  return words.flatMap(([pattern, instead]) =>
    [...text.matchAll(pattern)].map(([word]) => ({ word, instead }))
  );
}
