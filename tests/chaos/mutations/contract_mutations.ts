// Deliberate defects of the stores that a case of the conformance suite must find, whatever the chaos sees of them: each names
// the case.

import type { ThreadRef } from "../../../src/core/store/thread.ts";
import type { BlobRecord, ThreadRecord } from "../../../src/stores/embedded/tables.ts";
import { BEGIN } from "../../../src/stores/upstash/lua/begin.ts";
import { COMMIT } from "../../../src/stores/upstash/lua/commit.ts";
import { ABANDON, CANCEL, FLUSH } from "../../../src/stores/upstash/lua/lease.ts";
import { ENQUEUE } from "../../../src/stores/upstash/lua/enqueue.ts";
import { CREATE, DECIDE, HISTORY, READ_EVENTS } from "../../../src/stores/upstash/lua/thread.ts";
import { ADOPT, SHARE_BLOB } from "../../../src/stores/upstash/lua/transfer.ts";
import { MemoryTables } from "../../../src/stores/embedded/memory.ts";
import type { ScriptDefect } from "./mutations.ts";

interface FoundByCase {
  readonly name: string;
  /** The case of tests/conformance/store.ts that fails with the defect. */
  readonly foundBy: string;
}

/** A defect of a script of the upstash store. */
export interface ScriptContractMutation extends FoundByCase, ScriptDefect {}

/** A defect of the tables under the memory store. */
export interface TableContractMutation extends FoundByCase {
  readonly tables: () => MemoryTables;
}

const STEP_RENEWS = "a step that outlives the thread's lifetime keeps its thread while it renews its lease";
const QUEUE_RENEWS = "a queued input renews the lifetime of the whole thread";
const BEGIN_RENEWS = "a begin renews the lifetime of the whole thread, also when nothing is committed";
const TOLD =
  "an epoch whose events were told is no other step's: a thread that is made anew has its epochs behind it";
const BLOB_LIVES = "a blob vanishes after a day unless a commit refers to it";

const SHARED_FOUND =
  "a blob that a commit shares is found by other threads, and stays theirs when the first one is removed";

