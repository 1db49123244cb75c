// What plugins leave of a choice. Their offers hold together, and their order decides nothing but the order of the reasons.

import { isForced, permits, type ToolChoice } from "../../core/tool_choice.ts";
import type { Warning } from "../../core/tool_choice/choice_report.ts";
import type { ResolvedChoice } from "./resolved_choice.ts";

/** What one plugin leaves of the tools for a plan. */
export interface StandingOffer {
  /** The tool may be called. */
  permits(tool: string): boolean;
  /** A call has to come before an answer. */
  readonly demands: boolean;
  /** Why, in one clause; `forbidden`: the tools of the choice that it does not permit. */
  because(forbidden: readonly string[]): string;
  /** About a plan that the offer counts for. */
  readonly warnings: readonly Warning[];
}

/**
 * The choice within the offers: the tools that it and all of them permit, forced where the choice forces or an offer demands a call.
 *
 * | choice | offers | result |
 * |---|---|---|
 * | `none` | any | `none` |
 * | any other | permit all its tools, and demand no call that it does not | the choice itself |
 * | any other | permit some of its tools | these: `tool` or `allowed` |
 * | any other | permit none of its tools, and demand a call | the tools that they permit, forced: the choice is put off |
 * | any other | permit none of its tools | `none` |
 */
export function narrowBy(
  resolved: ResolvedChoice,
  offers: readonly StandingOffer[],
  tools: readonly string[],
): ResolvedChoice {
  const { choice } = resolved;
  if (choice.type === "none" || offers.length === 0 || tools.length === 0) return resolved;
  const warnings = offers.flatMap((offer) => offer.warnings);
  const told = warnings.length === 0 ? resolved : { ...resolved, warnings };
  const permitted = tools.filter((tool) => offers.every((offer) => offer.permits(tool)));
  const wanted = tools.filter((tool) => permits(choice, tool));
  const both = wanted.filter((tool) => permitted.includes(tool));
  const demands = offers.some((offer) => offer.demands);
  const forces = isForced(choice) || demands;
  if (both.length === wanted.length && forces === isForced(choice)) return told;
  const names = both.length > 0 || !demands ? both : permitted;
  const reasons = offers.flatMap((offer) => {
    const forbidden = wanted.filter((tool) => !offer.permits(tool));
    return forbidden.length > 0 || offer.demands ? [offer.because(forbidden)] : [];
  });
  return {
    ...told,
    choice: among(names, forces, choice, tools),
    source: "rule",
    because: `${reasons.join("; ")}; else ${resolved.because}`,
    underlying: choice,
    forbidden: tools.filter((tool) => !permitted.includes(tool)),
  };
}

function among(
  names: readonly string[],
  forces: boolean,
  choice: ToolChoice,
  tools: readonly string[],
): ToolChoice {
  const [first] = names;
  if (first === undefined) return { type: "none" };
  const times = forces && isForced(choice) && "times" in choice && choice.times !== undefined
    ? { times: choice.times }
    : {};
  if (names.length === tools.length) return forces ? { type: "required", ...times } : { type: "auto" };
  if (forces && names.length === 1) return { type: "tool", name: first, ...times };
  return { type: "allowed", names: [...names], mode: forces ? "required" : "auto", ...times };
}
