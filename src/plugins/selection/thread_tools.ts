// The tools of one thread: what its requests have of a catalogue, and what it calls through the bridge.

import type { Entry, ToolEntry } from "../../core/entry.ts";
import { Lru } from "../../core/lru.ts";
import type { SelectionState } from "../../core/state.ts";
import type { Tool } from "../../core/tool.ts";
import { readFoundTools } from "../../core/tool/found_tools.ts";
import type { OpenedTools, RunToPlan } from "../../core/tool/thread_tools.ts";
import { SEARCH_TOOLS } from "../../core/tool/tool_selection.ts";
import type { SelectionDecision } from "../../core/tool/selection_decision.ts";
import type { Warning } from "../../core/tool_choice/choice_report.ts";
import { observationText } from "../../kernel/history/observation.ts";
import { callTool } from "./bridge_tools.ts";
import { callBridge } from "./bridged_calls.ts";
import type { SelectorIo, ToolCatalogue } from "./selector.ts";

/** One version of a catalogue as one thread sees it. */
export interface ThreadCatalogue {
  /** The number that the thread keeps; 0 for a catalogue that is the deployment's own. */
  readonly number: number;
  /** What selectors select from. */
  readonly documents: ToolCatalogue;
  /** See {@link SelectorIo}; missing for a catalogue that is the deployment's own. */
  readonly published?: SelectorIo["published"];
  /** The tool of a name, where the thread may call it. The same tool is the same object. */
  find(name: string): Tool | undefined;
  /** The words of the tool are a stranger's. */
  isForeign(name: string): boolean;
}

/** Most tools that the requests of a thread have of a catalogue. */
export const MOST_OFFERED = 64;
/** Tools that a thread keeps of those that it has called through the bridge; those stay that it has begun to call last. */
const MOST_REACHED = 100;
/** Lists of tools that are kept for the tools of one agent. */
const LISTS = 500;

/**
 * The tools of a thread whose selector is in shadow: it has the whole catalogue in its requests and no bridge, and what would have been
 * selected is kept.
 */
export class ShadowTools implements OpenedTools {
  readonly tools: readonly Tool[];
  readonly state: SelectionState;
  readonly bridge = callBridge;
  readonly warnings: readonly Warning[];
  readonly decisions: () => readonly SelectionDecision[];
  readonly spent: () => number;

  constructor(
    state: SelectionState,
    { own, catalogue, lists }: Pick<ThreadToolsParts, "own" | "catalogue" | "lists">,
    { warnings = [], begun, spent = 0 }: Told,
  ) {
    this.spent = () => spent;
    this.decisions = () => begun === undefined ? [] : [begun];
    const direct = new Set(own.map(({ name }) => name));
    const further = catalogue.documents.tools.flatMap(({ name }) =>
      direct.has(name) ? [] : catalogue.find(name) ?? []
    );
    this.tools = lists.listOf(own, further, { catalogue });
    this.state = state;
    this.warnings = warnings;
  }

  committed(): OpenedTools {
    const { tools, state, bridge } = this;
    return { tools, state, bridge };
  }
}

/** What the tools of a thread are made from. */
export interface ThreadToolsParts {
  /** The agent's own tools. */
  readonly own: readonly Tool[];
  /** Names of the caller's tools. */
  readonly taken: ReadonlySet<string>;
  readonly catalogue: ThreadCatalogue;
  readonly search: Tool;
  readonly lists: ToolLists;
  /** How the search of a call selected, where it is kept. */
  decisionOf(callId: string): SelectionDecision | undefined;
  /** What the search of a call has cost, in millionths of a US dollar. */
  spentOf(callId: string): number;
  /** Selects for each plan anew; undefined where a thread keeps its list. */
  readonly selectAgain: ((run: RunSoFar) => Promise<Reselected | undefined>) | undefined;
}

/** What was selected for a later plan of a run. */
export interface Reselected {
  readonly offered: readonly string[];
  /** Undefined where it is not kept. */
  readonly decision: SelectionDecision | undefined;
  /** Millionths of a US dollar. */
  readonly spent: number;
}

