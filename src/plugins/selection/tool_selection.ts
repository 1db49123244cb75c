// toolSelection: the tools that an agent has beyond its own. A thread begins with those that fit its first input, finds others by a
// search, and keeps what it has used.

import { AgentError } from "../../core/error.ts";
import { type JsonObject, toJsonObject } from "../../core/json.ts";
import { remembered } from "../../core/lru.ts";
import type { Tool } from "../../core/tool.ts";
import type { ToolSelection } from "../../core/tool/tool_selection.ts";
import type { RemoteToolSource, SourcePorts } from "../../core/tool/tool_source.ts";
import type { Warning } from "../../core/tool_choice/choice_report.ts";
import type { AvailabilityFacts } from "./catalogue/availability.ts";
import { CatalogueReader } from "./catalogue/reader.ts";
import { readPublishedIndex } from "./catalogue/published_index.ts";
import type { Snapshot } from "./catalogue/snapshot.ts";
import { type CatalogueTool, indexByName, ownCatalogue } from "./own_catalogue.ts";
import type { SelectionCache, ToolSelector } from "./selector.ts";
import { lexical } from "./selectors/lexical.ts";
import {
  canRun,
  type CatalogueView,
  findAcceptedTools,
  findArchived,
  type MakeHttpTool,
  type ToolRunners,
  toThreadCatalogue,
} from "./stored_catalogue.ts";
import { type Opener, Threads } from "./threads.ts";
import { MOST_OFFERED } from "./thread_tools.ts";

/** A catalogue of the store. */
export interface StoredCatalogueOptions {
  readonly name: string;
  /** The tenant whose catalogue it is; that of the thread by default. */
  readonly tenant?: string;
  /** The catalogues that this isolate has read: that of the door `catalogues()`, so that a publication counts in it at once. */
  readonly reader?: CatalogueReader;
  /** What decides which tools a thread may have: the tier of its tenant, its context, flags. Nothing by default. */
  readonly facts?: (thread: CatalogueThread) => Pick<AvailabilityFacts, "tier" | "context" | "flags">;
  /** Makes the tools that servers of the publisher run: `httpTool` of the entry `tools/http`. Without it there are none. */
  readonly http?: MakeHttpTool;
  /** Names of environment variables that such tools may have in secrets and headers; none by default. */
  readonly variables?: readonly string[];
  /** The servers of MCP that run tools of the catalogue: `mcpServer(...)` of the entry `mcp/client`. */
  readonly servers?: readonly RemoteToolSource[];
}

/** A thread that a catalogue is opened for. */
export interface CatalogueThread {
  readonly tenant: string;
  readonly user: string | undefined;
  /** What the creator of the thread wrote. It proves nothing about a caller. */
  readonly metadata: JsonObject;
}

/** What {@link toolSelection} takes. */
export interface ToolSelectionOptions {
  /**
   * The catalogue, in order. Beside one of the store: the tools of the deployment's code that it may have. Names are unique, and none
   * is that of a tool of the agent.
   */
  readonly tools?: readonly (Tool | CatalogueTool)[];
  /** A catalogue of the store, which changes without a deploy, or its name. A thread keeps the version that it begins with. */
  readonly catalogue?: string | StoredCatalogueOptions;
  /** {@link lexical} by default. */
  readonly selector?: ToolSelector;
  /** Keeps what selectors make beyond the isolate, such as vectors: `redisCache`. Without it each isolate makes it again. */
  readonly cache?: SelectionCache;
  /** Most tools that the requests of a thread begin with, beside the agent's own: 0 to 64, by default 8. */
  readonly offer?: number;
  /** Most tools that a search finds: 1 to 12, by default 5. */
  readonly find?: number;
  /**
   * `never` by default: what a thread begins with stays. `run`: each new input selects anew, which costs the prompt: a cut where the
   * tools are others (Claude reads of them in a notice), and the prompt cache behind it. `step`: so does each later plan of a run,
   * by the input and the observations, at that price each time; tools that were called in the run stay beside them.
   */
  readonly reselect?: "never" | "run" | "step";
  /**
   * `enforce` by default. `shadow`: requests have the whole catalogue and no bridge, and what would have been selected is kept, so that
   * a selector is judged before it holds.
   */
  readonly mode?: "enforce" | "shadow";
  /**
   * The share of threads whose selections are kept in the history, beside the answers that they led to: 0 to 1, by default 1. They have
   * the beginning of inputs of users.
   */
  readonly log?: number;
}

const OFFERED = 8;
const FOUND = 5;
const MOST_FOUND = 12;

/**
 * A catalogue of tools for `defineAgent({ selection })`.
 *
 * The first input of a thread selects the tools that its requests begin with; their list stays, so that the prompt does. Others are
 * found by the tool `search_tools` and called through `call_tool`: to choices, policies, approvals, budgets, events and the history such a
 * call is one of the tool that it names. A model that accepts definitions of tools after the conversation gets those of the found tools, and
 * calls it by itself. What a thread has called stays with it. A selector that fails is a warning, and the thread begins without tools of
 * the catalogue.
 *
 * @throws {AgentError} config_invalid - no catalogue, two tools of one name, a reserved name, or another option that is wrong
 */
