// Deliberate defects of the ledger, which a case of the conformance suite must find: each names the case.

import { ZERO_AMOUNTS } from "../../../src/core/store/ledger.ts";
import { MemoryLedger } from "../../../src/stores/embedded/ledger/memory.ts";
import { MemoryTables } from "../../../src/stores/embedded/memory.ts";
import { BOOK, RELEASE, RESERVE } from "../../../src/stores/upstash/lua/ledger.ts";
import type { ScriptContractMutation, TableContractMutation } from "./contract_mutations.ts";

const ALL_OR_NONE = "a reservation holds its amounts in all of its accounts, or in none";
const CONCURRENT = "64 reservations at the same time hold not one token more than a limit";
const RESERVED_AGAIN = "a reservation that is sent again is held once, and a refused one leaves nothing";
const EXPIRES = "what a reservation holds is free from its expiry on, and not before";
const EXACT = "amounts up to 2^53 are exact";
const BOOKED_AGAIN =
  "a booking that is sent again within an hour is made once, and 64 at the same time are all made";
const BOOKED_ABOVE =
  "a booking frees the reservations that it names and books what was spent, also beyond a limit";
const BOOKED_LATE =
  "a booking that names an expired or an unknown reservation books all the same and frees nothing else";
const ENDED = "a reservation that arrives behind the booking that ended it holds nothing";
const RELEASED = "a begin that is busy keeps no reservation, and the same one may be made later";

export const LEDGER_SCRIPT_MUTATIONS: readonly ScriptContractMutation[] = [
  {
    name: "a reservation ignores what others hold",
    script: RESERVE,
    text: "limit - used[i] - held[i]",
    becomes: "limit - used[i]",
    foundBy: CONCURRENT,
  },
  {
    name: "a reservation ignores what is used",
    script: RESERVE,
    text: "limit - used[i] - held[i]",
    becomes: "limit - held[i]",
    foundBy: BOOKED_ABOVE,
  },
  {
    name: "a reservation is compared with its limit as a sum of floats",
    script: RESERVE,
    text: "asked[i] > limit - used[i] - held[i]",
    becomes: "used[i] + held[i] + asked[i] > limit",
    foundBy: EXACT,
  },
  {
    name: "sums of the ledger lose their last digits",
    script: BOOK,
    text: "string.format('%.17g', sum)",
    becomes: "string.format('%.14g', sum)",
    foundBy: EXACT,
  },
  {
    name: "only the first account of a reservation is checked",
    script: RESERVE,
    text: "for place, account in ipairs(accounts) do",
    becomes: "for place, account in ipairs({accounts[1]}) do",
    foundBy: ALL_OR_NONE,
  },
  {
    name: "a refused reservation holds amounts",
    script: RESERVE,
    text: "if refused then return refused end",
    becomes:
      "if refused then redis.call('HSET', K.day, 'h' .. accounts[1].name, '1 1 1 1 1') return refused end",
    foundBy: ALL_OR_NONE,
  },
  {
    name: "a reservation that is sent again is made again",
    script: RESERVE,
    text: "if redis.call('ZSCORE', K.live, member) then return 1 end",
    becomes: "",
    foundBy: RESERVED_AGAIN,
  },
  {
    name: "an expired reservation is never freed",
    script: RESERVE,
    text: "'(0', N.now,",
    becomes: "'(0', 0,",
    foundBy: EXPIRES,
  },
  {
    name: "a reservation is freed before its expiry",
    script: RESERVE,
    text: "'(0', N.now,",
    becomes: "'(0', N.now + 1,",
    foundBy: EXPIRES,
  },
  {
    name: "a reservation is refused because of more expired ones than a call frees",
    script: RESERVE,
    text: "while refused and freeExpired() do refused = refusal() end",
    becomes: "",
    foundBy: "any number of expired reservations is free for one that needs their amounts",
  },
  {
    name: "a booking that is sent again is made again",
    script: BOOK,
    text: "if redis.call('ZSCORE', K.live, booked) then return 0 end",
    becomes: "",
    foundBy: BOOKED_AGAIN,
  },
  {
    name: "a booking is forgotten within the hour",
    script: BOOK,
    text: "-(N.now + 3600000)",
    becomes: "-(N.now + 3590000)",
    foundBy: BOOKED_AGAIN,
  },
  {
    name: "a booking does not free its reservations",
    script: BOOK,
    text: "free(id)\n  ended",
    becomes: "ended",
    foundBy: BOOKED_ABOVE,
  },
  {
    name: "a booking of an unknown reservation is dropped",
    script: BOOK,
    text: "local reservations = moreArgs + N.accounts",
    becomes: `local reservations = moreArgs + N.accounts
for i = reservations, #ARGV do if redis.call('HEXISTS', K.day, 'r' .. ARGV[i]) == 0 then return 0 end end`,
    foundBy: BOOKED_LATE,
  },
  {
    name: "a reservation that a booking has ended is made again",
    script: BOOK,
    text: "ended[#ended + 1] = 'r' .. id",
    becomes: "ended[#ended + 1] = 'x' .. id",
    foundBy: ENDED,
  },
  {
    name: "counts of two groups are one",
    script: BOOK,
    text: "unescape(named) .. '|'",
    becomes: "'|'",
    foundBy: "counts are apart by their group and name, whatever these are like",
  },
  {
    name: "a booking of nothing makes a day",
    script: BOOK,
    text:
      "if some then redis.call('HSET', K.day, field, table.concat(words, ' '))\n    else redis.call('HDEL', K.day, field) end",
    becomes: "redis.call('HSET', K.day, 'a' .. field, table.concat(words, ' '))",
    foundBy: "a booking of nothing ends its reservations and makes no day",
  },
  {
    name: "a begin that did not begin keeps its reservation",
    script: RELEASE,
    text: "free(T.id)\n",
    becomes: "",
    foundBy: RELEASED,
  },
  {
    name: "a reservation that was released cannot be made later",
    script: RELEASE,
    text: "redis.call('ZREM', K.live, member)",
    becomes: "",
    foundBy: RELEASED,
  },
];

