// The findings of one tool: what its score lacks, with what to write.

import { findVerb, isReading } from "./_verbs.ts";
import { findAlias } from "./names.ts";
import type { ParameterFact } from "./parameters.ts";
import type { Aspect, LintCode, LintFinding, LintTool } from "./report.ts";
import { PARAMETER_WEIGHTS, type ParameterShares, type Scored, WEIGHTS } from "./score.ts";
import { nameWords } from "./words.ts";

/** What the other tools say about one. */
export interface Neighbours {
  /** Names that differ from its own in case or separators alone. */
  readonly alike: readonly string[];
  /** The tool that is most like it, how like, and how many are; undefined where none is. */
  readonly nearest?: {
    readonly name: string;
    readonly similarity: number;
    readonly count: number;
    readonly fix: string;
  };
}

/** What findings count that no score has, beside the points of those that one has. */
export const OTHER_POINTS = {
  repeats: 12,
  alias: 6,
  aliasOfFew: 1,
  alike: 10,
  nearDuplicate: 8,
  tooMany: 5,
} as const;

/** Words from which on a description is not called short, and up to which it is not called long. */
const LONG_ENOUGH = 40;
const SHORT_ENOUGH = 200;

const DESCRIPTION = "/description";

const FETCH_REPEATS: LintFinding = {
  code: "fetch_repeats",
  pointer: "",
  detail: "Its code calls fetch, which Deno may send twice.",
  fix: "Take fetch from the context: run: (args, { fetch }) => ...",
  points: OTHER_POINTS.repeats,
};

/** The findings of a tool, the most valuable ones first. */
export function findInTool(tool: LintTool, scored: Scored, neighbours: Neighbours): readonly LintFinding[] {
  const findings = [
    ...(scored.words === 0
      ? missingDescription(tool, scored)
      : descriptionFindings(tool, scored, neighbours)),
    ...exampleFindings(scored),
    ...parameterFindings(scored),
    ...(tool.sendsByFetch ? [FETCH_REPEATS] : []),
    ...neighbourFindings(neighbours),
    ...nameFindings(tool.name),
  ];
  return findings.sort((a, b) => b.points - a.points);
}

/** What the score lacks by some of its parts. */
function countLost({ aspects, unit }: Scored, ...parts: readonly Aspect[]): number {
  const sum = parts.reduce((points, part) => points + WEIGHTS[part] * (1 - (aspects[part] ?? 1)), 0);
  return Math.round(sum * unit * 10) / 10;
}

function missingDescription(tool: LintTool, scored: Scored): LintFinding[] {
  return [{
    code: "description_missing",
    pointer: DESCRIPTION,
    detail: "There is no description: a model chooses the tool by its name alone.",
    fix: `Write what it does${
      suggestDescription(tool)
    }, when to use it and when not, and what it returns, in 80 to 120 words.`,
    points: countLost(scored, "what", "when", "whenNot", "returns", "length"),
  }];
}

function descriptionFindings(tool: LintTool, scored: Scored, { nearest }: Neighbours): LintFinding[] {
  const { aspects, words } = scored;
  const findings: LintFinding[] = [];
  const add = (code: LintCode, part: Aspect, detail: string, fix: string) => {
    const points = countLost(scored, part);
    if (points > 0) findings.push({ code, pointer: DESCRIPTION, detail, fix, points });
  };
  if (!scored.isEnglish) {
    findings.push({
      code: "language_ungraded",
      pointer: DESCRIPTION,
      detail: "The description is not in English: only its length, examples and parameters are graded.",
      fix: "Read it yourself: what the tool does, when to use it and when not, and what it returns.",
      points: 0,
    });
  }
  add(
    "what_missing",
    "what",
    aspects.what === 0
      ? "It names no action of the tool."
      : "It says what the tool does in one word, or by its name.",
    `Begin with a verb and what it acts on${suggestDescription(tool)}.`,
  );
  add(
    "when_missing",
    "when",
    "It does not say when to use the tool.",
    'Write "Use this when the user asks for ...", with the requests that it is for.',
  );
  add(
    "when_not_missing",
    "whenNot",
    "It does not say when not to use the tool, or what it does not do.",
    `Write what it is not for, and what to use then: "Do not use it for ...; use ${
      nearest?.name ?? "..."
    } instead."`,
  );
  add(
    "returns_missing",
    "returns",
    aspects.returns === 0
      ? "It does not say what the tool returns."
      : "It says what the tool returns by its verb alone.",
    'Write "Returns ...", with the fields of the result, their units, and what comes back when nothing is found.',
  );
  if (words < LONG_ENOUGH) {
    const fix = "Write 80 to 120 words; when to use it, when not and what it returns are most of them.";
    add("description_short", "length", `It has ${words} ${words === 1 ? "word" : "words"}.`, fix);
  } else if (words > SHORT_ENOUGH) {
    add(
      "description_long",
      "length",
      `It has ${words} words.`,
      "Leave 80 to 120 words; move formats of arguments to the parameters.",
    );
  }
  return findings;
}

