// The plugins of a deployment: each name once, and one for what stands on agents or in variables for it. Without its plugin nothing
// would ever read that, so the deployment is refused.

import type { Agent } from "../core/agent.ts";
import { hasSpendingLimits } from "../core/budget/spending_limits.ts";
import type { Policy } from "../core/policy.ts";
import { AgentError } from "../core/error.ts";
import type { OpenedPlugin, Plugin } from "../http/plugin.ts";
import type { Settings } from "./settings.ts";

/** A plugin: its name, the call that makes it, and its entry of the package. */
interface NeededPlugin {
  readonly name: string;
  readonly call: string;
  readonly entry: string;
}

/** Call and entry have the name of most plugins. */
function needed(name: string, call = name, entry = name): NeededPlugin {
  return { name, call, entry: `@treadle/treadle/${entry}` };
}

/** The plugin that holds agents, users and tenants to what they may spend. */
const OF_SPENDING = needed("budgets");

const OF_POLICIES = needed("policies");

/** The plugin that runs what no client waits for. */
const OF_WAKES = needed("wakes");

/** What an agent has for a plugin to read. */
interface PartOfAgent {
  readonly has: string;
  isIn(agent: Agent): boolean;
  readonly plugin: NeededPlugin;
}

const OF_AGENTS: readonly PartOfAgent[] = [
  { has: "compaction", isIn: ({ compaction }) => compaction !== undefined, plugin: needed("summaries") },
  { has: "policy", isIn: ({ policy }) => policy !== undefined, plugin: OF_POLICIES },
  { has: "schedules", isIn: ({ schedules }) => schedules !== undefined, plugin: needed("schedules") },
  { has: "webhooks", isIn: ({ webhooks }) => webhooks !== undefined, plugin: needed("webhooks") },
  { has: "webhooks", isIn: ({ webhooks }) => webhooks !== undefined, plugin: OF_WAKES },
  { has: "limits of tokens or dollars", isIn: hasSpendingLimits, plugin: OF_SPENDING },
  { has: "workers", isIn: ({ orchestrate }) => orchestrate !== undefined, plugin: needed("orchestration") },
  {
    has: "a server that users authorize",
    isIn: ({ toolSources = [] }) => toolSources.some(({ authorization }) => authorization),
    // It has the routes to which users return from an authorization server.
    plugin: needed("authorizations", "authorizations", "mcp/authorizations"),
  },
  {
    has: "a server whose apps are shown",
    isIn: ({ toolSources = [] }) => toolSources.some(({ readApp }) => readApp),
    plugin: needed("mcp_apps", "mcpApps", "mcp/apps"),
  },
];

const TELEMETRY = needed("telemetry");

/** The plugin that reads a variable. */
const OF_SETTINGS = {
  TREADLE_BUDGETS: OF_SPENDING,
  TREADLE_MEDIA_TENANT_MB: needed("media"),
  TREADLE_TRACE_CONTENT: TELEMETRY,
  TREADLE_TRACE_TENANT: TELEMETRY,
  TREADLE_WEBHOOKS_OUT: needed("webhooks/outgoing", "outgoingWebhooks"),
} as const satisfies Partial<Record<keyof Settings, NeededPlugin>>;

/** The plugin that requests approvals. */
const OF_APPROVALS = needed("approvals");

/**
 * Refuses what is no list of plugins, two plugins of one name, and agents and variables with data for a plugin that the deployment does not have.
 *
 * @throws {AgentError} config_invalid, with the place, the name, or the import and the line to add
 */
export function assertPlugins(
  { agents, plugins, policies = [], budgets }: {
    readonly agents: readonly Agent[];
    readonly plugins: readonly Plugin[];
    readonly policies?: readonly Policy[];
    readonly budgets?: unknown;
  },
  settings: Settings,
): void {
  assertList(plugins);
  assertNamesDiffer(plugins);
  for (const { has, isIn, plugin } of OF_AGENTS) {
    const agent = agents.find(isIn);
    if (agent !== undefined) assertPlugin(plugin, `Agent ${JSON.stringify(agent.name)} has ${has}`, plugins);
  }
  if (policies.length > 0) assertPlugin(OF_POLICIES, "The deployment has policies", plugins);
  if (budgets !== undefined) assertPlugin(OF_SPENDING, "The deployment has budgets", plugins);
  for (const name of listKeys(OF_SETTINGS)) {
    if (settings[name] !== undefined) assertPlugin(OF_SETTINGS[name], `${name} is set`, plugins);
  }
}

/**
 * Refuses agents with tools that people approve or answer, their own or those of plugins, where the deployment has no plugin for it.
 *
 * @throws {AgentError} config_invalid, with the agent, the tool, the import and the line to add
 */
export function assertPeopleAsked(agents: readonly Agent[], plugins: readonly Plugin[]): void {
  if (plugins.some(({ asksPeople }) => asksPeople)) return;
  for (const { name, tools } of agents) {
    const tool = tools.find(({ needsApproval }) => needsApproval !== false);
    if (tool === undefined) continue;
    const what = tool.answer === undefined ? "which people approve" : "which asks people";
    const has = `Agent ${JSON.stringify(name)} has the tool ${tool.name}, ${what}`;
    throw missingPlugin(OF_APPROVALS, has);
  }
}

