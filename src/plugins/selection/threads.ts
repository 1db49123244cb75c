// The threads of a deployment: what each of them begins with, and what its searches find.

import { failureFields } from "../../core/error.ts";
import { Lru } from "../../core/lru.ts";
import type { SelectionState } from "../../core/state.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { fnv64 } from "../../core/text/hash.ts";
import { MANY_TOOLS } from "../../core/tool/many_tools.ts";
import type { Tool, ToolContext } from "../../core/tool.ts";
import type { SelectionDecision } from "../../core/tool/selection_decision.ts";
import type { OpenedTools, OpenRequest, RankedTools, RankedWords } from "../../core/tool/thread_tools.ts";
import type { SourcePorts } from "../../core/tool/tool_source.ts";
import type { Warning } from "../../core/tool_choice/choice_report.ts";
import type { FoundTool } from "../../core/tool/found_tools.ts";
import { searchTools, toFound } from "./bridge_tools.ts";
import { type Bill, newBill } from "./bill.ts";
import { mostVotedFor } from "./categories.ts";
import type { Selection, SelectionCache, SelectionQuery, SelectorIo, ToolSelector } from "./selector.ts";
import {
  MOST_OFFERED,
  type Reselected,
  type RunSoFar,
  ShadowTools,
  type ThreadCatalogue,
  ThreadTools,
  ToolLists,
} from "./thread_tools.ts";

/** A catalogue that was opened for a thread. */
export interface OpenCatalogue {
  readonly catalogue: ThreadCatalogue;
  readonly warnings: readonly Warning[];
  /** Of these tools of the thread those that were withdrawn since its version. */
  withdrawn(names: readonly string[]): readonly string[];
}

/** Opens the catalogue for a thread. */
export type Opener = (
  request: OpenRequest,
  ports: SourcePorts,
) => OpenCatalogue | Promise<OpenCatalogue>;

/** What selects for the threads of a deployment. */
export interface ThreadsParts {
  readonly opener: Opener;
  readonly selector: ToolSelector;
  readonly offer: number;
  readonly find: number;
  readonly cache: SelectionCache | undefined;
  readonly log: number;
  readonly mode: "enforce" | "shadow";
  readonly reselect: "never" | "run" | "step";
}

/** The threads of one deployment: what each begins with, and what its searches find. */
export class Threads {
  readonly #parts: ThreadsParts;
  readonly #ports: SourcePorts;
  readonly #lists = new ToolLists();
  /** What the threads of running steps see; by tenant and thread. */
  readonly #open = new Lru<SearchedThread>(OPEN);
  /** Of the calls of running steps. */
  readonly #decisions = new Lru<SelectionDecision>(OPEN);
  /** What searches of running steps have cost, by call. */
  readonly #spent = new Lru<number>(OPEN);
  readonly #search: Tool;

  constructor(parts: ThreadsParts, ports: SourcePorts) {
    this.#parts = parts;
    this.#ports = ports;
    this.#search = searchTools((query, context) => this.#find(query, context));
  }

