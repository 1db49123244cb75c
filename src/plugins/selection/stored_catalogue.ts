// A catalogue of the store as threads see it: the version that a thread began with, what is available to it, and who runs its tools.

import { hashForeignText } from "../../agents/tool_version/foreign_text.ts";
import { type HttpSource, listVariables, type ToolVersion } from "../../agents/tool_version/tool_version.ts";
import { remembered } from "../../core/lru.ts";
import type { Sha256 } from "../../core/ports.ts";
import { sha256 } from "../../core/text/sha256.ts";
import { EFFECTS, type Tool } from "../../core/tool.ts";
import type { PublishedTool } from "../../core/tool/thread_tools.ts";
import type { RemoteToolSource, SourcePorts, SourceRequest } from "../../core/tool/tool_source.ts";
import { ToolError } from "../../core/tool/tool_error.ts";
import { type AvailabilityFacts, isAvailable } from "./catalogue/availability.ts";
import type { CatalogueEntry } from "./catalogue/entry.ts";
import { findWithdrawn, type Snapshot } from "./catalogue/snapshot.ts";
import { assignVariant } from "./catalogue/variant.ts";
import type { ThreadCatalogue } from "./thread_tools.ts";

/** What makes a tool of the definition of one that a server runs: `httpTool` of the entry `tools/http`. */
export type MakeHttpTool = (
  definition: Omit<HttpSource, "type"> & Pick<Tool, "name" | "description" | "parameters" | "effect">,
) => Tool;

/** Who runs the tools of a catalogue. */
export interface ToolRunners {
  /** The tools of the deployment's code, by name. */
  readonly code: ReadonlyMap<string, Tool>;
  readonly http: MakeHttpTool | undefined;
  /** Names of the variables that tools behind HTTP may read. */
  readonly variables: ReadonlySet<string>;
  readonly servers: readonly RemoteToolSource[];
}

/** Whether there is who runs a tool. */
export function canRun({ name, source }: PublishedTool, { code, http, servers }: ToolRunners): boolean {
  switch (source.type) {
    case "code":
      return code.has(name);
    case "http":
      return http !== undefined;
    case "mcp":
      return servers.some((server) => server.name === source.server);
  }
}

/** The tools of servers as they are now, of which the catalogue has accepted the words. */
export type AcceptedTools = ReadonlyMap<ToolVersion, Tool>;

/** A thread that sees a catalogue. */
export interface CatalogueView {
  readonly snapshot: Snapshot;
  /** The newest version as far as the isolate knows; undefined when it knows none. */
  readonly newest: Snapshot | undefined;
  readonly facts: AvailabilityFacts;
  /** The thread is known, and the facts with it. Before that any tool may be available. */
  readonly isThread: boolean;
  readonly thread: string;
  readonly accepted: AcceptedTools;
}

/**
 * The catalogue as a thread sees it. Selectors rank by the default descriptions, so that all threads share an index; the thread has its
 * variants.
 */
export function toThreadCatalogue(view: CatalogueView, runners: ToolRunners): ThreadCatalogue {
  const { snapshot, thread, facts } = view;
  const find = (name: string): Tool | undefined => {
    const entry = snapshot.findByName(name);
    if (entry === undefined || !isCallable(entry, view)) return undefined;
    return findRunnable(entry.tool, assignVariant(entry.tool, thread).text, view, runners);
  };
  return {
    number: snapshot.number,
    documents: snapshot.catalogueFor(facts),
    find,
    isForeign: (name) => snapshot.findByName(name)?.tool.source.type === "mcp",
  };
}

/** Available to the thread, and not withdrawn since the version that it keeps. */
function isCallable(
  entry: CatalogueEntry,
  { newest, facts, isThread }: Pick<CatalogueView, "newest" | "facts" | "isThread">,
): boolean {
  if (entry.status === "archived" || isThread && !isAvailable(entry.tool, facts)) return false;
  return newest === undefined || newest.findById(entry.tool.id)?.status !== "archived";
}

/** Of the named tools those that a newer version has archived or no longer has. */
export function findArchived(
  { snapshot, newest }: Pick<CatalogueView, "snapshot" | "newest">,
  names: readonly string[],
): readonly string[] {
  if (newest === undefined) return [];
  return findWithdrawn(snapshot, newest, names).flatMap(({ name, status }) =>
    status === "archived" ? [name] : []
  );
}