/** ` such as "Get the weather forecast ..."`, where the name of the tool begins with a verb. */
function suggestDescription({ name }: LintTool): string {
  const [first = "", ...rest] = nameWords(name);
  const verb = findVerb(first);
  if (verb === undefined || rest.length === 0) return ', such as "Search orders by customer and date"';
  return `, such as "${verb.charAt(0).toUpperCase()}${verb.slice(1)} the ${rest.join(" ")} ${
    isReading(verb) ? "of" : "by"
  } ..."`;
}

function exampleFindings(scored: Scored): LintFinding[] {
  const points = countLost(scored, "example");
  if (points === 0) return [];
  return [{
    code: "example_missing",
    pointer: "/examples",
    detail: "There is no example of a request that it is for.",
    fix:
      'Add what users ask when the tool is right to its examples, or "For example: ..." to the description.',
    points,
  }];
}

function parameterFindings({ facts: { parameters, isUnmarked }, shares, unit }: Scored): LintFinding[] {
  const present = listShares(shares).reduce((sum, share) => sum + PARAMETER_WEIGHTS[share], 0);
  const worth = (share: keyof ParameterShares, part: number) =>
    Math.round(part * PARAMETER_WEIGHTS[share] / present * WEIGHTS.parameters * unit * 10) / 10;
  const findings: LintFinding[] = [];
  const add = (code: LintCode, of: readonly ParameterFact[], points: number, detail: string, fix: string) => {
    const [first] = of;
    if (first !== undefined) findings.push({ code, pointer: first.pointer, detail, fix, points });
  };

  const undescribed = parameters.filter(({ described }) => described < 1);
  const bare = undescribed.filter(({ described }) => described === 0);
  const shown = bare.length > 0 ? bare : undescribed;
  add(
    "parameter_undescribed",
    [...bare, ...undescribed],
    worth("described", 1 - (shares.described ?? 1)),
    `${shown.length} of ${parameters.length} parameters ${
      bare.length > 0 ? "have no description" : "have a description that repeats the name"
    }: ${list(shown)}.`,
    `Write what ${shown[0]?.name ?? ""} means, its format or unit, and an example of a value.`,
  );

  const unexplained = parameters.filter(({ isExplained }) => !isExplained);
  const values = unexplained[0]?.values ?? [];
  add(
    "enum_unexplained",
    unexplained,
    worth("explained", 1 - (shares.explained ?? 1)),
    `The values of ${list(unexplained)} are not explained.`,
    `Write in the description of ${unexplained[0]?.name ?? ""} what ${values.slice(0, 4).join(", ")}${
      values.length > 4 ? " and the others mean" : " mean"
    }.`,
  );

  const first = parameters[0]?.name ?? "";
  if (isUnmarked) {
    findings.push({
      code: "required_unmarked",
      pointer: "/parameters",
      detail: "The schema has no list of required parameters.",
      fix:
        `Add "required": ["${first}"] with those that a call needs, or "required": [] when all are optional.`,
      points: worth("marked", 1),
    });
    return findings;
  }
  const contradicted = parameters.filter(({ contradicts }) => contradicts !== undefined);
  const [wrong] = contradicted;
  add(
    "required_contradicted",
    contradicted,
    worth("marked", contradicted.length / Math.max(1, parameters.length)),
    `${wrong?.name ?? ""} is called ${
      wrong?.contradicts ?? ""
    } in its description, and not so by "required".`,
    `Correct "required" or the description of ${list(contradicted)}.`,
  );
  return findings;
}

function listShares(shares: ParameterShares): readonly (keyof ParameterShares)[] {
  return (["described", "explained", "marked"] as const).filter((share) => shares[share] !== undefined);
}

/** `a, b and 3 more`. */
function list(parameters: readonly ParameterFact[]): string {
  const names = parameters.slice(0, 3).map(({ name }) => name).join(", ");
  return parameters.length > 3 ? `${names} and ${parameters.length - 3} more` : names;
}

function neighbourFindings({ alike, nearest }: Neighbours): LintFinding[] {
  return [
    ...(alike.length === 0 ? [] : [{
      code: "name_alike" as const,
      pointer: "/name",
      detail: `Its name differs from ${alike.slice(0, 3).join(", ")} in case or separators alone.`,
      fix: "Give the tools names that differ in a word.",
      points: OTHER_POINTS.alike,
    }]),
    ...(nearest === undefined ? [] : [{
      code: "near_duplicate" as const,
      pointer: DESCRIPTION,
      detail: `It is nearly the same as ${nearest.name} (${nearest.similarity.toFixed(2)} of 1)${
        nearest.count > 1 ? ` and like ${nearest.count - 1} more` : ""
      }.`,
      fix: nearest.fix,
      points: OTHER_POINTS.nearDuplicate,
    }]),
  ];
}

function nameFindings(name: string): LintFinding[] {
  const alias = findAlias(name);
  if (alias === undefined) return [];
  return [{
    code: "name_aliased",
    pointer: "/name",
    detail: alias.detail,
    fix: alias.legal === undefined
      ? "Give it a name of letters, digits and underscores."
      : `Call it ${alias.legal}, which every API takes.`,
    points: alias.apis.includes("common") ? OTHER_POINTS.alias : OTHER_POINTS.aliasOfFew,
  }];
}
