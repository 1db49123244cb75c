// toolSelection: the tools that an agent has beyond its own. A thread begins with those that fit its first input, finds others by a
// search, and keeps what it has used.

import { AgentError, failureFields } from "../core/error.ts";
import type { JsonObject } from "../core/json.ts";
import { Lru } from "../core/lru.ts";
import type { SelectionState } from "../core/state.ts";
import type { ThreadRef } from "../core/store/thread.ts";
import type { Tool, ToolContext } from "../core/tool.ts";
import type { SelectedTools, SelectionRequest, ToolSelection } from "../core/tool/tool_selection.ts";
import type { RemoteToolSource, SourcePorts } from "../core/tool/tool_source.ts";
import type { Warning } from "../core/tool_choice/choice_report.ts";
import { type FoundTool, searchTools, toFound } from "./bridge_tools.ts";
import type { AvailabilityFacts } from "./catalogue/availability.ts";
import { CatalogueReader } from "./catalogue/reader.ts";
import type { Snapshot } from "./catalogue/snapshot.ts";
import { byNameOf, type CatalogueTool, ownCatalogue } from "./own_catalogue.ts";
import type { Selection, SelectionCache, SelectionQuery, SelectorIo, ToolSelector } from "./selector.ts";
import { lexical } from "./selectors/lexical.ts";
import {
  acceptedTools,
  archivedSince,
  type CatalogueView,
  type MakeHttpTool,
  storedCatalogue,
  type ToolRunners,
} from "./stored_catalogue.ts";
import { MOST_OFFERED, type ThreadCatalogue, ThreadTools, ToolLists } from "./thread_tools.ts";

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
}

const OFFERED = 8;
const FOUND = 5;
const MOST_FOUND = 12;

/**
 * A catalogue of tools for `defineAgent({ selection })`.
 *
 * The first input of a thread selects the tools that its requests begin with; their list stays, so that the prompt does. Others are
 * found by the tool `search_tools` and called through `call_tool`: to choices, policies, approvals, budgets, events and the history such a
 * call is one of the tool that it names. A model that takes definitions of tools behind the conversation is told of what was found, and
 * calls it by itself. What a thread has called stays with it. A selector that fails is a warning, and the thread begins without tools of
 * the catalogue.
 *
 * @throws {AgentError} config_invalid - no catalogue, two tools of one name, a reserved name, or a number out of its range
 */
export function toolSelection(options: ToolSelectionOptions): ToolSelection {
  const { offer = OFFERED, find = FOUND, selector = lexical(), tools = [], cache } = options;
  assertWithin("offer", offer, 0, MOST_OFFERED);
  assertWithin("find", find, 1, MOST_FOUND);
  const stored = typeof options.catalogue === "string" ? { name: options.catalogue } : options.catalogue;
  if (stored === undefined && options.tools === undefined) {
    throw new AgentError("config_invalid", "toolSelection: give tools, or the name of a catalogue.");
  }
  const code = tools.map((each) => "tool" in each ? each.tool : each);
  const opener = stored === undefined ? toOwnOpener(tools) : toStoredOpener(stored, code);
  const byPorts = new WeakMap<SourcePorts, Threads>();
  const { name = null, tenant = null } = stored ?? {};
  return {
    settings: {
      ...{ selector: selector.name, selectorSettings: selector.settings, offer, find },
      ...(stored === undefined ? {} : { catalogue: { name, tenant } }),
    },
    env: [...new Set([...code.flatMap(({ env = [] }) => env), ...stored?.variables ?? []])],
    open(own, request, ports) {
      let threads = byPorts.get(ports);
      if (threads === undefined) {
        byPorts.set(ports, threads = new Threads({ opener, selector, offer, find, cache }, ports));
      }
      return threads.open(own, request);
    },
  };
}

function assertWithin(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new AgentError(
    "config_invalid",
    `toolSelection: ${name} must be an integer from ${least} to ${most}.`,
  );
}

/** A catalogue that was opened for a thread. */
interface OpenCatalogue {
  readonly catalogue: ThreadCatalogue;
  readonly warnings: readonly Warning[];
  /** Of these tools of the thread those that were withdrawn since its version. */
  withdrawn(names: readonly string[]): readonly string[];
}

/** Opens the catalogue for a thread. */
type Opener = (request: SelectionRequest, ports: SourcePorts) => OpenCatalogue | Promise<OpenCatalogue>;

function toOwnOpener(tools: readonly (Tool | CatalogueTool)[]): Opener {
  const catalogue = ownCatalogue(tools);
  return () => ({ catalogue, warnings: [], withdrawn: () => [] });
}

function toStoredOpener(options: StoredCatalogueOptions, code: readonly Tool[]): Opener {
  const { name, reader = new CatalogueReader(), facts = () => ({}), servers = [] } = options;
  const runners: ToolRunners = {
    code: byNameOf(code),
    http: options.http,
    variables: new Set(options.variables ?? []),
    servers,
  };
  return async ({ ref, user, thread }, ports) => {
    const tenant = options.tenant ?? ref.tenant;
    const { snapshot, warnings } = await pinned(thread?.state?.number, { tenant, name, reader }, ports);
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
      accepted: await acceptedTools(snapshot, servers, { tenant: ref.tenant, user }, ports),
    };
    return {
      catalogue: storedCatalogue(view, runners),
      warnings,
      withdrawn: (names) => archivedSince(view, names),
    };
  };
}

