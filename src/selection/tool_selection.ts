// toolSelection: the tools that an agent has beyond its own. A thread begins with those that fit its first input, finds others by a
// search, and keeps what it has used.

import { AgentError } from "../core/error.ts";
import type { ToolEntry } from "../core/entry.ts";
import { isJsonObject, type JsonObject } from "../core/json.ts";
import { Lru } from "../core/lru.ts";
import type { SelectionState } from "../core/state.ts";
import { fnv64 } from "../core/text/hash.ts";
import type { Tool } from "../core/tool.ts";
import {
  CALL_TOOL,
  SEARCH_TOOLS,
  type SelectedThread,
  type SelectedTools,
  type SelectionRequest,
  type ToolSelection,
} from "../core/tool/tool_selection.ts";
import type { SourcePorts } from "../core/tool/tool_source.ts";
import type { Warning } from "../core/tool_choice/choice_report.ts";
import { callTool, searchTools, toFound } from "./bridge_tools.ts";
import type {
  Selection,
  SelectionQuery,
  SelectorIo,
  ToolCatalogue,
  ToolDocument,
  ToolSelector,
} from "./selector.ts";

/** A tool of the catalogue, with what selectors read of it besides its definition. */
export interface CatalogueTool {
  readonly tool: Tool;
  /** See {@link ToolDocument}. */
  readonly examples?: readonly string[];
  readonly categories?: readonly string[];
  readonly tags?: readonly string[];
  readonly foreign?: true;
}

/** What {@link toolSelection} takes. */
export interface ToolSelectionOptions {
  /** The catalogue, in order. Names are unique, and none is that of a tool of the agent. */
  readonly tools: readonly (Tool | CatalogueTool)[];
  readonly selector: ToolSelector;
  /** Most tools that the requests of a thread begin with, beside the agent's own: 0 to 64, by default 8. */
  readonly offer?: number;
  /** Most tools that a search finds: 1 to 12, by default 5. */
  readonly find?: number;
}

const OFFERED = 8;
const MOST_OFFERED = 64;
const FOUND = 5;
const MOST_FOUND = 12;
/** Tools that a thread keeps of those that it has called through the bridge; those called last stay. */
const REACHED = 100;
/** Characters of the names of the lists of tools that an isolate holds. */
const HELD = 1_000_000;

/**
 * A catalogue of tools for `defineAgent({ selection })`.
 *
 * The first input of a thread selects the tools that its requests begin with; their list stays, so that the prompt does. Others are
 * found by the tool `search_tools` and called through `call_tool`: to choices, policies, approvals, budgets, events and the history such a
 * call is one of the tool that it names. What a thread has called stays with it. A selector that fails is a warning, and the thread
 * begins without tools of the catalogue.
 *
 * @throws {AgentError} config_invalid - two tools of one name, a reserved name, or a number out of its range
 */
export function toolSelection(options: ToolSelectionOptions): ToolSelection {
  const { offer = OFFERED, find = FOUND, selector } = options;
  assertWithin("offer", offer, 0, MOST_OFFERED);
  assertWithin("find", find, 1, MOST_FOUND);
  const known = toKnown(options.tools);
  const settings: JsonObject = {
    selector: selector.name,
    selectorSettings: selector.settings,
    offer,
    find,
  };
  const byPorts = new WeakMap<SourcePorts, Lists>();
  const listsOf = (ports: SourcePorts): Lists => {
    let lists = byPorts.get(ports);
    if (lists === undefined) {
      byPorts.set(ports, lists = new Lists({ ...known, selector, offer, find }, ports));
    }
    return lists;
  };
  return {
    settings,
    env: [...new Set([...known.byName.values()].flatMap(({ env = [] }) => env))],
    open: (own, request, ports) => listsOf(ports).open(own, request),
  };
}

interface Known {
  readonly catalogue: ToolCatalogue;
  readonly byName: ReadonlyMap<string, Tool>;
  /** Names of tools whose words are a stranger's. */
  readonly foreign: ReadonlySet<string>;
}

interface Parts extends Known {
  readonly selector: ToolSelector;
  readonly offer: number;
  readonly find: number;
}

function toKnown(given: ToolSelectionOptions["tools"]): Known {
  const entries = given.map((each) => "tool" in each ? each : { tool: each });
  const byName = new Map(entries.map(({ tool }) => [tool.name, tool]));
  const wrong = entries.find(({ tool: { name } }, index) =>
    name === CALL_TOOL || name === SEARCH_TOOLS || entries.findIndex(({ tool }) => tool.name === name) < index
  );
  if (wrong !== undefined) {
    const { name } = wrong.tool;
    throw new AgentError("config_invalid", `The catalogue may not have the tool ${name}, or has it twice.`);
  }
  const tools = entries.map(({ tool: { name, description, parameters }, ...more }): ToolDocument => ({
    ...{ name, description, parameters },
    ...more,
  }));
  const foreign = new Set(tools.flatMap((each) => each.foreign ? [each.name] : []));
  return { catalogue: { version: fnv64(JSON.stringify(tools)), tools }, byName, foreign };
}

function assertWithin(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new AgentError(
    "config_invalid",
    `toolSelection: ${name} must be an integer from ${least} to ${most}.`,
  );
}

/** The lists of tools that the threads of one deployment have. */
class Lists {
  readonly #parts: Parts;
  readonly #ports: SourcePorts;
  readonly #search: Tool;
  readonly #lists = new WeakMap<readonly Tool[], Lru<readonly Tool[]>>();

