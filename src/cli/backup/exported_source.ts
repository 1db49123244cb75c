// Exports of threads as what threads are restored from: each is verified when it is read.

import { readFile } from "node:fs/promises";
import { AgentError, toAgentError } from "../../core/error.ts";
import { isJsonObject, parseJson } from "../../core/json.ts";
import type { Env } from "../../core/ports.ts";
import { type AgentState, SCHEMA, type ThreadMeta } from "../../core/state.ts";
import type { MovingThread } from "../../core/store/moving.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { findChat, TENANT, THREAD_ID } from "../../core/text/id.ts";
import { withTitleOfFork } from "../../core/thread_facets.ts";
import { ZERO_COUNTERS } from "../../core/usage.ts";
import { asksPeople, storedIds } from "../../kernel/held_calls/stored_calls.ts";
import { SharedChain } from "../../kernel/history/record_chain.ts";
import type { ExportedRest } from "../../kernel/log/export.ts";
import { CommandError } from "../command_error.ts";
import type { Source } from "../move/copy_thread.ts";
import { type NamedThread, parentOf } from "../move/thread_tree.ts";
import { type ExportedThread, readExport, textOfExport } from "../verify/exported_thread.ts";
import { partsFor } from "../verify/parts.ts";
import { verifyThread } from "../verify/verify_thread.ts";

/** How exports are opened. */
export interface ExportedSourceOptions {
  /** The id of the one thread in the store, where it is to have another one. */
  readonly as: string | undefined;
  /** Keeps decisions about calls that wait: they are in no entry yet, so that no record proves them. */
  readonly decisions: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The variables that requests without a kind of server in their record were written with. */
  readonly env: Env;
}

/** A file with an export, by its first line. */
interface ExportFile extends NamedThread {
  readonly path: string;
  readonly tenant: string;
}

/** An export with what the thread goes on with. */
type Whole = ExportedThread & { readonly rest: ExportedRest };

/** Entries of one page. */
const PAGE = 1_000;

/** Files with exports of threads of one tenant. */
export class ExportedSource implements Source {
  readonly #files: readonly ExportFile[];
  readonly #options: ExportedSourceOptions;
  /** The thread that was read last: threads are restored one by one. */
  #last: { readonly name: string; readonly thread: Whole } | undefined;
  readonly #undecided = new Set<string>();

  private constructor(files: readonly ExportFile[], options: ExportedSourceOptions) {
    this.#files = files;
    this.#options = options;
  }

  /**
   * Opens files by their first lines.
   *
   * @throws {CommandError} file_unreadable; export_invalid - one is no export, or of format 1, two are of one thread or of two tenants, or
   * several are to have one id
   */
  static async open(paths: readonly string[], options: ExportedSourceOptions): Promise<ExportedSource> {
    const files: ExportFile[] = [];
    for (const path of paths) {
      const file = await readFirstLine(path);
      const other = files.find(({ tenant }) => tenant !== file.tenant);
      if (other !== undefined) {
        throw invalid(
          `${path} is of the tenant ${file.tenant}, and ${other.path} of ${other.tenant}: import one at a time.`,
        );
      }
      const same = files.find(({ thread }) => thread === file.thread);
      if (same !== undefined) throw invalid(`${same.path} and ${path} are of one thread: name one of them.`);
      files.push(file);
    }
    const { as } = options;
    if (files.length !== 1 && as !== undefined) throw invalid("--as is the id of one thread: name one file.");
    if (as !== undefined && !THREAD_ID.test(as)) {
      throw invalid(
        `${as} is no id of a thread: it has up to 128 letters, digits, _, ., : and -, and begins with none of the last three.`,
      );
    }
    return new ExportedSource(files, options);
  }

  get tenant(): string {
    return this.#files[0]?.tenant ?? "";
  }

  /** By the ids that they have in the store. */
  get threads(): readonly NamedThread[] {
    const { as } = this.#options;
    return as === undefined ? this.#files : this.#files.map(({ parent }) => ({ thread: as, parent }));
  }