/** The version that a thread keeps; the newest one where it has none, or none can be read any more. */
async function pinned(
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

interface Parts {
  readonly opener: Opener;
  readonly selector: ToolSelector;
  readonly offer: number;
  readonly find: number;
  readonly cache: SelectionCache | undefined;
}

/** What searches of a thread search. */
interface SearchedThread {
  readonly catalogue: ThreadCatalogue;
  /** Names of tools that are not the catalogue's: a call of such a name is one of theirs. */
  readonly hidden: ReadonlySet<string>;
}

/** The threads of one deployment. */
class Threads {
  readonly #parts: Parts;
  readonly #ports: SourcePorts;
  readonly #lists = new ToolLists();
  /** What the threads of running steps see; by tenant and thread. */
  readonly #open = new Lru<SearchedThread>(OPEN);
  readonly #search: Tool;

  constructor(parts: Parts, ports: SourcePorts) {
    this.#parts = parts;
    this.#ports = ports;
    this.#search = searchTools((query, context) => this.#find(query, context));
  }

  async open(own: readonly Tool[], request: SelectionRequest): Promise<SelectedTools> {
    const { catalogue, warnings, withdrawn } = await this.#parts.opener(request, this.#ports);
    const { thread, named, taken = [] } = request;
    const parts = { own, taken: new Set(taken), catalogue, search: this.#search, lists: this.#lists };
    const direct = new Set([...own.map(({ name }) => name), ...taken]);
    if (thread !== undefined) this.#open.set(keyOf(request.ref), { catalogue, hidden: direct }, 1);
    const wanted = named.filter((name) => !direct.has(name) && catalogue.find(name) !== undefined);
    const { number } = catalogue;
    if (thread === undefined) return new ThreadTools({ number, offered: [], reached: wanted }, parts);
    const { state } = thread;
    if (state !== undefined) {
      const kept = number === state.number ? state : { ...state, number };
      return new ThreadTools(kept, parts, { warnings, withdrawn: withdrawn(state.reached) }).reach(wanted);
    }
    const begun = await this.#begin(catalogue, thread.query, wanted, direct);
    return new ThreadTools(begun.state, parts, { warnings: [...warnings, ...begun.warnings] }).reach(wanted);
  }

  /** What a thread begins with. */
  async #begin(
    catalogue: ThreadCatalogue,
    query: string | undefined,
    wanted: readonly string[],
    direct: ReadonlySet<string>,
  ): Promise<{ readonly state: SelectionState; readonly warnings: readonly Warning[] }> {
    const { offer, selector } = this.#parts;
    const nothing = { number: catalogue.number, offered: wanted, reached: [] };
    if (query === undefined || query === "" || offer === 0) return { state: nothing, warnings: [] };
    const isAvailable = (name: string) => !direct.has(name) && catalogue.find(name) !== undefined;
    try {
      const asked = { text: query, most: offer, keep: wanted, isAvailable };
      const { tools, warnings = [] } = await this.#select(
        catalogue,
        asked,
        AbortSignal.timeout(SELECTING_MS),
      );
      return { state: { ...nothing, offered: tools }, warnings };
    } catch (thrown) {
      this.#ports.log("warn", "tools could not be selected", {
        selector: selector.name,
        ...failureFields(thrown),
      });
      const message =
        `The selector ${selector.name} has failed: the thread begins without tools of its catalogue.`;
      return { state: nothing, warnings: [{ code: "selection_failed", message }] };
    }
  }

  async #select(
    { documents }: Pick<ThreadCatalogue, "documents">,
    query: SelectionQuery,
    signal: AbortSignal,
  ): Promise<Selection> {
    const { outbound, env } = this.#ports;
    const { selector, cache } = this.#parts;
    const io: SelectorIo = { fetch: outbound.fetch, env, signal, ...(cache === undefined ? {} : { cache }) };
    return await selector.select(query, documents, io);
  }

  /** What a search of a call finds. */
  async #find(query: string, context: ToolContext): Promise<readonly FoundTool[]> {
    const ref = { tenant: context.tenant, thread: context.thread };
    const { catalogue, hidden } = this.#open.get(keyOf(ref)) ?? await this.#openAgain(ref, context);
    const isAvailable = (name: string) => !hidden.has(name) && catalogue.find(name) !== undefined;
    const asked = { text: query, most: this.#parts.find, isAvailable };
    const { tools } = await this.#select(catalogue, asked, context.signal);
    return tools.flatMap((name) => catalogue.find(name) ?? []).map(toFound);
  }

  /** More steps are running than the isolate remembers: the newest version counts for this search. */
  async #openAgain(ref: ThreadRef, { user, metadata }: ToolContext): Promise<SearchedThread> {
    const thread = { metadata, state: undefined, query: undefined };
    const { catalogue } = await this.#parts.opener({ ref, user, named: [], thread }, this.#ports);
    return { catalogue, hidden: new Set() };
  }
}

/** Threads whose catalogues an isolate remembers. */
const OPEN = 2_000;

function keyOf({ tenant, thread }: ThreadRef): string {
  return `${tenant}\n${thread}`;
}

/** Milliseconds that the selection of a thread's first tools may take. */
const SELECTING_MS = 5_000;
