// A server's tools as tools of an agent: their names, effect classes and approvals.

import type { NeedsApproval } from "../../../core/approval/needs_approval.ts";
import { fnv64 } from "../../../core/text/hash.ts";
import type { Effect, Tool } from "../../../core/tool.ts";
import type { ToolApp } from "../../../core/tool/tool_app.ts";
import type { McpTool } from "./list.ts";
import type { McpSettings } from "./settings.ts";

/** Most characters of a tool's name. */
const NAME_CHARS = 64;
/** Characters of the hash that distinguishes two long names. */
const HASH_CHARS = 6;

/** How calls of one tool are sent. */
export type RunMcp = (tool: McpTool, effect: Effect) => Tool["run"];
/** How the task of a call is polled. */
export type PollMcp = NonNullable<Tool["poll"]>;

/** The tools that the settings offer, in the order of the server. */
export function filterOffered(
  tools: readonly McpTool[],
  { only, except = [] }: Pick<McpSettings, "only" | "except">,
): readonly McpTool[] {
  return tools.filter(({ name }) => (only === undefined || only.includes(name)) && !except.includes(name));
}

/** The tools of a server as an agent has them. */
export interface AgentTools {
  /** Those that a model calls. */
  readonly tools: readonly Tool[];
  /** Those that apps of the server alone call; undefined for none. */
  readonly appTools: readonly Tool[] | undefined;
}

/** The tools of an agent; each has a name of its own. A tool that neither a model nor an app calls is left out. */
export function toTools(
  tools: readonly McpTool[],
  settings: McpSettings,
  run: RunMcp,
  poll: PollMcp,
): AgentTools {
  const used = new Set<string>();
  const all = tools.map((tool): Tool => {
    const name = legalName(tool.name, settings.prefix, used);
    used.add(name);
    const effect = resolveEffect(tool, settings);
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
      app: settings.apps ? toApp(tool, settings) : undefined,
    };
  });
  const isFor = (index: number, caller: "model" | "app") =>
    tools[index]?._meta?.ui.visibility.includes(caller) ?? true;
  const appTools = settings.apps
    ? all.filter((_, index) => isFor(index, "app") && !isFor(index, "model"))
    : [];
  return {
    tools: all.filter((_, index) => isFor(index, "model")),
    appTools: appTools.length === 0 ? undefined : appTools,
  };
}

function toApp({ name, _meta }: McpTool, settings: McpSettings): ToolApp {
  return {
    server: settings.name,
    tool: name,
    // The result of a tool for apps alone is rendered by the app that called it.
    uri: _meta?.ui.visibility.includes("model") ? _meta.ui.resourceUri : undefined,
    callable: _meta?.ui.visibility.includes("app") ?? true,
  };
}

/**
 * A legal name: characters that names do not have become `_`; one that is too long, or in use, ends in a hash of the server's
 * name.
 */
function legalName(name: string, prefix: string, used: ReadonlySet<string>): string {
  const legal = `${prefix}${name.replace(/[^A-Za-z0-9_.-]/g, "_")}`;
  if (legal.length <= NAME_CHARS && !used.has(legal)) return legal;
  const readable = legal.slice(0, NAME_CHARS - HASH_CHARS - 1);
  for (let hash = fnv64(name);; hash = fnv64(hash)) {
    const unique = `${readable}_${hash.slice(0, HASH_CHARS)}`;
    if (!used.has(unique)) return unique;
  }
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
function resolveEffect({ name, annotations }: McpTool, { effects }: McpSettings): Effect {
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