  /**
   * The threads of phases that calls of a thread wait for.
   *
   * @throws {AgentError} store_corrupt - the export is not whole, or differs from what its thread has recorded
   * @throws {CommandError} export_invalid - it is to have another id and is not at rest
   */
  async phasesOf(thread: string): Promise<readonly string[]> {
    return (await this.#read(thread)).rest.phases;
  }

  /** True for a thread that was read without decisions that its export has. */
  isUndecided(thread: string): boolean {
    return this.#undecided.has(thread);
  }

  /** When a thread that was read is due. */
  dueAt(thread: string): number | undefined {
    if (this.#last?.name !== thread) return undefined;
    const { state, rest } = this.#last.thread;
    return state.wakes?.due ?? (rest.inbox.length > 0 ? this.#options.now : undefined);
  }

  /** @throws as {@link phasesOf} does */
  async readThread({ thread }: ThreadRef): Promise<MovingThread> {
    return toMovingThread(await this.#read(thread));
  }

  async readEntries({ thread }: ThreadRef, after: number): Promise<readonly string[]> {
    return (await this.#read(thread)).texts.slice(after, after + PAGE);
  }

  async readBlob({ thread }: ThreadRef, id: string): Promise<string> {
    return (await this.#read(thread)).blobs.get(id) ?? "";
  }

  async #read(name: string): Promise<Whole> {
    if (this.#last?.name === name) return this.#last.thread;
    const { as, now, env, decisions } = this.#options;
    const file = this.#files.find(({ thread }) =>
      thread === (as === undefined ? name : this.#files[0]?.thread)
    );
    const exported = await readVerified(file?.path ?? "", env);
    if (!decisions && exported.decisions.length > 0) this.#undecided.add(name);
    const kept = decisions ? exported : { ...exported, decisions: [] };
    const thread = as === undefined ? kept : await toCopy(kept, as, now);
    this.#last = { name, thread };
    return thread;
  }
}

/** What the first line of a file says. */
async function readFirstLine(path: string): Promise<ExportFile> {
  const [text = ""] = new TextDecoder().decode(await readBytes(path)).split("\n", 1);
  const line = parseJson(text);
  const header = isJsonObject(line) && isJsonObject(line.header) ? line.header : {};
  const { tenant, thread, meta } = header;
  if (
    !isJsonObject(line) || line.type !== "thread" || typeof tenant !== "string" || typeof thread !== "string"
  ) {
    throw invalid(`${path} is no export of a thread: name files that treadle threads export has written.`);
  }
  if (!TENANT.test(tenant) || !THREAD_ID.test(thread)) {
    throw invalid(`${path} names a tenant or a thread by what is no id.`);
  }
  if (line.format === 1) {
    throw invalid(
      `${path} is of format 1, which says neither which calls were begun nor which inputs wait: export the thread again with this version, ` +
        "or restore a backup.",
    );
  }
  return { path, tenant, thread, parent: parentOf(typeof meta === "string" ? meta : "") };
}

async function readVerified(path: string, env: Env): Promise<Whole> {
  const bytes = await readBytes(path);
  try {
    const exported = await readExport(textOfExport(bytes));
    const { differences: [first] } = await verifyThread(exported, partsFor(env));
    const { rest, meta, state } = exported;
    for (const time of [meta.createdAt, state.wakes?.due ?? 0]) {
      if (Number.isSafeInteger(time)) continue;
      throw new AgentError(
        "store_corrupt",
        "The time of its creation, or when it is due, is no whole number.",
      );
    }
    if (rest?.inbox.some((text) => !text.isWellFormed())) {
      throw new AgentError(
        "store_corrupt",
        "An input that waits has half of a character, which no store takes.",
      );
    }
    if (first === undefined && rest !== undefined) return { ...exported, rest };
    const place = first?.index === undefined ? "" : `entry ${first.index}: `;
    throw new AgentError(
      "store_corrupt",
      `What the thread has recorded is something else: ${place}${first?.what ?? "the chain"}`,
    );
  } catch (thrown) {
    throw new AgentError("store_corrupt", `${path}: ${toAgentError(thrown).message}`, { cause: thrown });
  }
}

async function readBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await readFile(path));
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new CommandError("file_unreadable", `${path} cannot be read: ${why}.`);
  }
}

/** The thread as a move has it. Receipts are in no export. */
function toMovingThread({ header, meta, state, calls, decisions, rest, blobs }: Whole): MovingThread {
  const { tenant: _tenant, thread: _thread, ...stored } = header;
  const { started, inbox, phases: _phases, ...others } = rest;
  const ids = new Set([...Object.keys(started), ...decisions.map(({ callId }) => callId)]);
  return {
    createdAt: meta.createdAt,
    header: { ...stored, ...others, counters: { ...ZERO_COUNTERS, ...header.counters } },
    pending: calls.length === 0 ? null : { ids: calls.flatMap(storedIds), calls: JSON.stringify(calls) },
    marks: Array.from(ids, (id) => {
      const own = decisions.filter(({ callId }) => callId === id).map(({ callId: _id, ...decision }) =>
        decision
      );
      const startedEpoch = started[id];
      return [id, {
        ...startedEpoch === undefined ? {} : { startedEpoch },
        ...own.length === 0 ? {} : { decisions: own },
      }];
    }),
    awaits: calls.some(asksPeople) && header.status !== "cancelled" ? state.updatedAt : null,
    inbox: inbox.map((text) => ({ owner: "import", text })),
    receipts: [],
    blobs: [...blobs.keys()].sort(),
  };
}

/** Most threads that a copy names behind the one that it is of, as a fork does. */
const SOURCES = 8;

/** The thread under another id. Its record covers the id, so the chain of the copy begins anew, over all entries, as that of a fork does. */
async function toCopy(
  { header, meta, state, calls, rest, texts, ...exported }: Whole,
  id: string,
  at: number,
): Promise<Whole> {
  const { tenant, thread, version, status } = header;
  if (
    status === "open" || calls.length + rest.inbox.length + (state.detached?.length ?? 0) > 0 ||
    meta.parent !== undefined
  ) {
    throw invalid(
      `${thread} has calls or inputs that wait, or a step that can go on, or runs a phase of another thread: a copy would do the same once ` +
        "more. Import it under its own id, or fork it.",
    );
  }
  const { noticeMark = state.noticeMark, forkedFrom } = meta;
  const sources = forkedFrom && [forkedFrom.thread, ...forkedFrom.sources ?? []].slice(0, SOURCES);
  const copied: ThreadMeta = {
    ...meta,
    createdAt: at,
    ...noticeMark === undefined ? {} : { noticeMark },
    forkedFrom: { thread, version, ...sources && { sources } },
  };
  const text = JSON.stringify(copied);
  const chain = await SharedChain.open({ tenant, thread: id, meta: text, since: version });
  await chain.add(texts);
  const record = {
    head: await chain.close(),
    ...version === 0 ? {} : { since: version },
    ...texts.length === 0 ? {} : { shared: texts.length },
  };
  const { wakes: _wakes, ...kept } = state;
  const { facets, givenTitle, archived: _archived, ...others } = rest;
  const title = givenTitle?.text ?? state.title;
  const next: AgentState = { ...kept, ...title === undefined ? {} : { title }, record };
  return {
    ...exported,
    header: { ...header, thread: id, schema: SCHEMA, meta: text, state: JSON.stringify(next) },
    meta: copied,
    state: next,
    calls,
    rest: {
      ...others,
      ...facets && { facets: withTitleOfFork(facets, { title, chat: findChat(id, thread) }) },
    },
    texts,
  };
}

function invalid(message: string): CommandError {
  return new CommandError("export_invalid", message);
}
