// What a step says of its tool choice: nothing where the model was free to choose among all tools, and did.

import { isForced } from "../../../core/tool_choice.ts";
import type { ChoiceOutcome, EffectiveChoice } from "../../../core/tool_choice/choice_report.ts";
import { someNames, VIOLATIONS } from "../words.ts";

/** What is known of a choice: a stored one may lack parts. */
export type ShownChoice = Pick<EffectiveChoice, "requested" | "enforcement"> & Partial<EffectiveChoice>;

/** The parts of the line; any of them may be empty, but not all. */
export interface ChoiceLine {
  /** What was left out or forced: `Without refund_order` */
  readonly what: string;
  /** `only after lookup_order` */
  readonly why: string;
  /** What the model may do or has done against it, in sentences. */
  readonly doubt: string;
  /** It was not kept. */
  readonly isBad: boolean;
}

/**
 * The line about a choice and what came of it; undefined where nothing was left out, forced, degraded or refused. `tools` are those of
 * the agent, by which is known what a stored choice left out.
 */
export function choiceLine(
  choice: ShownChoice | undefined,
  outcome: ChoiceOutcome | null | undefined,
  tools: readonly string[] = [],
): ChoiceLine | undefined {
  const left = choice === undefined ? [] : leftOut(choice, tools);
  const what = choice === undefined ? "" : limitWords(choice, left);
  const doubts = [
    ...choice === undefined ? [] : warningWords(choice),
    ...outcome?.type === "violated" ? [`The model did not keep to it: ${VIOLATIONS[outcome.how]}.`] : [],
    ...outcome?.type === "cut" ? ["The answer was cut off."] : [],
  ];
  if (what === "" && doubts.length === 0) return undefined;
  const why = choice === undefined || what === "" ? "" : reasonWords(choice, left);
  return { what, why, doubt: doubts.join(" "), isBad: outcome?.type === "violated" };
}

/** The line as it is read: `Without refund_order, only after lookup_order. The answer was cut off.` */
export function lineWords({ what, why, doubt }: ChoiceLine): string {
  const limit = [what, why].filter(Boolean).join(", ");
  return [limit && `${limit}.`, doubt].filter(Boolean).join(" ");
}

/** The tools that the model may not call: of those that were sent, or else of the agent's, where all that it may call are among them. */
function leftOut({ requested, toolsSent = [] }: ShownChoice, tools: readonly string[]): readonly string[] {
  if (requested.type !== "allowed") return [];
  const { names } = requested;
  const offered = [toolsSent, tools].find((each) => each.length > names.length) ?? [];
  return names.every((name) => offered.includes(name)) ? offered.filter((name) => !names.includes(name)) : [];
}

function limitWords({ requested, enforcement }: ShownChoice, left: readonly string[]): string {
  if (enforcement === "withheld" || requested.type === "none") {
    return enforcement === "none" ? "" : "Without tools";
  }
  switch (requested.type) {
    case "auto":
      return "";
    case "required":
      return "Had to call a tool";
    case "tool":
      return `Had to call ${requested.name}`;
    case "allowed": {
      if (requested.mode === "required") return `Had to call one of ${someNames(requested.names)}`;
      const isShorter = left.length > 0 && left.length <= requested.names.length;
      return isShorter ? `Without ${someNames(left)}` : `Only with ${someNames(requested.names)}`;
    }
  }
}

/** Why the choice was limited, of what its report says. */
function reasonWords(
  { source, because = "", requested, enforcement }: ShownChoice,
  left: readonly string[],
): string {
  if (enforcement === "withheld" && requested.type !== "none") return "as this model takes none";
  switch (source) {
    case "rule":
      return ruleWords(because, left);
    case "policy":
    case "condition":
      return `as ${/policy \S+/.exec(because)?.[0] ?? "a policy"} says`;
    case "limit":
      return "as it is the last step that the limits permit";
    case "reset":
      return "as the limit of tool calls is reached";
    case "execution":
      return "to answer from the results";
    case "request":
      return "as the request says";
    case "agent":
    case "gateway":
      return "as the agent is set up";
    case "environment":
      return "as the deployment is set up";
    default:
      return "";
  }
}

/** The rules by their names: without the name of the one tool that stands before them. */
function ruleWords(because: string, [tool, ...others]: readonly string[]): string {
  const [own = ""] = because.split("; else ");
  const rules = [...own.matchAll(/"([^"]+)"/g)].map(([, rule = ""]) => {
    const start = others.length > 0
      ? undefined
      : [`${tool} `, `no ${tool} `].find((each) => rule.startsWith(each));
    return rule.slice(start?.length);
  });
  return rules.length === 0 ? "as a rule of its policy says" : rules.join(" and ");
}

/** That the model cannot be held to the choice, and what else a report warns of. */
function warningWords({ requested, enforcement, warnings = [] }: ShownChoice): string[] {
  const isDegraded = isForced(requested) && (enforcement === "announced" || enforcement === "withheld");
  return [
    ...isDegraded ? ["This model cannot be forced to, so its answer is checked."] : [],
    ...warnings.flatMap(({ code, message }) => code === "choice_degraded" ? [] : [message]),
  ];
}
