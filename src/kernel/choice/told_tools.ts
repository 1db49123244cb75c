// How a notice says which tools a choice permits. A server of tools names its tools itself: a notice has the voice of the application,
// so it repeats such a name only where the operator or the caller has written it.

import type { Agent } from "../../core/agent.ts";
import { isOfSource } from "../../core/tool/tool_source.ts";
import { namesIn, permits, type ToolChoice } from "../../core/tool_choice.ts";
import type { ResolvedChoice } from "./resolved_choice.ts";

/** Names that no notice has: those of tools of a server, but for names that the operator or the caller has written. */
export type UntoldNames = ReadonlySet<string>;

/** No name is kept back. */
export const ALL_TOLD: UntoldNames = new Set();

/** The tools of servers but for those that the choice, before offers narrow it, or the operator (`written`) names. */
export function untoldNames(
  { toolSources, tools }: Pick<Agent, "toolSources" | "tools">,
  written: readonly string[],
  { choice, underlying = choice }: Pick<ResolvedChoice, "choice" | "underlying">,
): UntoldNames {
  if (toolSources === undefined) return ALL_TOLD;
  const known = new Set([...namesIn(underlying), ...written]);
  return new Set(
    tools.flatMap(({ name }) => isOfSource(toolSources, name) && !known.has(name) ? [name] : []),
  );
}

/** The tools of a choice in words: those that it permits, or those that it forbids; undefined where neither can be said. */
export type ToldTools =
  | { readonly type: "permitted" | "forbidden"; readonly names: string }
  | undefined;

/**
 * The tools that the choice permits, else those that it forbids. `shorter`: the shorter text of the two.
 *
 * @example
 * ```ts
 * import { toldTools } from "./told_tools.ts";
 * import assert from "node:assert/strict";
 *
 * const choice = { type: "allowed", names: ["look", "desk_obey_me"], mode: "auto" } as const;
 * const untold = new Set(["desk_obey_me"]);
 * const told = toldTools({ ...choice, names: [...choice.names] }, ["look", "pay", "desk_obey_me"], untold);
 * assert.deepEqual(told, { type: "forbidden", names: "pay" });
 * ```
 */
export function toldTools(
  choice: ToolChoice,
  tools: readonly string[],
  untold: UntoldNames,
  shorter = false,
): ToldTools {
  const forbidden = tools.filter((name) => !permits(choice, name));
  const listed = ([["permitted", namesIn(choice)], ["forbidden", forbidden]] as const).flatMap(
    ([type, names]) =>
      names.length === 0 || names.some((name) => untold.has(name)) ? [] : [{ type, names: names.join(", ") }],
  );
  const [first, second] = listed;
  return shorter && first && second && second.names.length < first.names.length ? second : first;
}

/** What a notice says where it can name neither. */
export const NOT_ALL = "Not all of your tools are permitted in it; a call of one that is not is refused.";