export const SCRIPT_CONTRACT_MUTATIONS: readonly ScriptContractMutation[] = [
  ...[
    { script: CANCEL, method: "cancel", text: "if schema > N.schema then return {schema} end" },
    { script: DECIDE, method: "decide", text: "if schema > N.schema then return {schema} end" },
    { script: READ_EVENTS, method: "readEvents", text: "if schema > N.schema then return {schema} end" },
    { script: HISTORY, method: "history", text: "if schema > N.schema then return schema end" },
  ].map(({ script, method, text }) => ({
    name: `${method} does not look at the schema`,
    script,
    text,
    becomes: "",
    foundBy: `${method} of a thread that a newer Treadle wrote is schema_unsupported and changes nothing`,
  })),
  {
    name: "a late commit does not look at the schema",
    script: COMMIT,
    text: "if whole(f.schema, 'header') > N.schema then return {'fenced', 0} end",
    becomes: "",
    foundBy: "the late requests of a step are fenced, and change nothing, once a newer Treadle has gone on",
  },
  {
    name: "queueing an input does not renew the thread's lifetime",
    script: BEGIN,
    text: "push()\n  keep()\n  note('Q', 0)",
    becomes: "push()\n  note('Q', 0)",
    foundBy: QUEUE_RENEWS,
  },
  {
    name: "queueing an input renews no older segments",
    script: BEGIN,
    text: "{'queued', #items + inputs, renew}",
    becomes: "{'queued', #items + inputs, 0}",
    foundBy: QUEUE_RENEWS,
  },
  {
    name: "begin does not renew the thread's lifetime",
    script: BEGIN,
    text: "push()\nkeep()\nnote('P', epoch)",
    becomes: "push()\nnote('P', epoch)",
    foundBy: BEGIN_RENEWS,
  },
  {
    name: "begin renews no older segments",
    script: BEGIN,
    text: "created, resumed, renew}",
    becomes: "created, resumed, 0}",
    foundBy: BEGIN_RENEWS,
  },
  {
    name: "flush does not renew the thread's lifetime",
    script: FLUSH,
    text: "for _, key in ipairs({K.header, K.active, K.pending, K.inbox})",
    becomes: "for _, key in ipairs({})",
    foundBy: STEP_RENEWS,
  },
  {
    name: "flush renews no older segments",
    script: FLUSH,
    text: "{'ok', renew}",
    becomes: "{'ok', 0}",
    foundBy: STEP_RENEWS,
  },
  {
    name: "advance renews no older segments",
    script: COMMIT,
    text: "N.consumed, renew)",
    becomes: "N.consumed, 0)",
    foundBy: "an advance renews the lifetime of the whole thread",
  },
  {
    name: "a thread that create makes keeps what a former one left",
    script: CREATE,
    text: "redis.call('DEL', unpack(KEYS, 2))",
    becomes: "",
    foundBy: "a thread that create makes has nothing of one that expired under its id",
  },
  {
    name: "a thread that begin makes keeps what a former one left",
    script: BEGIN,
    text: "redis.call('DEL', K.active, K.previous, K.lease, K.pending, K.inbox, K.events)",
    becomes: "",
    foundBy: "a thread that begin makes has nothing of one that expired under its id",
  },
  {
    name: "a thread that begin makes keeps the ids of a former one's blobs",
    script: BEGIN,
    text: "if ttl > 0 then redis.call('DEL', K.renewal, K.blobs) end",
    becomes: "",
    foundBy: "the blobs of an expired thread are not those of the thread that begin makes",
  },
  {
    name: "a thread that fork makes keeps what a former one left",
    script: ADOPT,
    text: "redis.call('DEL', unpack(KEYS, 2, moreKeys - 1))",
    becomes: "",
    foundBy: "a thread that fork makes has nothing of one that expired under its id",
  },
  {
    name: "a commit does not make its blobs permanent",
    script: COMMIT,
    text: "else redis.call('PERSIST', blob) end",
    becomes: "end",
    foundBy: BLOB_LIVES,
  },
  {
    name: "a fork does not make its blobs permanent",
    script: ADOPT,
    text: "else redis.call('PERSIST', blob) end",
    becomes: "end",
    foundBy: "the blobs of a fork live as long as the fork",
  },
  {
    name: "a begin finds a shared blob that nobody has put",
    script: SHARE_BLOB,
    text: "elseif not pieces or size - 1 ~= tonumber(pieces) then return 0 end",
    becomes: "end",
    foundBy: SHARED_FOUND,
  },
  {
    name: "a begin that finds a shared blob does not lengthen its life",
    script: SHARE_BLOB,
    text: "elseif left ~= -1 and left < N.lifeMs then",
    becomes: "elseif T.text then",
    foundBy: "a shared blob outlives the thread that shared it while another thread is written to",
  },
  {
    name: "a flush takes the lease of the step that overtook it",
    script: FLUSH,
    text: "if not runs then return {'fenced'} end\nlocal holder = redis.call('GET', K.lease)",
    becomes: "local holder = false",
    foundBy: "a flush of a fenced step leaves the lease to its owner",
  },
  {
    name: "a flush of an earlier incarnation of the thread takes the lease",
    script: FLUSH,
    text:
      "and f.beginOwner == T.owner\nif not runs then return {'fenced'} end\nlocal holder = redis.call('GET', K.lease)",
    becomes: "\nif not runs then return {'fenced'} end\nlocal holder = false",
    foundBy: "a flush of an earlier incarnation of the thread leaves the lease to its owner",
  },
  {
    name: "abandon takes inputs back after an advance",
    script: ABANDON,
    text: "if not undone then return 1 end",
    becomes: "",
    foundBy: "abandon after an advance takes back neither the inputs that still wait nor the thread",
  },
  {
    name: "abandon forgets that an advance has committed",
    script: ABANDON,
    text: "local undone = f.beginResumed == '0' and f.beginVersion == f.version",
    becomes: "local undone = f.beginResumed == '0'",
    foundBy: "abandon after an advance keeps the thread that its begin created, also when no input waits",
  },
  {
    name: "abandon forgets an epoch that was told",
    script: ABANDON,
    text: "if N.told == 1 or N.epoch > 1 then",
    becomes: "if N.epoch > 1 then",
    foundBy: TOLD,
  },
  {
    name: "abandon forgets the epochs before its own",
    script: ABANDON,
    text: "if N.told == 1 or N.epoch > 1 then",
    becomes: "if N.told == 1 then",
    foundBy: TOLD,
  },
  {
    name: "begin gives an epoch that was told to another step",
    script: BEGIN,
    text: "toldEpoch(K.events), T.newFacets)",
    becomes: "0, T.newFacets)",
    foundBy: TOLD,
  },
  {
    name: "create gives an epoch that was told to another step",
    script: CREATE,
    text: "local told = toldEpoch(K.events)",
    becomes: "local told = 0",
    foundBy: TOLD,
  },
  {
    name: "enqueue gives an epoch that was told to another step",
    script: ENQUEUE,
    text: "local told = toldEpoch(K.events)",
    becomes: "local told = 0",
    foundBy: TOLD,
  },
];