export function toolSelection(options: ToolSelectionOptions): ToolSelection {
  const {
    offer = OFFERED,
    find = FOUND,
    selector = lexical(),
    tools = [],
    cache,
    log = 1,
    mode = "enforce",
    reselect = "never",
  } = options;
  assertOneOf("mode", mode, MODES);
  assertOneOf("reselect", reselect, RESELECTS);
  if (typeof selector?.select !== "function" || typeof selector.name !== "string") {
    throw new AgentError("config_invalid", "toolSelection: selector must be one, such as lexical().");
  }
  assertWithin("offer", offer, 0, MOST_OFFERED);
  assertWithin("find", find, 1, MOST_FOUND);
  if (!(log >= 0 && log <= 1)) {
    throw new AgentError("config_invalid", "toolSelection: log must be a number from 0 to 1.");
  }
  const stored = typeof options.catalogue === "string" ? { name: options.catalogue } : options.catalogue;
  if (stored === undefined && options.tools === undefined) {
    throw new AgentError("config_invalid", "toolSelection: give tools, or the name of a catalogue.");
  }
  const code = tools.map((each) => "tool" in each ? each.tool : each);
  const ofCode = new Map(
    tools.map((each) => "tool" in each ? [each.tool.name, each.categories] : [each.name, undefined]),
  );
  const runners = stored && toRunners(stored, code);
  const opener = stored === undefined || runners === undefined
    ? toOwnOpener(tools)
    : toStoredOpener(stored, runners);
  const threadsOf = remembered((ports: SourcePorts) =>
    new Threads({ opener, selector, offer, find, cache, log, mode, reselect }, ports)
  );
  const { name = null, tenant = null } = stored ?? {};
  return {
    settings: toJsonObject({
      selector: selector.name,
      selectorSettings: selector.settings,
      offer,
      find,
      mode,
      reselect,
      catalogue: stored && { name, tenant },
    }),
    env: [...new Set([...code.flatMap(({ env = [] }) => env), ...stored?.variables ?? []])],
    list: async (request, ports) => {
      const { catalogue } = await opener(request, ports);
      return catalogue.documents.tools.flatMap(({ name }) => catalogue.find(name) ?? []);
    },
    canRun: runners && ((tool) => canRun(tool, runners)),
    categoriesOf: (name) => ofCode.get(name),
    rank: (words, request, ports) => threadsOf(ports).rank(words, request),
    open: (own, request, ports) => threadsOf(ports).open(own, request),
  };
}

const MODES = ["enforce", "shadow"];
const RESELECTS = ["never", "run", "step"];

function assertOneOf(name: string, value: string, words: readonly string[]): void {
  if (words.includes(value)) return;
  throw new AgentError("config_invalid", `toolSelection: ${name} must be ${words.join(" or ")}.`);
}

function assertWithin(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new AgentError(
    "config_invalid",
    `toolSelection: ${name} must be an integer from ${least} to ${most}.`,
  );
}

function toOwnOpener(tools: readonly (Tool | CatalogueTool)[]): Opener {
  const catalogue = ownCatalogue(tools);
  return () => ({ catalogue, warnings: [], withdrawn: () => [] });
}

function toRunners(
  { http, variables = [], servers = [] }: StoredCatalogueOptions,
  code: readonly Tool[],
): ToolRunners {
  return { code: indexByName(code), http, variables: new Set(variables), servers };
}

function toStoredOpener(options: StoredCatalogueOptions, runners: ToolRunners): Opener {
  const { name, reader = new CatalogueReader(), facts = () => ({}) } = options;
  const { servers } = runners;
  return async ({ ref, user, thread }, ports) => {
    const tenant = options.tenant ?? ref.tenant;
    const { snapshot, warnings } = await openPinned(thread?.state?.number, { tenant, name, reader }, ports);
    const isKept = snapshot.number === thread?.state?.number;
    const view: CatalogueView = {
      snapshot,
      newest: reader.known(tenant, name, ports),
      isThread: thread !== undefined,
      facts: {
        ...(thread && facts({ tenant: ref.tenant, user, metadata: thread.metadata })),
        now: isKept ? snapshot.at : ports.clock(),
        uses: isKept ? [...thread.state.offered, ...thread.state.reached] : [],
      },
      thread: ref.thread,
      accepted: await findAcceptedTools(snapshot, servers, { tenant: ref.tenant, user }, ports),
    };
    return {
      catalogue: {
        ...toThreadCatalogue(view, runners),
        published: () => readPublishedIndex(snapshot, ports),
      },
      warnings,
      withdrawn: (names) => findArchived(view, names),
    };
  };
}

/** The version that a thread keeps; the newest one where it has none, or none can be read any more. */
async function openPinned(
  number: number | undefined,
  { tenant, name, reader }: {
    readonly tenant: string;
    readonly name: string;
    readonly reader: CatalogueReader;
  },
  ports: SourcePorts,
): Promise<{ readonly snapshot: Snapshot; readonly warnings: readonly Warning[] }> {
  if (number === undefined) {
    return { snapshot: await reader.open(tenant, name, undefined, ports), warnings: [] };
  }
  try {
    return { snapshot: await reader.open(tenant, name, number, ports), warnings: [] };
  } catch (thrown) {
    if (!(thrown instanceof AgentError) || thrown.code !== "catalogue_version_unknown") throw thrown;
    const message =
      `The version ${number} of the catalogue ${name} is no longer kept: the thread goes on with the newest.`;
    const snapshot = await reader.open(tenant, name, undefined, ports);
    return { snapshot, warnings: [{ code: "catalogue_version_gone", message }] };
  }
}
