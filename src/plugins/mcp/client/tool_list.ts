// The tools of one server as an isolate knows them: read from the store, else from the server, and read anew behind the answer when
// their time is over.

import { AgentError } from "../../../core/error.ts";
import { Lru } from "../../../core/lru.ts";
import type { Tool } from "../../../core/tool.ts";
import { MANY_TOOLS } from "../../../core/tool/many_tools.ts";
import type { SourcedTools, SourcePorts, SourceRequest } from "../../../core/tool/tool_source.ts";
import type { Warning } from "../../../core/tool_choice/choice_report.ts";
import { findOwn, type Listed, McpFailure } from "./connection.ts";
import { type ProtocolVersion, toStoredProtocolVersion } from "./protocol_version.ts";
import { findChangedTools, type McpList, type McpTool, quoteName, readList, sameTools } from "./list.ts";
import { describeStatus } from "./result.ts";
import type { McpSettings } from "./settings.ts";
import { type AgentTools, filterOffered } from "./to_tool.ts";
import { isJsonObject, parseJson } from "../../../core/json.ts";
import { fnv64 } from "../../../core/text/hash.ts";
import type { Store } from "../../../core/store.ts";

/** Milliseconds for which a list counts whose server names no time. */
const TTL_MS = 300_000;
/** A server that names less has its list read this often. */
const LEAST_TTL_MS = 30_000;
const MOST_TTL_MS = 86_400_000;
/** Milliseconds between two tries at a server that does not answer. */
const RETRY_MS = 10_000;
/** Milliseconds for which steps warn about a tool that has changed. */
const CHANGED_MS = 3_600_000;
/** Tenants and users whose lists an isolate holds. */
const HELD = 500;

/** What the lists of one server need. */
export interface ListParts {
  readonly settings: McpSettings;
  /** The settings that decide which list it is. */
  readonly of: string;
  list(
    request: SourceRequest,
    ports: SourcePorts,
    protocolVersion: ProtocolVersion | undefined,
  ): Promise<Listed>;
  toTools(tools: readonly McpTool[], request: SourceRequest, ports: SourcePorts): AgentTools;
}

interface Known {
  readonly list: McpList;
  readonly sourced: SourcedTools;
  /** Epoch milliseconds before which the list is not read again. */
  nextRead: number;
}

/** A server without a list, which is not tried again until then. */
interface Away {
  /** Epoch milliseconds. */
  readonly until: number;
  readonly failure: Failure;
}

/** Why a list cannot be read. */
interface Failure {
  /** What the server did, behind its name. */
  readonly what: string;
  /** Sentences about what to do, with a blank before them; empty for none. */
  readonly fix: string;
}

/** The lists of one server in one deployment. */
export class ToolList {
  readonly #parts: ListParts;
  readonly #known = new Lru<Known>(HELD);
  readonly #away = new Lru<Away>(HELD);

  constructor(parts: ListParts) {
    this.#parts = parts;
  }

  /** How the server was spoken to when its list was read. */
  protocolVersionFor(request: SourceRequest): ProtocolVersion | undefined {
    return this.#known.get(toKey(request))?.list.era;
  }

  /**
   * The tools, at once where this isolate knows them.
   *
   * @throws {AgentError} tools_unavailable; rejected
   */
  read(request: SourceRequest, ports: SourcePorts): SourcedTools | Promise<SourcedTools> {
    const known = this.#known.get(toKey(request));
    if (known === undefined) return this.#first(request, ports);
    this.#renew(known, request, ports);
    return known.sourced;
  }