/** By the version and what runs it, then by the description: the same tool is the same object. */
const made = remembered((_: ToolVersion) => remembered((_: object) => new Map<string, Tool>()));

function findRunnable(
  version: ToolVersion,
  description: string,
  { accepted }: CatalogueView,
  { code, http, variables }: ToolRunners,
): Tool | undefined {
  const { name, parameters, effect, source } = version;
  const run = source.type === "mcp" ? accepted.get(version) : code.get(name);
  if (source.type === "http" ? http === undefined : run === undefined) return undefined;
  const byText = made(version)(run ?? version);
  const known = byText.get(description);
  if (known !== undefined) return known;
  const words = { name, description, parameters, effect };
  const needsApproval = mergeApproval(version, run);
  const tool = run === undefined && source.type === "http" && http !== undefined
    ? { ...toHttpTool({ ...words, source }, http, variables, version), needsApproval }
    : run && {
      ...run,
      ...words,
      // A version may be stricter than its tool, and never the other way round.
      effect: EFFECTS.indexOf(effect) > EFFECTS.indexOf(run.effect) ? effect : run.effect,
      ownParameters: run.parameters,
      needsApproval,
    };
  if (tool !== undefined) byText.set(description, tool);
  return tool;
}

/** A version may ask for approval where its tool does not, and never the other way round. */
function mergeApproval({ needsApproval }: ToolVersion, run: Tool | undefined): Tool["needsApproval"] {
  const own = run?.needsApproval ?? false;
  if (needsApproval === undefined || needsApproval === false) return own;
  return own === true || needsApproval === true
    ? true
    : own === false
    ? needsApproval
    : [own, needsApproval].flat();
}

function toHttpTool(
  { source, ...words }: Pick<Tool, "name" | "description" | "parameters" | "effect"> & {
    readonly source: HttpSource;
  },
  http: MakeHttpTool,
  variables: ReadonlySet<string>,
  version: ToolVersion,
): Tool {
  const { type: _, ...parts } = source;
  const tool = http({ ...words, ...parts });
  const missing = listVariables(version).filter((name) => !variables.has(name));
  if (missing.length === 0) return tool;
  // The store says where a secret would go, and only the deployment which it may have.
  const message = `The deployment does not let tools of its catalogue read ${missing.join(", ")}.`;
  return { ...tool, run: () => Promise.reject(new ToolError("failed", message)) };
}

/** By the catalogue and the lists of its servers. */
const accepts = new WeakMap<
  Snapshot,
  { readonly lists: readonly (readonly Tool[])[]; readonly accepted: AcceptedTools }
>();

const NONE: AcceptedTools = new Map();

/**
 * The tools of servers that the catalogue has, as they are now, where their words are those that it has accepted. One that has changed
 * since is left out until the catalogue accepts it.
 *
 * @throws {AgentError} what a server of tools throws
 */
export async function findAcceptedTools(
  snapshot: Snapshot,
  servers: readonly RemoteToolSource[],
  request: SourceRequest,
  ports: SourcePorts,
): Promise<AcceptedTools> {
  const foreign = snapshot.tools.filter(({ source }) => source.type === "mcp");
  if (servers.length === 0 || foreign.length === 0) return NONE;
  const lists = await Promise.all(servers.map(async (server) => (await server.tools(request, ports)).tools));
  const known = accepts.get(snapshot);
  if (known !== undefined && lists.every((list, index) => list === known.lists[index])) return known.accepted;
  const accepted = new Map<ToolVersion, Tool>();
  for (const version of foreign) {
    const tool = await findAcceptedTool(version, servers, lists, sha256);
    if (tool !== undefined) accepted.set(version, tool);
  }
  accepts.set(snapshot, { lists, accepted });
  return accepted;
}

async function findAcceptedTool(
  { name, source }: ToolVersion,
  servers: readonly RemoteToolSource[],
  lists: readonly (readonly Tool[])[],
  digest: Sha256,
): Promise<Tool | undefined> {
  if (source.type !== "mcp") return undefined;
  const index = servers.findIndex((server) => server.name === source.server);
  const tool = source.tool ?? name;
  const found = lists[index]?.find((each) => each.name === `${servers[index]?.prefix ?? ""}${tool}`);
  if (found === undefined) return undefined;
  const { description, parameters } = found;
  return await hashForeignText({ tool, description, parameters }, digest) === source.hash ? found : undefined;
}