  async open(own: readonly Tool[], request: OpenRequest): Promise<OpenedTools> {
    const { catalogue, warnings, withdrawn } = await this.#parts.opener(request, this.#ports);
    const { thread, named, callable = [], taken = [] } = request;
    const decisionOf = (callId: string) => this.#decisions.get(callId);
    const direct = new Set([...own.map(({ name }) => name), ...taken]);
    const parts = {
      own,
      taken: new Set(taken),
      catalogue,
      decisionOf,
      spentOf: (callId: string) => this.#spent.get(callId) ?? 0,
      search: this.#search,
      lists: this.#lists,
      selectAgain: this.#parts.reselect === "step" && thread !== undefined
        ? (run: RunSoFar) => this.#selectAgain(catalogue, run, direct, request)
        : undefined,
    };
    if (thread !== undefined) this.#open.set(toKey(request.ref), { catalogue, hidden: direct }, 1);
    const isOfCatalogue = (name: string) => !direct.has(name) && catalogue.find(name) !== undefined;
    const wanted = named.filter(isOfCatalogue);
    const reachable = [...wanted, ...callable.filter(isOfCatalogue)];
    const { number } = catalogue;
    if (this.#parts.mode === "shadow") return await this.#inShadow(own, request, { catalogue, warnings });
    if (thread === undefined) return new ThreadTools({ number, offered: [], reached: wanted }, parts);
    const { state } = thread;
    const isAnew = this.#parts.reselect !== "never" && thread.query !== undefined;
    if (state !== undefined && !isAnew) {
      const kept = number === state.number ? state : { ...state, number };
      return new ThreadTools(kept, parts, { warnings, withdrawn: withdrawn(state.reached) }).called(
        reachable,
      );
    }
    const begun = await this.#begin(catalogue, thread.query, wanted, direct);
    const { offered } = begun.state;
    const reached = state?.reached.filter((name) => !offered.includes(name)) ?? [];
    return new ThreadTools({ ...begun.state, reached }, parts, {
      warnings: [...warnings, ...begun.warnings, ...manyTools(own.length + offered.length)],
      begun: this.#decisionOf(request, begun, catalogue),
      spent: begun.spent,
    }).called(reachable);
  }

  /** What the selector finds for words in the catalogue of a thread, which keeps nothing of it. */
  async rank({ text, most }: RankedWords, request: OpenRequest): Promise<RankedTools> {
    const { catalogue } = await this.#parts.opener(request, this.#ports);
    const isAvailable = (name: string) => catalogue.find(name) !== undefined;
    const asked = { text, most, isAvailable };
    return await this.#select(catalogue, asked, newBill(AbortSignal.timeout(SELECTING_MS)));
  }

  /** The thread has all tools, and what its first input selects is kept. */
  async #inShadow(
    own: readonly Tool[],
    request: OpenRequest,
    { catalogue, warnings }: Pick<OpenCatalogue, "catalogue" | "warnings">,
  ): Promise<OpenedTools> {
    const { thread } = request;
    const parts = { own, catalogue, lists: this.#lists };
    const state = thread?.state ?? { number: catalogue.number, offered: [], reached: [] };
    if (thread === undefined || thread.state !== undefined) {
      return new ShadowTools(state, parts, { warnings, begun: undefined });
    }
    const direct = new Set(own.map(({ name }) => name));
    const begun = await this.#begin(catalogue, thread.query, [], direct);
    const all = own.length + catalogue.documents.tools.length;
    return new ShadowTools(state, parts, {
      warnings: [...warnings, ...begun.warnings, ...manyTools(all)],
      begun: this.#decisionOf(request, begun, catalogue),
      spent: begun.spent,
    });
  }

  #decisionOf(
    { ref, thread }: OpenRequest,
    { selection }: Begun,
    catalogue: ThreadCatalogue,
  ): SelectionDecision | undefined {
    return selection !== undefined && this.#isKept(ref)
      ? this.#toDecision({ by: "begin", query: thread?.query ?? "" }, selection, catalogue)
      : undefined;
  }

