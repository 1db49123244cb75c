// commit and advance: the second of a step's two requests. core/store.ts has their invariants.

import { EVENT_LIMIT } from "../../../core/store/limits.ts";
import { COMMIT_FIELD, COMMITS, HEADER_FIELD, PENDING_FIELD, RECEIPT_FIELD, SEGMENT } from "../layout.ts";
import { CHECKS, EVENTS, INBOX_TEXTS, RENEWAL, SEGMENTS, TOTALS } from "./functions.ts";
import { defineScript, quoteNames, readFields } from "./script.ts";

const H = quoteNames(HEADER_FIELD);
const P = quoteNames(PENDING_FIELD);
const R = quoteNames(RECEIPT_FIELD);
const READ_HEADER = readFields("f", "K.header", HEADER_FIELD, [
  "schema",
  "version",
  "epoch",
  "cancelledEpoch",
  "length",
  "counters",
  "moreCounters",
  "incarnation",
  "beginOwner",
  "beginEpoch",
  "lateCounters",
]);

/**
 * Ends a step. Optional keys: the receipt when the request has an idempotency key; the events when there are some;
 * the previous segment when the commit fills the active one; the staged entries; the clock of renewal when threads
 * expire; the blob ids then and when there are blobs. More keys: the archives that the previous segment moves to,
 * then the blobs. More arguments: the entries, without the staged ones; the ids of pending calls; the events, each
 * seq and text; the ids of the blobs.
 *
 * Answers  committed, version, waiting, renew | advanced, version, epoch, inbox, renew
 *        | fenced, cancelled | conflict, version | roll, length
 * `roll`: nothing was done, because archives are missing among the keys; the caller sends it again with those for
 * this length. `renew`: see RENEWAL in script.ts. The first blobs of a thread of one segment need none: the script gives them their
 * lives and starts the clock.
 */