/**
 * Refuses a deployment in which nothing does the wake-ups of a plugin: what it accepts would wait for good.
 *
 * @throws {AgentError} config_invalid, with the plugin, the import and the line to add
 */
export function assertWaking(name: string | undefined, { waking }: Pick<OpenedPlugin, "waking">): void {
  if (name === undefined || waking !== undefined) return;
  throw missingPlugin(OF_WAKES, `The plugin ${JSON.stringify(name)} has wake-ups`);
}

/** A project without types may leave the list out, or list a function that it does not call. */
function assertList(plugins: unknown): void {
  if (!Array.isArray(plugins)) {
    throw new AgentError(
      "config_invalid",
      "plugins must be a list of plugins, such as [chat()] or [...standard(), webhooks()]; [] has none.",
    );
  }
  const wrong = plugins.findIndex((plugin) => {
    const { open, compile } = Object(plugin);
    return typeof (open ?? compile) !== "function";
  });
  if (wrong < 0) return;
  throw new AgentError(
    "config_invalid",
    `plugins[${wrong}] is no plugin, which has decisions (compile) or a part of the deployment (open). Call the function of one, ` +
      "as in [chat()], and spread a list, as in [...standard()].",
  );
}

/**
 * Refuses what a plugin has opened and no caller could use: routes that are none would be missing without a word.
 *
 * @throws {AgentError} config_invalid, with the name of the plugin
 */
export function assertOpened(name: string, opened: unknown): void {
  const refuse = (why: string) => {
    throw new AgentError("config_invalid", `The plugin ${JSON.stringify(name)} ${why}.`);
  };
  if (typeof opened !== "object" || opened === null) refuse("opens no part of the deployment");
  if (opened instanceof Promise) refuse("waits in open, which is asked at once");
  for (const [part, value] of Object.entries(Object(opened))) {
    if (value !== undefined && !Object.hasOwn(PARTS, part)) refuse(`opens a part that there is not: ${part}`);
  }
  const { routes, page } = Object(opened);
  if (routes !== undefined && !Array.isArray(Object(routes).routes)) {
    refuse("has routes that are no Hono app");
  }
  if (page !== undefined && !isPage(Object(page))) {
    refuse("has a page that is not a title of 1 to 24 characters and the text of a module");
  }
}

/** A title has no white space around it, and no second line. */
const TITLE = /^(?!\s)[^\p{C}\p{Zl}\p{Zp}]{1,24}(?<!\s)$/u;

function isPage({ title, module }: { readonly title?: unknown; readonly module?: unknown }): boolean {
  return typeof title === "string" && TITLE.test(title) && typeof module === "string" && module !== "";
}

const PARTS = {
  load: true,
  routes: true,
  tokenRoutes: true,
  publicPaths: true,
  runRoutes: true,
  formatError: true,
  isSigned: true,
  page: true,
  waker: true,
  wakes: true,
  tick: true,
  afterPlan: true,
  spending: true,
  pinning: true,
  pausing: true,
  storedKeys: true,
  lateResults: true,
  media: true,
  delegation: true,
  forks: true,
  waking: true,
  outbox: true,
  removeThread: true,
  reserved: true,
  telemetry: true,
  isPropagated: true,
  queue: true,
} satisfies Record<keyof OpenedPlugin, true>;

/**
 * Refuses two plugins with one route: the order of the list would decide which of them answers.
 *
 * @throws {AgentError} config_invalid, with the route
 */
export function assertRoutesDiffer(openedPlugins: readonly OpenedPlugin[]): void {
  const known = new Map<string, OpenedPlugin>();
  for (const door of openedPlugins) {
    for (const { method, path } of door.routes?.routes ?? []) {
      const route = `${method} ${path}`;
      const other = known.get(route);
      if (method === "ALL" || other === door) continue;
      if (other !== undefined) {
        throw new AgentError("config_invalid", `Two plugins of the deployment have the route ${route}.`);
      }
      known.set(route, door);
    }
  }
}

function assertNamesDiffer(plugins: readonly Plugin[]): void {
  const names = new Set<string>();
  for (const { name } of plugins) {
    if (names.has(name)) {
      throw new AgentError(
        "config_invalid",
        `The deployment has two plugins with the name ${
          JSON.stringify(name)
        }; keep one of them in plugins, or rename your own.`,
      );
    }
    names.add(name);
  }
}

function assertPlugin(
  needed: NeededPlugin,
  what: string,
  plugins: readonly Plugin[],
): void {
  if (!plugins.some(({ name }) => name === needed.name)) throw missingPlugin(needed, what);
}

function missingPlugin({ call, entry }: NeededPlugin, what: string): AgentError {
  return new AgentError(
    "config_invalid",
    `${what}, and the deployment has no plugin that reads it: ` +
      `import { ${call} } from "${entry}", and add ${call}() to plugins.`,
  );
}

function listKeys<Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] {
  const keys: string[] = Object.keys(record);
  return keys.filter((key): key is Key => key in record);
}