/** The state of a run for a selection. */
export interface RunSoFar {
  /** The input, and the observations since the last plan. */
  readonly words: string;
  /** Names of the tools that were called in it. */
  readonly called: readonly string[];
}

/** The parts of a selection that are reported once. */
export interface Told extends Partial<Pick<OpenedTools, "warnings" | "withdrawn">> {
  /** How the tools of its requests were selected, where that was just now and is kept. */
  readonly begun?: SelectionDecision | undefined;
  /** Millionths of a US dollar; 0 by default. */
  readonly spent?: number;
}

/** The tools of one thread. */
export class ThreadTools implements OpenedTools {
  readonly tools: readonly Tool[];
  readonly state: SelectionState;
  readonly bridge = callBridge;
  readonly warnings: readonly Warning[];
  readonly withdrawn: readonly string[];
  readonly #begun: SelectionDecision | undefined;
  readonly #parts: ThreadToolsParts;
  readonly #spent: number;

  /** `withdrawn`: see {@link OpenedTools.withdrawn}. */
  constructor(
    state: SelectionState,
    parts: ThreadToolsParts,
    { warnings = [], withdrawn = [], begun, spent = 0 }: Told = {},
  ) {
    this.#spent = spent;
    this.#begun = begun;
    this.tools = parts.lists.of(state, parts);
    this.state = state;
    this.warnings = warnings;
    this.withdrawn = withdrawn;
    this.#parts = parts;
  }

  committed(): OpenedTools {
    const { state, withdrawn } = this;
    const isSettled = this.#begun === undefined && this.warnings.length === 0 && this.#spent === 0;
    return isSettled ? this : new ThreadTools(state, this.#parts, { withdrawn });
  }

  decisions(observations: readonly ToolEntry[]): readonly SelectionDecision[] {
    const searched = observations.flatMap(({ callId, name }) =>
      name === SEARCH_TOOLS ? this.#parts.decisionOf(callId) ?? [] : []
    );
    return this.#begun === undefined ? searched : [this.#begun, ...searched];
  }

  spent(entries: readonly Entry[]): number {
    return entries.reduce(
      (sum, entry) => sum + (isSearch(entry) ? this.#parts.spentOf(entry.callId) : 0),
      this.#spent,
    );
  }

  planned(): OpenedTools {
    const { state, withdrawn, warnings } = this;
    if (withdrawn.length === 0) return this;
    const reached = state.reached.filter((name) => !withdrawn.includes(name));
    return new ThreadTools({ ...state, reached }, this.#parts, {
      warnings,
      begun: this.#begun,
      spent: this.#spent,
    });
  }

  called(names: readonly string[]): ThreadTools {
    const { reached } = this.state;
    const called = this.#others(names);
    if (called.every((name) => reached.includes(name))) return this;
    const kept = [...reached.filter((name) => !called.includes(name)), ...called];
    return this.#with({ reached: kept.slice(-MOST_REACHED) });
  }

  /**
   * Selected anew, where the selection is made at each step, and with the tools that searches have found as tools of the thread's own, for a model
   * that reads of them in a notice. Those whose words are a stranger's are not: they are called through the bridge.
   */
  async observed(run: RunToPlan): Promise<OpenedTools> {
    const { observations, takesDefinitions } = run;
    const anew = observations.length === 0 ? this : await this.#reselect(run);
    return takesDefinitions ? anew.#disclose(observations) : anew;
  }

  #disclose(observations: readonly ToolEntry[]): ThreadTools {
    const { offered, reached } = this.state;
    const { catalogue } = this.#parts;
    const found = this.#others(observations.flatMap(readFound)).filter((name) => !catalogue.isForeign(name));
    const more = found.slice(0, Math.max(0, MOST_OFFERED - offered.length));
    if (more.length === 0) return this;
    return this.#with({
      offered: [...offered, ...more],
      reached: reached.filter((name) => !more.includes(name)),
    });
  }

  async #reselect(run: RunToPlan): Promise<ThreadTools> {
    const { selectAgain } = this.#parts;
    const selected = selectAgain && await selectAgain(toRunSoFar(run));
    if (selected === undefined) return this;
    const { offered, decision, spent } = selected;
    const isSame = offered.join("\n") === this.state.offered.join("\n");
    const { state, warnings, withdrawn } = this;
    const reached = state.reached.filter((name) => !offered.includes(name));
    const begun = decision ?? this.#begun;
    return new ThreadTools(isSame ? state : { ...state, offered, reached }, this.#parts, {
      warnings,
      withdrawn,
      begun,
      spent: this.#spent + spent,
    });
  }

  /** Those that the catalogue has and that are not tools of the thread's requests, each once. */
  #others(names: readonly string[]): readonly string[] {
    const { own, taken, catalogue } = this.#parts;
    const direct = new Set([...own.map(({ name }) => name), ...taken, ...this.state.offered]);
    return [...new Set(names)].filter((name) => !direct.has(name) && catalogue.find(name) !== undefined);
  }

  #with(change: Partial<SelectionState>): ThreadTools {
    const { warnings, withdrawn } = this;
    return new ThreadTools({ ...this.state, ...change }, this.#parts, {
      warnings,
      withdrawn,
      begun: this.#begun,
      spent: this.#spent,
    });
  }
}