export const COMMIT = defineScript({
  name: "commit",
  keys: ["header", "active", "lease", "pending", "inbox"],
  optionalKeys: ["receipt", "events", "previous", "staged", "renewal", "blobs"],
  numbers: [
    "epoch",
    "version",
    "schema",
    "consumed", // inbox items that the commit removes
    "entries", // among the arguments
    "stagedEntries",
    "pendingIds",
    "eventCount",
    "blobCount",
    "archives",
    "firstArchive", // number of the segment that moves to the first of the archives
    "receiptMs",
    "eventMs",
    "threadMs", // 0 for ever
    "leaseMs", // more than 0 to advance, 0 to commit
    "afterCancel",
    "base", // of the summary
  ],
  texts: [
    "owner",
    "status",
    "state",
    "counters", // to add, as in the header
  ],
  // the receipt's two with a receipt, to commit; newBlob is the piece of the first of the blobs
  optionalTexts: ["pendingCalls", "summary", "bodyHash", "newBlob", "receiptState", "receiptText", "facets"],
  uses: [CHECKS, INBOX_TEXTS, EVENTS, RENEWAL, SEGMENTS, TOTALS],
  body: `
local owner, epoch, ttl, lease, status = T.owner, N.epoch, N.threadMs, N.leaseMs, T.status
local slot = '${COMMIT_FIELD}' .. (N.version + 1) % ${COMMITS}
${READ_HEADER}
if not f.version then return {'fenced', 0} end
if not f.incarnation then corrupt('header') end
local version, current, length = whole(f.version, 'header'), whole(f.epoch, 'header'), whole(f.length, 'header')
local sums = totals(f.counters, f.moreCounters)
local items = lease > 0 and redis.call('LRANGE', K.inbox, 0, -1) or {}
local waiting, size = texts(items), lease == 0 and redis.call('LLEN', K.inbox) or #items

local function answer(at, nextEpoch, consumed, renew)
  if lease == 0 then return {'committed', at, math.max(0, size - consumed), renew} end
  return {'advanced', at, nextEpoch, {unpack(waiting, consumed + 1)}, renew}
end

local last = redis.call('HGET', K.header, slot) or ''
local made, nextEpoch, by = string.match(last, '^(%d+) (%d+) (.*)$')
if tonumber(made) == N.version + 1 and by == owner then return answer(N.version + 1, tonumber(nextEpoch), 0, 0) end
if whole(f.schema, 'header') > N.schema then return {'fenced', 0} end
local counters, moreCounters = added(sums, T.counters)
local beganLast = f.beginOwner == owner and tonumber(f.beginEpoch) == epoch
if epoch ~= current or not beganLast then
  local cancelled = beganLast and f.epoch == f.cancelledEpoch
  if N.afterCancel == 0 or not cancelled then
    local step = owner .. ':' .. epoch
    if N.afterCancel == 1 and f.lateCounters ~= step then
      redis.call('HSET', K.header, ${H.counters}, counters, ${H.moreCounters}, moreCounters, ${H.lateCounters}, step)
    end
    return {'fenced', cancelled and 1 or 0}
  end
  status = 'cancelled'
end
if version ~= N.version then return {'conflict', version} end

assertActive(length)
local staged = K.staged and redis.call('LRANGE', K.staged, 0, -1) or {}
if #staged ~= N.stagedEntries then error('staged entries are missing', 0) end
local after = length + #staged + N.entries
local segment, final = segmentOf(length), segmentOf(after)
if final > segment then
  local low, high = math.max(segment - 1, 0), final - 2
  local lastArchive = N.firstArchive + N.archives - 1
  if not K.previous or (high >= low and (low < N.firstArchive or high > lastArchive)) then return {'roll', length} end
  if segment > 0 and redis.call('LLEN', K.previous) ~= ${SEGMENT} then corrupt('history') end
end
local arg = moreArgs + N.entries
local kept = {}
for i = arg, arg + N.pendingIds - 1 do
  for _, field in ipairs({${P.startedEpoch} .. ARGV[i], ${P.decision} .. ARGV[i]}) do
    kept[field] = redis.call('HGET', K.pending, field)
  end
end
local holder = lease == 0 and redis.call('GET', K.lease)
local known, receiptLeft = {}, 0
if K.receipt then
  known = redis.call('HMGET', K.receipt, ${R.incarnation}, ${R.from})
  receiptLeft = redis.call('PTTL', K.receipt)
end
local same = known[1] == f.incarnation
if same then whole(known[2], 'receipt') end
local lastLogged = K.events and lastEvent(K.events)
if T.newBlob then redis.call('HLEN', KEYS[moreKeys + N.archives]) end
if N.blobCount > 0 then redis.call('SCARD', K.blobs) end
local renew = renewal(ttl, after, K.renewal, K.blobs)
local starts = ttl > 0 and N.blobCount > 0 and after <= ${SEGMENT} and redis.call('EXISTS', K.blobs) == 0
if ttl > 0 and N.blobCount > 0 and not starts and redis.call('EXISTS', K.renewal) == 0 then renew = 1 end

local room = ${SEGMENT} - (length - segment * ${SEGMENT})
local function append(list, first, count)
  while count > 0 do
    if room == 0 then
      if segment > 0 then
        local archive = KEYS[moreKeys + segment - 1 - N.firstArchive]
        redis.call('RENAME', K.previous, archive)
        if ttl > 0 then redis.call('PEXPIRE', archive, 3 * ttl) end
      end
      redis.call('RENAME', K.active, K.previous)
      if ttl > 0 then redis.call('PEXPIRE', K.previous, 3 * ttl) end
      segment, room = segment + 1, ${SEGMENT}
    end
    local n = math.min(count, room, 1000)
    redis.call('RPUSH', K.active, unpack(list, first, first + n - 1))
    first, count, room = first + n, count - n, room - n
  end
end
append(staged, 1, #staged)
if K.staged then redis.call('DEL', K.staged) end
append(ARGV, moreArgs, N.entries)

redis.call('DEL', K.pending)
if N.pendingIds > 0 then
  redis.call('HSET', K.pending, ${P.calls}, T.pendingCalls)
  for i = 1, N.pendingIds do redis.call('HSET', K.pending, ${P.place} .. ARGV[arg + i - 1], i) end
  for field, mark in pairs(kept) do
    if mark then redis.call('HSET', K.pending, field, mark) end
  end
end
arg = arg + N.pendingIds
if N.consumed > 0 then redis.call('LTRIM', K.inbox, N.consumed, -1) end
if T.facets then redis.call('HSET', K.header, ${H.facets}, T.facets) end
if T.summary then redis.call('HSET', K.header, ${H.base}, N.base, ${H.summary}, T.summary) end

nextEpoch = lease > 0 and current + 1 or current
redis.call('HSET', K.header, ${H.schema}, N.schema, ${H.version}, version + 1, ${H.epoch}, nextEpoch,
  ${H.status}, status, ${H.length}, after, ${H.state}, T.state, ${H.counters}, counters, ${H.moreCounters}, moreCounters,
  slot, (version + 1) .. ' ' .. nextEpoch .. ' ' .. owner)
if lease > 0 then
  redis.call('HSET', K.header, ${H.beginEpoch}, nextEpoch)
  redis.call('SET', K.lease, owner, 'PX', lease)
else
  redis.call('HSET', K.header, ${H.endedEpoch}, epoch)
  if holder == owner then redis.call('DEL', K.lease) end
end

if K.receipt then
  if lease == 0 then
    redis.call('HSET', K.receipt, ${R.state}, T.receiptState, ${R.incarnation}, f.incarnation,
      ${R.bodyHash}, T.bodyHash, ${R.epoch}, epoch, ${R.from}, same and known[2] or length, ${R.to}, after,
      ${R.text}, T.receiptText)
  elseif same then
    redis.call('HSET', K.receipt, ${R.epoch}, nextEpoch, ${R.to}, after)
  end
  if receiptLeft < N.receiptMs then redis.call('PEXPIRE', K.receipt, N.receiptMs) end
end
if K.events then log(K.events, lastLogged, arg, N.eventCount, ${EVENT_LIMIT}, N.eventMs) end
arg = arg + 2 * N.eventCount
if T.newBlob then redis.call('HSET', KEYS[moreKeys + N.archives], '0', T.newBlob) end
for i = 0, N.blobCount - 1 do
  local blob = KEYS[moreKeys + N.archives + i]
  redis.call('SADD', K.blobs, ARGV[arg + i])
  if ttl > 0 then redis.call('PEXPIRE', blob, 3 * ttl) else redis.call('PERSIST', blob) end
end

keep()
if ttl > 0 and N.blobCount > 0 then redis.call('PEXPIRE', K.blobs, 3 * ttl) end
if starts then redis.call('SET', K.renewal, '1', 'PX', ttl) end
return answer(version + 1, nextEpoch, N.consumed, renew)
`,
});
