// Deliberate defects of enqueue and of the due index, which a case of the conformance suite must find: each names the case.

import type { DueItem } from "../../../src/core/store/due.ts";
import { MemoryDue } from "../../../src/stores/embedded/due/tables.ts";
import { MemoryTables } from "../../../src/stores/embedded/memory.ts";
import type { ReceiptRecord } from "../../../src/stores/embedded/tables.ts";
import { BEGIN } from "../../../src/stores/upstash/lua/begin.ts";
import { COMMIT } from "../../../src/stores/upstash/lua/commit.ts";
import { MOVE_DUE, PUT_DEFINITION } from "../../../src/stores/upstash/lua/due.ts";
import { ENQUEUE } from "../../../src/stores/upstash/lua/enqueue.ts";
import type { ScriptContractMutation, TableContractMutation } from "./contract_mutations.ts";

const AGAIN =
  "an enqueue that arrives again is answered queued and queues once, also behind a begin and another input";
const DUPLICATE =
  "a key that was enqueued is a duplicate or a mismatch, also when a step has consumed its inputs";
const REMEMBERED =
  "an enqueue remembers its key for as long as it says, and a begin with the key does not shorten that";
const FULL = "a full inbox takes no enqueue, by its number and by its bytes, and knows its keys";
const RENEWS = "an enqueue renews the lifetime of the thread, and a thread that has ended is new";
const NEW_THREAD = "a removed thread knows no key of an enqueue, and a new one has nothing of it";
const REFUSED = "an enqueue that is refused changes nothing but the due index";
const FROM = "a row of the due index is moved or removed only from the time that it has";
const ONE_WINS = "of many moves from one time to one time one wins";
const EXPECTED = "a definition with an expected text is put when that text is there, and of many one wins";
const DUE_LIST =
  "a row of the due index is entered, moved in place, and listed when its time has come, the earliest first";

export const WAKE_SCRIPT_MUTATIONS: readonly ScriptContractMutation[] = [
  {
    name: "an enqueue does not know its own owner",
    script: ENQUEUE,
    text: "if owner == T.owner then",
    becomes: "if false then",
    foundBy: AGAIN,
  },
  {
    name: "an enqueue queues what its key has queued before",
    script: ENQUEUE,
    text: "return {'duplicate', version}",
    becomes: "",
    foundBy: DUPLICATE,
  },
  {
    name: "an enqueue does not compare the bodies of one key",
    script: ENQUEUE,
    text: "if r.bodyHash ~= T.bodyHash then return {'mismatch'} end",
    becomes: "",
    foundBy: DUPLICATE,
  },
  {
    name: "an enqueue knows keys of an earlier incarnation",
    script: ENQUEUE,
    text: "and r.incarnation == f.incarnation",
    becomes: "",
    foundBy: NEW_THREAD,
  },
  {
    name: "an enqueue counts only the bytes of its own inputs",
    script: ENQUEUE,
    text: "for _, text in ipairs(texts(items)) do size = size + #text end",
    becomes: "",
    foundBy: FULL,
  },
  {
    name: "an enqueue does not renew the thread's lifetime",
    script: ENQUEUE,
    text: "\nkeep()\n",
    becomes: "\n",
    foundBy: RENEWS,
  },
  {
    name: "an enqueue does not look at the schema",
    script: ENQUEUE,
    text: "if schema > N.schema then",
    becomes: "if false then",
    foundBy: REFUSED,
  },
  {
    name: "a begin shortens the receipt of an enqueue",
    script: BEGIN,
    text: "redis.call('PEXPIRE', K.receipt, receiptMs)",
    becomes: "redis.call('PEXPIRE', K.receipt, N.receiptMs)",
    foundBy: REMEMBERED,
  },
  {
    name: "a commit shortens the receipt of an enqueue",
    script: COMMIT,
    text: "if receiptLeft < N.receiptMs then",
    becomes: "if true then",
    foundBy: REMEMBERED,
  },
  {
    name: "a move does not compare the time that the row has",
    script: MOVE_DUE,
    text: "if math.floor(score) ~= N.from then return 0 end",
    becomes: "",
    foundBy: FROM,
  },
  {
    name: "a move takes another move to the same time for its own",
    script: MOVE_DUE,
    text: "score == tonumber(T.to)",
    becomes: "math.floor(score) == math.floor(tonumber(T.to))",
    foundBy: ONE_WINS,
  },
  {
    name: "a definition is put whatever is there",
    script: PUT_DEFINITION,
    text: "if known ~= T.expected then return 0 end",
    becomes: "",
    foundBy: EXPECTED,
  },
];

export const WAKE_TABLE_MUTATIONS: readonly TableContractMutation[] = [
  {
    name: "the due index keeps the first time of a row",
    tables: () =>
      withDue(
        new class extends MemoryDue {
          override put(item: DueItem): void {
            if (this.at(item.tenant, item.name) === undefined) super.put(item);
          }
        }(),
      ),
    foundBy: DUE_LIST,
  },
  {
    name: "the due index lists rows whose time has not come",
    tables: () =>
      withDue(
        new class extends MemoryDue {
          override until(_until: number, limit: number): DueItem[] {
            return super.until(Infinity, limit);
          }
        }(),
      ),
    foundBy: DUE_LIST,
  },
  {
    name: "the receipt of an enqueue ends as soon as others",
    tables: () =>
      new class extends MemoryTables {
        override putReceipt(id: number, key: string, receipt: ReceiptRecord): void {
          const expiresAt = Math.min(receipt.expiresAt, 1_700_000_000_000 + 86_400_000);
          super.putReceipt(id, key, { ...receipt, expiresAt });
        }
      }(),
    foundBy: REMEMBERED,
  },
];

function withDue(due: MemoryDue): MemoryTables {
  return new class extends MemoryTables {
    override readonly due = due;
  }();
}