  constructor(parts: Parts, ports: SourcePorts) {
    this.#parts = parts;
    this.#ports = ports;
    this.#search = searchTools(async (query, { signal }) => {
      const { tools } = await this.#select({ text: query, most: parts.find }, signal);
      return tools.flatMap((name) => parts.byName.get(name) ?? []).map(toFound);
    });
  }

  async open(own: readonly Tool[], { thread, named }: SelectionRequest): Promise<SelectedTools> {
    const direct = new Set(own.map(({ name }) => name));
    const wanted = named.filter((name) => !direct.has(name) && this.#parts.byName.has(name));
    if (thread === undefined) return this.#of(own, { number: 0, offered: [], reached: wanted });
    const { state, warnings } = thread.state === undefined
      ? await this.#begin(thread, wanted, direct)
      : { state: thread.state, warnings: [] };
    return this.#of(own, state, warnings).reach(wanted);
  }

  /** What a thread begins with. */
  async #begin(
    { query }: SelectedThread,
    wanted: readonly string[],
    direct: ReadonlySet<string>,
  ): Promise<{ readonly state: SelectionState; readonly warnings: readonly Warning[] }> {
    const { offer, selector } = this.#parts;
    const nothing = { number: 0, offered: wanted, reached: [] };
    if (query === undefined || query === "" || offer === 0) return { state: nothing, warnings: [] };
    const isAvailable = (name: string) => !direct.has(name);
    try {
      const asked = { text: query, most: offer, keep: wanted, isAvailable };
      const { tools, warnings = [] } = await this.#select(asked, AbortSignal.timeout(SELECTING_MS));
      return { state: { number: 0, offered: tools, reached: [] }, warnings };
    } catch (thrown) {
      this.#ports.log("warn", "tools could not be selected", {
        selector: selector.name,
        error: messageOf(thrown),
      });
      const message =
        `The selector ${selector.name} has failed: the thread begins without tools of its catalogue.`;
      return { state: nothing, warnings: [{ code: "selection_failed", message }] };
    }
  }

  async #select(query: SelectionQuery, signal: AbortSignal): Promise<Selection> {
    const { outbound, env } = this.#ports;
    const io: SelectorIo = { fetch: outbound.fetch, env, signal };
    return await this.#parts.selector.select(query, this.#parts.catalogue, io);
  }

  #of(own: readonly Tool[], state: SelectionState, warnings: readonly Warning[] = []): ThreadTools {
    return new ThreadTools(own, state, warnings, {
      ...this.#parts,
      listOf: (next) => this.#listOf(own, next),
    });
  }

  /** The same list for the same names. */
  #listOf(own: readonly Tool[], { offered, reached }: SelectionState): readonly Tool[] {
    let lists = this.#lists.get(own);
    if (lists === undefined) this.#lists.set(own, lists = new Lru(HELD));
    const key = `${offered.join()};${reached.join()}`;
    const known = lists.get(key);
    if (known !== undefined) return known;
    const { byName } = this.#parts;
    const some = (names: readonly string[]) => names.flatMap((name) => byName.get(name) ?? []);
    const list = [
      ...own,
      this.#search,
      callTool,
      ...some(offered),
      ...some(reached).map((tool): Tool => ({ ...tool, bridged: true })),
    ];
    lists.set(key, list, key.length + 1);
    return list;
  }
}

/** What the tools of a thread are made from. */
interface ThreadParts extends Known {
  listOf(state: SelectionState): readonly Tool[];
}

/** The tools of one thread. */
class ThreadTools implements SelectedTools {
  readonly tools: readonly Tool[];
  readonly state: SelectionState;
  readonly warnings: readonly Warning[];
  readonly #own: readonly Tool[];
  readonly #parts: ThreadParts;

  constructor(
    own: readonly Tool[],
    state: SelectionState,
    warnings: readonly Warning[],
    parts: ThreadParts,
  ) {
    this.tools = parts.listOf(state);
    this.state = state;
    this.warnings = warnings;
    this.#own = own;
    this.#parts = parts;
  }

  reach(names: readonly string[]): SelectedTools {
    const { reached } = this.state;
    const called = this.#others(names);
    if (called.every((name) => reached.includes(name))) return this;
    const kept = [...reached.filter((name) => !called.includes(name)), ...called];
    return this.#with({ reached: kept.slice(-REACHED) });
  }

  disclose(observations: readonly ToolEntry[]): SelectedTools {
    const { offered, reached } = this.state;
    const found = this.#others(observations.flatMap(foundIn)).filter((name) =>
      !this.#parts.foreign.has(name)
    );
    const more = found.slice(0, Math.max(0, MOST_OFFERED - offered.length));
    if (more.length === 0) return this;
    return this.#with({
      offered: [...offered, ...more],
      reached: reached.filter((name) => !more.includes(name)),
    });
  }

  /** Those that the catalogue has and that are not tools of the thread's requests, each once. */
  #others(names: readonly string[]): readonly string[] {
    const direct = new Set([...this.#own.map(({ name }) => name), ...this.state.offered]);
    return [...new Set(names)].filter((name) => !direct.has(name) && this.#parts.byName.has(name));
  }

  #with(change: Partial<SelectionState>): ThreadTools {
    return new ThreadTools(this.#own, { ...this.state, ...change }, this.warnings, this.#parts);
  }
}

/** The tools that a search has told of. */
function foundIn({ name, outcome, output }: ToolEntry): readonly string[] {
  if (name !== SEARCH_TOOLS || outcome !== "completed" || !isJsonObject(output)) return [];
  const tools = Array.isArray(output.tools) ? output.tools : [];
  return tools.flatMap((tool) => isJsonObject(tool) && typeof tool.name === "string" ? [tool.name] : []);
}

/** Milliseconds that the selection of a thread's first tools may take. */
const SELECTING_MS = 5_000;

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