/** Characters of an observation that count for a selection. */
const MOST_WORDS = 500;

/** What the log keeps with the selection has no more than the log. */
function toRunSoFar({ observations, entries, redact }: RunToPlan): RunSoFar {
  const before = entries();
  const asked = before.flatMap((entry) => entry.type === "user" ? [entry.text] : []);
  const seen = observations.map((each) => observationText(each).slice(0, MOST_WORDS));
  return {
    words: redact([...asked, ...seen].join("\n").trim()),
    called: [...before, ...observations].flatMap((entry) => entry.type === "tool" ? [entry.name] : []),
  };
}

function isSearch(entry: Entry): entry is ToolEntry {
  return entry.type === "tool" && entry.name === SEARCH_TOOLS;
}

/** The tools that a search has returned. */
function readFound({ name, outcome, output }: ToolEntry): readonly string[] {
  return name === SEARCH_TOOLS && outcome === "completed"
    ? readFoundTools(output).map((tool) => tool.name)
    : [];
}

/** Lists of tools as threads have them: the same tools make the same list, so that what is kept for an agent is kept. */
export class ToolLists {
  readonly #byOwn = new WeakMap<readonly Tool[], Lru<readonly Tool[]>>();
  readonly #ids = new WeakMap<Tool, number>();
  #next = 0;

  /** The agent's own, the two of the bridge, those of the thread's requests, then those that are called through the bridge. */
  of(
    { offered, reached }: SelectionState,
    { own, taken, catalogue, search }: ThreadToolsParts,
  ): readonly Tool[] {
    const some = (names: readonly string[]) => names.flatMap((name) => catalogue.find(name) ?? []);
    const [direct, bridged] = [some(offered), some(reached.filter((name) => !taken.has(name)))];
    return this.listOf(own, [search, callTool, ...direct], { catalogue, bridged });
  }

  /** The list of these tools, the last of which are bridged. */
  listOf(
    own: readonly Tool[],
    direct: readonly Tool[],
    { catalogue, bridged = [] }: Pick<ThreadToolsParts, "catalogue"> & { readonly bridged?: readonly Tool[] },
  ): readonly Tool[] {
    const key = [direct, bridged].map((tools) => tools.map((tool) => this.#idOf(tool)).join()).join(";");
    let lists = this.#byOwn.get(own);
    if (lists === undefined) this.#byOwn.set(own, lists = new Lru(LISTS));
    const known = lists.get(key);
    if (known !== undefined) return known;
    const list = [
      ...own,
      ...direct.map((tool) => catalogue.isForeign(tool.name) ? { ...tool, foreign: true as const } : tool),
      ...bridged.map((tool): Tool => ({ ...tool, bridged: true })),
    ];
    lists.set(key, list, 1);
    return list;
  }

  #idOf(tool: Tool): number {
    const known = this.#ids.get(tool);
    if (known !== undefined) return known;
    this.#ids.set(tool, ++this.#next);
    return this.#next;
  }
}