  /** What a thread begins with. */
  async #begin(
    catalogue: ThreadCatalogue,
    query: string | undefined,
    wanted: readonly string[],
    direct: ReadonlySet<string>,
  ): Promise<Begun> {
    const { offer, selector } = this.#parts;
    const nothing = { number: catalogue.number, offered: wanted, reached: [] };
    if (query === undefined || query === "" || offer === 0) return { state: nothing, warnings: [], spent: 0 };
    const bill = newBill(AbortSignal.timeout(SELECTING_MS));
    const isAvailable = (name: string) => !direct.has(name) && catalogue.find(name) !== undefined;
    try {
      const asked = { text: query, most: offer, keep: wanted, isAvailable };
      const selection = await this.#select(catalogue, asked, bill);
      const { tools, warnings = [] } = selection;
      return { state: { ...nothing, offered: tools }, warnings, selection, spent: bill.spent() };
    } catch (thrown) {
      this.#ports.log("warn", "tools could not be selected", {
        selector: selector.name,
        ...failureFields(thrown),
      });
      const message =
        `The selector ${selector.name} has failed: the thread begins without tools of its catalogue.`;
      return { state: nothing, warnings: [{ code: "selection_failed", message }], spent: bill.spent() };
    }
  }

  /** What a later plan of a run begins with; undefined where that fails, so that the list stays. */
  async #selectAgain(
    catalogue: ThreadCatalogue,
    { words, called }: RunSoFar,
    direct: ReadonlySet<string>,
    { ref, named }: OpenRequest,
  ): Promise<Reselected | undefined> {
    const { offer } = this.#parts;
    if (offer === 0 || words === "") return undefined;
    const isAvailable = (name: string) => !direct.has(name) && catalogue.find(name) !== undefined;
    const keep = [...new Set([...named, ...called])].filter(isAvailable).slice(-MOST_OFFERED);
    const bill = newBill(AbortSignal.timeout(SELECTING_MS));
    try {
      const most = Math.min(MOST_OFFERED, keep.length + offer);
      const asked = { text: words, most, keep, isAvailable };
      const selection = await this.#select(catalogue, asked, bill);
      const decision = this.#isKept(ref)
        ? this.#toDecision({ by: "step", query: words }, selection, catalogue)
        : undefined;
      return { offered: selection.tools, decision, spent: bill.spent() };
    } catch (thrown) {
      this.#ports.log("warn", "tools could not be selected", {
        selector: this.#parts.selector.name,
        ...failureFields(thrown),
      });
      return undefined;
    }
  }

  async #select(
    { documents, published }: Pick<ThreadCatalogue, "documents" | "published">,
    query: SelectionQuery,
    { signal, spend }: Bill,
  ): Promise<Selection> {
    const { outbound, env } = this.#ports;
    const { selector, cache } = this.#parts;
    const io: SelectorIo = { fetch: outbound.fetch, env, signal, cache, published, spend };
    return await selector.select(query, documents, io);
  }

  /** What a search of a call finds. */
  async #find(query: string, context: ToolContext): Promise<readonly FoundTool[]> {
    const ref = { tenant: context.tenant, thread: context.thread };
    const { catalogue, hidden } = this.#open.get(toKey(ref)) ?? await this.#openAgain(ref, context);
    const isAvailable = (name: string) => !hidden.has(name) && catalogue.find(name) !== undefined;
    const { documents } = catalogue;
    const asked = { text: query, most: this.#parts.find, isAvailable };
    const { callId, signal } = context;
    const bill = newBill(signal);
    const selection = await this.#select(catalogue, asked, bill).finally(() =>
      this.#spent.set(callId, bill.spent(), 1)
    );
    if (this.#isKept(ref)) {
      this.#decisions.set(callId, this.#toDecision({ by: "search", callId, query }, selection, catalogue), 1);
    }
    return selection.tools.flatMap((name) => {
      const tool = catalogue.find(name);
      if (tool === undefined) return [];
      const { categories: [category] = [] } = documents.tools.find((each) => each.name === name) ?? {};
      return [toFound(tool, category)];
    });
  }

  /** By thread, so that a thread is kept as a whole. */
  #isKept({ thread }: ThreadRef): boolean {
    return Number.parseInt(fnv64(thread).slice(0, 8), 16) / 2 ** 32 < this.#parts.log;
  }

  #toDecision(
    asked: Pick<SelectionDecision, "by" | "callId" | "query">,
    { candidates, threshold, tools, categories }: Selection,
    { documents }: Pick<ThreadCatalogue, "documents">,
  ): SelectionDecision {
    return {
      ...asked,
      query: asked.query.slice(0, MOST_QUERY).toWellFormed(),
      selector: this.#parts.selector.name,
      candidates: candidates.slice(0, MOST_CANDIDATES).map(({ name, score }) => [
        name,
        Number(score.toFixed(4)),
      ]),
      threshold,
      selected: tools,
      categories: categories ?? mostVotedFor(tools, documents),
    };
  }

  /** More steps are running than the isolate remembers: the newest version counts for this search. */
  async #openAgain(ref: ThreadRef, { user, metadata }: ToolContext): Promise<SearchedThread> {
    const thread = { metadata, state: undefined, query: undefined };
    const { catalogue } = await this.#parts.opener({ ref, user, named: [], thread }, this.#ports);
    return { catalogue, hidden: new Set() };
  }
}

/** Said where a thread begins, and where it selects anew. */
function manyTools(tools: number): readonly Warning[] {
  if (tools <= MANY_TOOLS) return [];
  const message =
    `The prompts of this thread begin with ${tools} tools and a model chooses well among about ${MANY_TOOLS}: ` +
    "lower offer, or move tools of the agent into its catalogue.";
  return [{ code: "many_tools", message }];
}

/** What searches of a thread search. */
interface SearchedThread {
  readonly catalogue: ThreadCatalogue;
  /** Names of tools that are not the catalogue's: a call of such a name is one of theirs. */
  readonly hidden: ReadonlySet<string>;
}

/** What a thread begins with. */
interface Begun {
  readonly state: SelectionState;
  readonly warnings: readonly Warning[];
  readonly selection?: Selection;
  /** Millionths of a US dollar. */
  readonly spent: number;
}

/** Characters of a query, and candidates, that are kept. */
const MOST_QUERY = 500;
const MOST_CANDIDATES = 20;

/** Threads whose catalogues, and calls whose selections, an isolate remembers. */
const OPEN = 2_000;

function toKey({ tenant, thread }: ThreadRef): string {
  return `${tenant}\n${thread}`;
}

/** Milliseconds that the selection of a thread's first tools may take. */
const SELECTING_MS = 5_000;
