// commit and advance: the second of a step's two requests. core/store.ts has their invariants.

import { EVENT_LIMIT } from "../../../core/store/limits.ts";
import { COMMIT_FIELD, COMMITS, HEADER_FIELD, PENDING_FIELD, RECEIPT_FIELD, SEGMENT } from "../layout.ts";
import { defineScript, EVENTS, INBOX_TEXTS, quoted, readFields, RENEWAL } from "./script.ts";

const H = quoted(HEADER_FIELD);
const P = quoted(PENDING_FIELD);
const R = quoted(RECEIPT_FIELD);
const READ_HEADER = readFields("f", "K.header", HEADER_FIELD, [
  "version",
  "epoch",
  "cancelledEpoch",
  "length",
  "counters",
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
 * this length. `renew`: see RENEWAL in script.ts.
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
  // the last two with a receipt, to commit; newBlob is the piece of the first of the blobs
  optionalTexts: ["pendingCalls", "summary", "bodyHash", "newBlob", "receiptState", "receiptText"],
  sha1: "7d79882227f7d8e9d19e68e1c4f2815b05912f41",
  lockingSha1: "6e8cf9b407abb69a41c55f0cfb65c4563659f4b6",
  uses: [INBOX_TEXTS, EVENTS, RENEWAL],
  body: `
local owner, epoch, ttl, lease, status = T.owner, N.epoch, N.threadMs, N.leaseMs, T.status
local slot = '${COMMIT_FIELD}' .. (N.version + 1) % ${COMMITS}
${READ_HEADER}
if not f.version then return {'fenced', 0} end
local version, current, length = tonumber(f.version), tonumber(f.epoch), tonumber(f.length)

local function answer(at, nextEpoch, renew)
  if lease == 0 then return {'committed', at, redis.call('LLEN', K.inbox), renew} end
  return {'advanced', at, nextEpoch, texts(redis.call('LRANGE', K.inbox, 0, -1)), renew}
end
local function sum()
  local out, stored = {}, string.gmatch(f.counters, '%S+') -- of an earlier version fewer
  for number in string.gmatch(T.counters, '%S+') do
    out[#out + 1] = string.format('%.17g', tonumber(stored() or 0) + tonumber(number))
  end
  return table.concat(out, ' ')
end

local last = redis.call('HGET', K.header, slot) or ''
local made, nextEpoch, by = string.match(last, '^(%d+) (%d+) (.*)$')
if tonumber(made) == N.version + 1 and by == owner then return answer(N.version + 1, tonumber(nextEpoch), 0) end
local beganLast = f.beginOwner == owner and tonumber(f.beginEpoch) == epoch
if epoch ~= current or not beganLast then
  local cancelled = beganLast and f.epoch == f.cancelledEpoch
  if N.afterCancel == 0 or not cancelled then
    local step = owner .. ':' .. epoch
    if N.afterCancel == 1 and f.lateCounters ~= step then
      redis.call('HSET', K.header, ${H.counters}, sum(), ${H.lateCounters}, step)
    end
    return {'fenced', cancelled and 1 or 0}
  end
  status = 'cancelled'
end
if version ~= N.version then return {'conflict', version} end

local staged = K.staged and redis.call('LRANGE', K.staged, 0, -1) or {}
local after = length + #staged + N.entries
local segment = length > 0 and math.floor((length - 1) / ${SEGMENT}) or 0
local final = after > 0 and math.floor((after - 1) / ${SEGMENT}) or 0
if final > segment then
  local low, high = math.max(segment - 1, 0), final - 2
  local lastArchive = N.firstArchive + N.archives - 1
  if not K.previous or (high >= low and (low < N.firstArchive or high > lastArchive)) then return {'roll', length} end
end

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
local arg = moreArgs
append(ARGV, arg, N.entries)
arg = arg + N.entries

local kept = {}
for i = arg, arg + N.pendingIds - 1 do
  for _, field in ipairs({${P.startedEpoch} .. ARGV[i], ${P.decision} .. ARGV[i]}) do
    kept[field] = redis.call('HGET', K.pending, field)
  end
end
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
if T.summary then redis.call('HSET', K.header, ${H.base}, N.base, ${H.summary}, T.summary) end

nextEpoch = lease > 0 and current + 1 or current
redis.call('HSET', K.header, ${H.schema}, N.schema, ${H.version}, version + 1, ${H.epoch}, nextEpoch,
  ${H.status}, status, ${H.length}, after, ${H.state}, T.state, ${H.counters}, sum(),
  slot, (version + 1) .. ' ' .. nextEpoch .. ' ' .. owner)
if lease > 0 then
  redis.call('HSET', K.header, ${H.beginEpoch}, nextEpoch)
  redis.call('SET', K.lease, owner, 'PX', lease)
else
  redis.call('HSET', K.header, ${H.endedEpoch}, epoch)
  if redis.call('GET', K.lease) == owner then redis.call('DEL', K.lease) end
end

if K.receipt then
  local known = redis.call('HMGET', K.receipt, ${R.incarnation}, ${R.from})
  local same = known[1] == f.incarnation
  if lease == 0 then
    redis.call('HSET', K.receipt, ${R.state}, T.receiptState, ${R.incarnation}, f.incarnation,
      ${R.bodyHash}, T.bodyHash, ${R.epoch}, epoch, ${R.from}, same and known[2] or length, ${R.to}, after,
      ${R.text}, T.receiptText)
  elseif same then
    redis.call('HSET', K.receipt, ${R.epoch}, nextEpoch, ${R.to}, after)
  end
  if redis.call('PTTL', K.receipt) < N.receiptMs then redis.call('PEXPIRE', K.receipt, N.receiptMs) end
end
if K.events then log(K.events, arg, N.eventCount, ${EVENT_LIMIT}, N.eventMs) end
arg = arg + 2 * N.eventCount
if T.newBlob then redis.call('HSET', KEYS[moreKeys + N.archives], '0', T.newBlob) end
for i = 0, N.blobCount - 1 do
  local blob = KEYS[moreKeys + N.archives + i]
  redis.call('SADD', K.blobs, ARGV[arg + i])
  if ttl > 0 then redis.call('PEXPIRE', blob, 3 * ttl) else redis.call('PERSIST', blob) end
end

keep()
if ttl > 0 and N.blobCount > 0 then redis.call('PEXPIRE', K.blobs, 3 * ttl) end
return answer(version + 1, nextEpoch, renewal(ttl, after, K.renewal, K.blobs))
`,
});
