// A server's tools as tools of an agent: their names, effect classes and approvals.

import type { NeedsApproval } from "../../../core/approval/needs_approval.ts";
import { fnv64 } from "../../../core/text/hash.ts";
import type { Effect, Tool } from "../../../core/tool.ts";
import type { McpTool } from "./list.ts";
import type { McpSettings } from "./settings.ts";

/** Most characters of a tool's name. */
const NAME_CHARS = 64;
/** Characters that tell two long names apart. */
const TELLING = 6;

/** How calls of one tool are sent. */
export type RunMcp = (tool: McpTool, effect: Effect) => Tool["run"];
/** How the task of a call is asked for. */
export type PollMcp = NonNullable<Tool["poll"]>;

/** The tools that the settings offer, in the order of the server. */
export function filterOffered(
  tools: readonly McpTool[],
  { only, except = [] }: Pick<McpSettings, "only" | "except">,
): readonly McpTool[] {
  return tools.filter(({ name }) => (only === undefined || only.includes(name)) && !except.includes(name));
}

/** The tools of an agent; each has a name of its own. */
export function toTools(
  tools: readonly McpTool[],
  settings: McpSettings,
  run: RunMcp,
  poll: PollMcp,
): readonly Tool[] {
  const taken = new Set<string>();
  return tools.map((tool) => {
    const name = legalName(tool.name, settings.prefix, taken);
    taken.add(name);
    const effect = effectOf(tool, settings);
    return {
      name,
      description: tool.description,
      parameters: { ...tool.inputSchema, type: "object" },
      effect,
      timeoutMs: settings.timeoutMs,
      maxOutputBytes: 262_144,
      needsApproval: needsApproval(tool, settings),
      wantsThread: false,
      env: settings.token === undefined ? undefined : [settings.token],
      run: run(tool, effect),
      poll: tool.execution === undefined ? undefined : poll,
    };
  });
}

/**
 * A legal name: characters that names do not have become `_`; one that is too long, or taken, ends in a hash of the server's
 * name.
 */
function legalName(name: string, prefix: string, taken: ReadonlySet<string>): string {
  const legal = `${prefix}${name.replace(/[^A-Za-z0-9_.-]/g, "_")}`;
  if (legal.length <= NAME_CHARS && !taken.has(legal)) return legal;
  const hash = fnv64(name).slice(0, TELLING);
  return `${legal.slice(0, NAME_CHARS - TELLING - 1)}_${hash}`;
}

/**
 * | the server says | class |
 * |---|---|
 * | `readOnlyHint` | pure |
 * | `idempotentHint` | keyed |
 * | neither | once |
 *
 * The settings come before it.
 */
function effectOf({ name, annotations }: McpTool, { effects }: McpSettings): Effect {
  const own = Object.hasOwn(effects, name) ? effects[name] : undefined;
  if (own !== undefined) return own;
  if (annotations.readOnlyHint) return "pure";
  return annotations.idempotentHint ? "keyed" : "once";
}

/** A tool that declares nothing may destroy: the protocol's default of `destructiveHint` is true. */
function needsApproval({ name, annotations }: McpTool, { approval }: McpSettings): NeedsApproval {
  switch (approval) {
    case "always":
      return true;
    case "never":
      return false;
    case "destructive":
      return annotations.readOnlyHint !== true && annotations.destructiveHint !== false;
    default:
      return approval.includes(name);
  }
}