export const TABLE_CONTRACT_MUTATIONS: readonly TableContractMutation[] = [
  {
    name: "memory: queueing an input does not renew the thread's lifetime",
    foundBy: QUEUE_RENEWS,
    tables: () => expiringUnless((old, record) => old.queuedBy === record.queuedBy),
  },
  {
    name: "memory: flush does not renew the thread's lifetime",
    foundBy: STEP_RENEWS,
    tables: () =>
      expiringUnless((old, { header, queuedBy }) => old.header !== header || old.queuedBy !== queuedBy),
  },
  {
    name: "memory: a commit does not make its blobs permanent",
    foundBy: BLOB_LIVES,
    tables: () =>
      new class extends MemoryTables {
        override makeBlobsPermanent(): void {}
      }(),
  },
  {
    name: "memory: a begin finds a shared blob and leaves it to the thread that has it",
    foundBy: "what a begin has found is there for its commit, whatever happens to the thread that had it",
    tables: () =>
      new class extends MemoryTables {
        readonly #known = new Set<string>();
        override putBlob(ref: ThreadRef, id: string, blob: BlobRecord): void {
          this.#known.add(id);
          super.putBlob(ref, id, blob);
        }
        override shareBlob(_ref: ThreadRef, id: string): boolean {
          return this.#known.has(id);
        }
      }(),
  },
  {
    name: "memory: a begin finds the shared blobs of every tenant",
    foundBy: "a shared blob is found in its tenant alone, and by its own id",
    tables: () =>
      new class extends MemoryTables {
        readonly #texts = new Map<string, string>();
        override putBlob(ref: ThreadRef, id: string, blob: BlobRecord): void {
          this.#texts.set(id, blob.text);
          super.putBlob(ref, id, blob);
        }
        override shareBlob(ref: ThreadRef, id: string, expiresAt: number): boolean {
          const text = this.#texts.get(id);
          if (text !== undefined) this.putBlob(ref, id, { text, expiresAt });
          return text !== undefined;
        }
      }(),
  },
];

/** Tables that keep a thread's old end unless the change may renew it. */
function expiringUnless(mayRenew: (old: ThreadRecord, record: ThreadRecord) => boolean): MemoryTables {
  return new class extends MemoryTables {
    override updateThread(record: ThreadRecord): void {
      const old = this.thread(record.ref);
      const expiresAt = old && !mayRenew(old, record) ? old.expiresAt : record.expiresAt;
      super.updateThread({ ...record, expiresAt });
    }
  }();
}
