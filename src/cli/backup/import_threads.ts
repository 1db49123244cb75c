// Exports of threads, into a store: each thread is locked there until it is whole, and compared with its export before it opens.

import { AgentError } from "../../core/error.ts";
import type { Env } from "../../core/ports.ts";
import { openPlace } from "../move/places.ts";
import { ExportedSource } from "./exported_source.ts";
import { restoreThreads } from "./restore_tenant.ts";

/** What an import is made of: paths of exports, and the name of a store. */
export interface ImportRequest {
  readonly files: readonly string[];
  readonly to: string;
  /** The id that the one thread gets; its own by default. */
  readonly as?: string | undefined;
  /** Replaces threads that the store has in another form. */
  readonly replace: boolean;
  /** Keeps decisions about calls that wait, which no record proves: a file that someone has changed may approve a call. */
  readonly decisions?: boolean;
  readonly env: Env;
  readonly now: () => number;
  readonly onThread?: (thread: string) => void;
}

/** What was imported. */
export interface ImportReport {
  readonly tenant: string;
  readonly imported: readonly string[];
  /** Those that the store has as their exports have them, or later. */
  readonly there: readonly string[];
  /** Why threads were not imported, by their ids. */
  readonly left: Readonly<Record<string, string>>;
  /** Those that were imported without the decisions of their exports: their calls wait for people again. */
  readonly undecided: readonly string[];
}

/**
 * Imports threads, those below others before these. Nothing is left of one that cannot be imported.
 *
 * @throws {CommandError} file_unreadable, export_invalid, place_unknown - before anything is imported
 * @throws {AgentError} store_unavailable, store_full: the same call goes on where this one has stopped
 */
export async function importThreads(
  { files, to, as, replace, decisions = false, env, now, onThread }: ImportRequest,
): Promise<ImportReport> {
  const source = await ExportedSource.open(files, { as, decisions, now: now(), env });
  const { tenant, threads } = source;
  const place = openPlace(to, env, true);
  try {
    await place.ping();
    const names = new Set(threads.map(({ thread }) => thread));
    const { restored, there, left } = await restoreThreads({
      tenant,
      threads,
      from: {
        readThread: async (ref) => {
          for (const child of await source.phasesOf(ref.thread)) {
            const isThere = names.has(child) || await place.findThread({ tenant, thread: child }) === "open";
            if (!isThere) throw phaseMissing(child);
          }
          return await source.readThread(ref);
        },
        readEntries: (ref, after) => source.readEntries(ref, after),
        readBlob: (ref, id) => source.readBlob(ref, id),
      },
      to: place,
      dueAt: (thread) => source.dueAt(thread),
      replace,
      now: now(),
      onThread,
    });
    const undecided = restored.filter((thread) => source.isUndecided(thread));
    return { tenant, imported: restored, there, left, undecided };
  } finally {
    await place.close();
  }
}

/** It would begin anew, and with it what it has done. */
function phaseMissing(child: string): AgentError {
  return new AgentError(
    "store_corrupt",
    `${child}, which a phase of it runs in, is neither in the store nor among the files: export and import both`,
  );
}