  async #first(request: SourceRequest, ports: SourcePorts): Promise<SourcedTools> {
    const { settings: { name }, of } = this.#parts;
    const text = await readText(ports.store, request.tenant, toName(name, request));
    const list = text === undefined ? undefined : readList(text, of);
    if (list !== undefined) {
      const known = this.#keep(list, undefined, request, ports);
      this.#renew(known, request, ports);
      return known.sourced;
    }
    const now = ports.clock();
    const away = this.#away.get(toKey(request));
    if (away !== undefined && away.until > now) return this.#without(request, away);
    try {
      return (await this.#load(undefined, request, ports)).sourced;
    } catch (thrown) {
      if (thrown instanceof AgentError) throw thrown;
      const found = { until: now + RETRY_MS, failure: describeFailure(thrown, this.#parts.settings) };
      this.#away.set(toKey(request), found);
      ports.log("warn", "a server of tools does not answer, and no list of its tools is known", {
        server: name,
        ...findReason(thrown),
      });
      return this.#without(request, found);
    }
  }

  /** The step without the tools, where the agent permits it. */
  #without({ required }: SourceRequest, { failure: { what, fix } }: Away): SourcedTools {
    const { name, optional } = this.#parts.settings;
    const message = `The server of tools ${name} ${what}, and no list of its tools is known.${fix}`;
    if (!optional || required) throw new AgentError("tools_unavailable", message, { retryAfterMs: RETRY_MS });
    return { tools: NONE, warnings: [{ code: "tools_unavailable", message }] };
  }

  /** Reads a list whose time is over, behind the answer: the step goes on with the one that is known. */
  #renew(known: Known, request: SourceRequest, ports: SourcePorts): void {
    const now = ports.clock();
    if (known.nextRead > now) return;
    known.nextRead = now + RETRY_MS;
    const { name } = this.#parts.settings;
    void this.#load(known, request, ports).catch((thrown) => {
      ports.log("warn", "a server of tools does not answer; the last known list is used", {
        server: name,
        ...findReason(thrown),
      });
      const { what, fix } = describeFailure(thrown, this.#parts.settings);
      const warning = {
        code: "tools_stale",
        message: `The server of tools ${name} ${what}; the list of its tools is of ${
          new Date(known.list.at).toISOString()
        }.${fix}`,
      };
      const warnings = [...this.#warnings(known.list, ports.clock()), warning];
      this.#known.set(toKey(request), { ...known, sourced: { ...known.sourced, warnings } });
    });
  }

  /** Reads the list from the server and keeps it. */
  async #load(earlier: Known | undefined, request: SourceRequest, ports: SourcePorts): Promise<Known> {
    const { settings, of } = this.#parts;
    const listed = await this.#parts.list(request, ports, earlier?.list.era);
    const at = ports.clock();
    const offered = filterOffered(listed.tools, settings);
    const tools = offered.slice(0, settings.maxTools);
    const surplus = offered.length - tools.length;
    if (earlier === undefined && tools.length > MANY_TOOLS) {
      ports.log("warn", "a server brings more tools into each prompt than a model chooses well among", {
        server: settings.name,
        tools: tools.length,
      });
    }
    const differing = findChangedTools(earlier?.list.tools ?? [], tools);
    for (const tool of differing) {
      ports.log("warn", "a tool of a server has changed", { server: settings.name, tool });
    }
    const list: McpList = {
      of,
      tools,
      era: listed.protocolVersion,
      at,
      until: at + Math.min(MOST_TTL_MS, Math.max(LEAST_TTL_MS, listed.ttlMs ?? TTL_MS)),
      changed: {
        ...Object.fromEntries(
          Object.entries(earlier?.list.changed ?? {}).filter(([, when]) => when + CHANGED_MS > at),
        ),
        ...Object.fromEntries(differing.map((tool) => [tool, at])),
      },
      left: [
        ...listed.left.slice(0, 20),
        ...(surplus > 0 ? [`${surplus} tools are left out: the agent takes ${settings.maxTools}`] : []),
      ],
    };
    const known = this.#keep(list, earlier, request, ports);
    const text = JSON.stringify({ ...list, era: toStoredProtocolVersion(list.era) });
    await putText(ports.store, request.tenant, toName(settings.name, request), text).catch(() => {
      ports.log("warn", "the list of a server's tools could not be stored", { server: settings.name });
    });
    return known;
  }

  /** The same tools stay the same object, so what is made of them is made once. */
  #keep(list: McpList, earlier: Known | undefined, request: SourceRequest, ports: SourcePorts): Known {
    const isSame = earlier !== undefined && sameTools(earlier.list.tools, list.tools);
    const made = isSame ? earlier.sourced : this.#parts.toTools(list.tools, request, ports);
    const known = {
      list,
      sourced: {
        tools: made.tools,
        appTools: made.appTools,
        warnings: this.#warnings(list, ports.clock()),
      },
      nextRead: list.until,
    };
    this.#known.set(toKey(request), known);
    return known;
  }

  #warnings({ changed, left }: McpList, now: number): readonly Warning[] {
    const { name } = this.#parts.settings;
    const names = Object.entries(changed).filter(([, at]) => at + CHANGED_MS > now).map(([tool]) =>
      quoteName(tool)
    );
    return [
      ...(names.length === 0 ? [] : [{
        code: "tool_changed",
        message: `The server ${name} has changed its tools ${
          names.slice(0, 20).join(", ")
        }: read them before you approve calls.`,
      }]),
      ...(left.length === 0 ? [] : [{
        code: "tool_left_out",
        message: `Tools of the server ${name}: ${left.slice(0, 5).join("; ")}.`,
      }]),
    ];
  }
}