export const LEDGER_TABLE_MUTATIONS: readonly TableContractMutation[] = [
  {
    name: "memory: a reservation ignores what others hold",
    foundBy: CONCURRENT,
    tables: () =>
      withLedger(
        new class extends MemoryLedger {
          override sum(...[id, kind, account]: Parameters<MemoryLedger["sum"]>) {
            return kind === "held" ? ZERO_AMOUNTS : super.sum(id, kind, account);
          }
        }(),
      ),
  },
  {
    name: "memory: an expired reservation is never freed",
    foundBy: EXPIRES,
    tables: () =>
      withLedger(
        new class extends MemoryLedger {
          override expiredReservations(): string[] {
            return [];
          }
        }(),
      ),
  },
  {
    name: "memory: a booking that is sent again is made again",
    foundBy: BOOKED_AGAIN,
    tables: () =>
      withLedger(
        new class extends MemoryLedger {
          override hasEnded(...[id, kind, name]: Parameters<MemoryLedger["hasEnded"]>): boolean {
            return kind === "reservation" && super.hasEnded(id, kind, name);
          }
        }(),
      ),
  },
  {
    name: "memory: a reservation that a booking has ended is made again",
    foundBy: ENDED,
    tables: () =>
      withLedger(
        new class extends MemoryLedger {
          override hasEnded(...[id, kind, name]: Parameters<MemoryLedger["hasEnded"]>): boolean {
            return kind === "booking" && super.hasEnded(id, kind, name);
          }
        }(),
      ),
  },
];

function withLedger(ledger: MemoryLedger): MemoryTables {
  return new class extends MemoryTables {
    override readonly ledger = ledger;
  }();
}
