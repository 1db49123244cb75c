// What a description says that its tool does: the first verb that stands where an action is named, and on what it acts.

import { findVerb, isThirdPerson } from "./_verbs.ts";
import { contentWords } from "./words.ts";

/** What a tool does. */
export interface Action {
  /** Base form. */
  readonly verb: string;
  /** Words that say on what, up to the end of the sentence. */
  readonly objects: number;
}

/** The first action that the sentences name; undefined where they name none. */
export function findAction(sentences: readonly string[]): Action | undefined {
  for (const sentence of sentences) {
    if (HEADING.test(sentence) || USE_WHEN.test(sentence)) continue;
    const all = sentence.split(/[,:(]\s*|\s+(?:and|&|then|-|–|—)\s+/);
    const clauses = all.filter((clause) => !CONDITION.test(clause) || findLead(clause) !== "");
    const action = atStart(clauses) ?? behindLink(clauses);
    if (action !== undefined) return action;
  }
  return undefined;
}

/** Such a clause says when, not what. */
const CONDITION =
  /^(?:if|when|whenever|before|after|once|unless|do not|don't|never|not|avoid|output|example|e\.g|(?:call|use|invoke) (?:it|this|when|whenever|if|for))\b/i;

/** `Returns: ...` is about the result. */
const HEADING = /^(?:returns?|outputs?|results?|response|examples?)\s*:/i;

/** The whole of such a sentence says when: "Use this tool when the user wants to book a table, or to cancel one". */
const USE_WHEN =
  /^(?:always |only )?(?:use|call|invoke)(?: (?:this|it|the)(?: \w+)?)? (?:when|whenever|if|for|before|after|once)\b/i;

/** Quickly, and not daily. */
const ADVERB = "(?!(?:hour|dai|week|month|year|ear|on|fami|assemb|rep|app|supp)ly\\b)\\w+ly";

const KIND =
  "(?:tool|function|api|endpoint|method|plugin|action|service|command|app|application|assistant|agent|bot)";

/** "allows users to": the word behind it is a verb, known or not. */
const ALLOWS =
  "(?:allow(?:s|ing)?|enabl(?:es?|ing)|helps?|lets?|letting)(?: (?:you|users?|customers|people|the user|an? \\w+|teams))?(?: (?:to|in))?";

/** What stands before the verb: "This tool lets you", "Use it to", "Quickly". */
const LEAD = new RegExp(
  `^["'(]*(?:(?:please|simply|also|then|we|it|you can|${ADVERB}) )*` +
    `(?:(?:use|call|invoke) (?:this|it)(?: \\w+)? to |` +
    `(?:(?:this|the|an?|our|your) )?(?:[\\w-]+ )?${KIND} (?:(?:for|to|that|which|can|will|(?:is|can be) used (?:to|for)) )?(?:${ALLOWS} )?|` +
    `(?:this )?${ALLOWS} |(?:provides )?(?:the )?ability to )?(?:${ADVERB} )*`,
  "i",
);

/** The lead of a clause; "" without one. */
function findLead(clause: string): string {
  return LEAD.exec(clause)?.[0] ?? "";
}

function atStart(clauses: readonly string[]): Action | undefined {
  for (const [index, clause] of clauses.entries()) {
    const rest = clauses.slice(index + 1).join(" ");
    const lead = findLead(clause);
    const isAllowed = /\b(?:to|you) (?:\w+ly )*$/i.test(lead);
    const found = verbAtStart(clause.slice(lead.length), rest, isAllowed) ?? verbAtStart(clause, rest, false);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `Frobnicate the widgets`: a verb that is not known is one by the article behind it. */
const IMPERATIVE = /^([a-z]{3,}) (?:an?|the|all|any|each|one|new|multiple|several) (?=[\w"'`])/i;

const NO_VERB =
  /^(?:a|all|an|any|around|as|at|beyond|both|by|during|each|every|everything|for|from|here|how|in|into|is|just|like|meet|more|not|of|on|once|only|or|over|some|such|than|that|the|these|this|those|to|under|until|via|what|when|where|which|while|who|why|with|within|without|your)$/i;

function verbAtStart(clause: string, rest: string, isVerb: boolean): Action | undefined {
  const first = /^[a-z]+/i.exec(clause)?.[0].toLowerCase() ?? "";
  const isImperative = isVerb || IMPERATIVE.test(clause);
  const verb = findVerb(first) ?? (first !== "" && isImperative && !NO_VERB.test(first) ? first : undefined);
  return verb === undefined ? undefined : toAction(verb, `${clause.slice(first.length)} ${rest}`);
}

/** What a verb may stand behind, within a clause. */
const LINKS =
  /\b(?:to|can|that|which|will|or|you|users|for|by|please) (?:[a-z]+ly )?([a-z]+)\b|\b(?:allowing|enabling|helping) (?:you |users )(?:to )?(?:[a-z]+ly )?([a-z]+)\b/gi;

function behindLink(clauses: readonly string[]): Action | undefined {
  for (const [index, clause] of clauses.entries()) {
    const rest = clauses.slice(index + 1).join(" ");
    for (const { 0: link, 1: linked = "", 2: allowed = "", index: at } of clause.matchAll(LINKS)) {
      const word = (linked || allowed).toLowerCase();
      if (/^for /i.test(link) && !word.endsWith("ing")) continue; // "for validating", not "for search"
      const verb = findVerb(word) ?? (allowed || undefined);
      const action = verb && toAction(verb, `${clause.slice(at + link.length)} ${rest}`);
      if (action) return action;
    }
    for (const { 0: word, index: at } of clause.matchAll(/[a-z]+s\b/gi)) {
      const verb = isThirdPerson(word.toLowerCase()) ? findVerb(word.toLowerCase()) ?? word : undefined;
      const action = verb && toAction(verb, `${clause.slice(at + word.length)} ${rest}`);
      if (action) return action;
    }
  }
  return undefined;
}

/** Most characters behind a verb that are looked at for what it acts on. */
const OBJECT_CHARS = 200;

function toAction(verb: string, behind: string): Action | undefined {
  const objects = contentWords(behind.slice(0, OBJECT_CHARS)).length;
  return objects > 0 ? { verb, objects } : undefined;
}