/** Of the answer it has the status alone: a server may write anything. */
function describeFailure(thrown: unknown, { token = "its setting token" }: McpSettings): Failure {
  const refusal = findOwn(thrown);
  if (refusal?.code === "outbound_refused") return { what: "is not called", fix: ` ${refusal.message}` };
  const status = thrown instanceof McpFailure ? thrown.seen.status : undefined;
  return {
    what: status === undefined ? "does not answer" : describeStatus(status),
    fix: status === 401 || status === 403 ? ` Check ${token}.` : "",
  };
}

/** A status, or a code: messages of servers may hold anything. */
function findReason(thrown: unknown): { readonly status?: number; readonly code?: string } {
  const code = findOwn(thrown)?.code;
  const status = thrown instanceof McpFailure ? thrown.seen.status : undefined;
  return { status, code };
}

const NONE: readonly Tool[] = [];

// Tenants hold no control characters, so no key stands for two pairs.
function toKey({ tenant, user }: SourceRequest): string {
  return `${tenant}\n${user ?? ""}`;
}

function toName(server: string, { user }: SourceRequest): string {
  return user === undefined ? server : `${server}@${user}`;
}

/** The kind of definition that a list is. */
const KIND = "tool_list";
/** Characters of a piece: in UTF-8 and with its quotes doubled it stays below the limit. */
const PIECE = 15_000;
/** Most pieces of a list. */
const PIECES = 60;

/** Stores a text in pieces, because a definition has at most 64 KB. False for one that is too long, which is not stored. */
async function putText(store: Store, tenant: string, name: string, text: string): Promise<boolean> {
  const pieces = Math.ceil(text.length / PIECE);
  if (pieces > PIECES) return false;
  const put = (part: string, piece: string) => store.putDefinition(tenant, KIND, part, piece);
  const rest = Array.from({ length: pieces - 1 }, (_, index) => index + 1);
  await Promise.all(
    rest.map((index) =>
      put(`${name}.${index}`, JSON.stringify(text.slice(index * PIECE, (index + 1) * PIECE)))
    ),
  );
  // The first piece names the others, so it is written last.
  await put(name, JSON.stringify({ pieces, hash: fnv64(text), text: text.slice(0, PIECE) }));
  return true;
}

/** The text of a name; undefined for none, and for one whose pieces do not belong together. */
async function readText(store: Store, tenant: string, name: string): Promise<string | undefined> {
  const first = await store.readDefinition(tenant, KIND, name);
  const head = first === undefined ? undefined : parseJson(first);
  if (!isJsonObject(head) || typeof head.text !== "string" || typeof head.pieces !== "number") {
    return undefined;
  }
  const rest = Array.from({ length: Math.min(head.pieces, PIECES) - 1 }, (_, index) => index + 1);
  const pieces = await Promise.all(
    rest.map((index) => store.readDefinition(tenant, KIND, `${name}.${index}`)),
  );
  const texts = pieces.map((piece) => piece === undefined ? undefined : parseJson(piece));
  const text = [head.text, ...texts].join("");
  return fnv64(text) === head.hash ? text : undefined;
}
