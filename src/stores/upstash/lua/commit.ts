// commit and advance: the second of a step's two requests. See Store.commit for what it promises.

import { EVENT_LIMIT } from "../../../core/store.ts";
import { COMMITS, EVENTS, INBOX_TEXTS, numberList, RENEWAL, type Script, SEGMENT } from "./script.ts";

/** Flags are 1 or 0. */
const NUMBERS = numberList(2, [
  "epoch",
  "version",
  "schema",
  "consumed", // inbox items that the commit removes
  "entries", // among the arguments, without the staged ones
  "pendingIds",
  "events",
  "blobs",
  "rollKeys",
  "firstArchive", // number of the first archive among the roll keys
  "hasReceipt",
  "receiptMs", // lifetimes: of a receipt, of the event log, of the thread (0 for ever)
  "eventMs",
  "threadMs",
  "leaseMs", // more than 0 to advance, 0 to commit
  "afterCancel",
  "base", // of the summary, -1 without one
  "staged",
]);

/**
 * KEYS  1 header   2 active segment   3 lease   4 pending calls   5 inbox
 *       then, each only when NUMBERS announce it and in this order: the receipt; the event log; the roll keys
 *       (the previous segment, then the archives it moves to); the set of blob ids and the blobs; the staged entries; when
 *       threads expire, the clock of renewal and the set of blob ids
 * ARGV  1 owner
 *       2 the numbers of NUMBERS, with blanks between
 *       3 status   4 state   5 counters to add, as in the header
 *       then: the entries; when there are pending calls their text and ids; the summary when there is a base;
 *       the body hash, D (done) or R (retry) and text of a receipt to settle (only the hash to advance);
 *       the events, each seq and text; the ids of the blobs
 *
 * Answers  committed, version, waiting, renew | advanced, version, epoch, inbox, renew
 *        | fenced, cancelled | conflict, version | roll, length
 * `roll`: nothing was done, the caller did not know the length; again with the right roll keys. `renew`: see RENEWAL in
 * script.ts.
 */
export const COMMIT: Script & { readonly numbers: typeof NUMBERS } = {
  name: "commit",
  numbers: NUMBERS,
  sha1: "8a29cab06d104dd4316a1aea608fa8dc3e0f80ec",
  lockingSha1: "10d865f23a52bbe77575a28d0ab9766e11ca6687",
  source: `${INBOX_TEXTS}${EVENTS}${RENEWAL}
local h, l, k, x, q = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local owner = ARGV[1]
${NUMBERS.lua}local epoch, ttl, lease, status = N.epoch, N.threadMs, N.leaseMs, ARGV[3]
local slot = 'l' .. (N.version + 1) % ${COMMITS}
local f = redis.call('HMGET', h, 'v', 'ep', 'cx', 'st', 'len', 'n', 'id', 'bo', slot, 'be', 'fo')
if not f[1] then return {'fenced', 0} end
local version, current, length = tonumber(f[1]), tonumber(f[2]), tonumber(f[5])

local function answer(at, left, renew)
  if lease == 0 then return {'committed', at, redis.call('LLEN', q), renew} end
  return {'advanced', at, left, texts(redis.call('LRANGE', q, 0, -1)), renew}
end
local function sum()
  local out, added = {}, string.gmatch(ARGV[5], '%S+')
  for word in string.gmatch(f[6], '%S+') do
    out[#out + 1] = string.format('%.17g', tonumber(word) + tonumber(added()))
  end
  return table.concat(out, ' ')
end

local made, left, by = string.match(f[9] or '', '^(%d+) (%d+) (.*)$')
if tonumber(made) == N.version + 1 and by == owner then return answer(N.version + 1, tonumber(left), 0) end
local mine = f[8] == owner and tonumber(f[10]) == epoch
if epoch ~= current or not mine then
  local cancelled = mine and f[2] == f[3]
  if N.afterCancel == 0 or not cancelled then
    local booked = owner .. ':' .. epoch
    if N.afterCancel == 1 and f[11] ~= booked then redis.call('HSET', h, 'n', sum(), 'fo', booked) end
    return {'fenced', cancelled and 1 or 0}
  end
  status = 'cancelled'
end
if version ~= N.version then return {'conflict', version} end

local at = 5
local function nextKey()
  at = at + 1
  return KEYS[at]
end
local receipt = N.hasReceipt == 1 and nextKey()
local events = N.events > 0 and nextKey()
local p = N.rollKeys > 0 and nextKey()
local firstArchive = at + 1
at = at + math.max(N.rollKeys - 1, 0)
local b = N.blobs > 0 and nextKey()
local firstBlob = at + 1
at = at + N.blobs
local staged = N.staged == 1 and redis.call('LRANGE', nextKey(), 0, -1) or {}

local after = length + #staged + N.entries
local segment = length > 0 and math.floor((length - 1) / ${SEGMENT}) or 0
local final = after > 0 and math.floor((after - 1) / ${SEGMENT}) or 0
if final > segment then
  local low, high = math.max(segment - 1, 0), final - 2
  local last = N.firstArchive + N.rollKeys - 2
  if N.rollKeys == 0 or (high >= low and (low < N.firstArchive or high > last)) then return {'roll', length} end
end

local room = ${SEGMENT} - (length - segment * ${SEGMENT})
local function append(list, first, count)
  while count > 0 do
    if room == 0 then
      if segment > 0 then
        local archive = KEYS[firstArchive + segment - 1 - N.firstArchive]
        redis.call('RENAME', p, archive)
        if ttl > 0 then redis.call('PEXPIRE', archive, 3 * ttl) end
      end
      redis.call('RENAME', l, p)
      if ttl > 0 then redis.call('PEXPIRE', p, 3 * ttl) end
      segment, room = segment + 1, ${SEGMENT}
    end
    local n = math.min(count, room, 1000)
    redis.call('RPUSH', l, unpack(list, first, first + n - 1))
    first, count, room = first + n, count - n, room - n
  end
end
append(staged, 1, #staged)
if N.staged == 1 then redis.call('DEL', KEYS[at]) end
local arg = 6
append(ARGV, arg, N.entries)
arg = arg + N.entries

local kept = {}
for i = arg + 1, arg + N.pendingIds do
  for _, field in ipairs({'s:' .. ARGV[i], 'd:' .. ARGV[i]}) do
    kept[field] = redis.call('HGET', x, field)
  end
end
redis.call('DEL', x)
if N.pendingIds > 0 then
  redis.call('HSET', x, 'c', ARGV[arg])
  for i = 1, N.pendingIds do redis.call('HSET', x, 'p:' .. ARGV[arg + i], i) end
  for field, mark in pairs(kept) do
    if mark then redis.call('HSET', x, field, mark) end
  end
  arg = arg + N.pendingIds + 1
end
if N.consumed > 0 then redis.call('LTRIM', q, N.consumed, -1) end
if N.base >= 0 then
  redis.call('HSET', h, 'base', N.base, 'sum', ARGV[arg])
  arg = arg + 1
end

left = lease > 0 and current + 1 or current
redis.call('HSET', h, 'sv', N.schema, 'v', version + 1, 'ep', left, 'st', status, 'len', after, 'state', ARGV[4],
  'n', sum(), slot, (version + 1) .. ' ' .. left .. ' ' .. owner)
if lease > 0 then
  redis.call('HSET', h, 'be', left)
  redis.call('SET', k, owner, 'PX', lease)
else
  redis.call('HSET', h, 'ce', epoch)
  if redis.call('GET', k) == owner then redis.call('DEL', k) end
end

if receipt then
  local known = redis.call('HMGET', receipt, 'i', 'f')
  local same = known[1] == f[7]
  if lease > 0 then
    if same then redis.call('HSET', receipt, 'e', left, 't', after) end
    arg = arg + 1
  else
    redis.call('HSET', receipt, 's', ARGV[arg + 1], 'i', f[7], 'b', ARGV[arg], 'e', epoch,
      'f', same and known[2] or length, 't', after, 'x', ARGV[arg + 2])
    arg = arg + 3
  end
  redis.call('PEXPIRE', receipt, N.receiptMs)
end
if events then log(events, arg, N.events, ${EVENT_LIMIT}, N.eventMs) end
arg = arg + 2 * N.events
for i = 0, N.blobs - 1 do
  redis.call('SADD', b, ARGV[arg + i])
  if ttl > 0 then redis.call('PEXPIRE', KEYS[firstBlob + i], 3 * ttl) else redis.call('PERSIST', KEYS[firstBlob + i]) end
end

local renew = 0
if ttl > 0 then
  for i = 1, 5 do if i ~= 3 then redis.call('PEXPIRE', KEYS[i], ttl) end end
  if b then redis.call('PEXPIRE', b, 3 * ttl) end
  renew = renewal(ttl, after, nextKey(), nextKey())
end
return answer(version + 1, left, renew)
`,
};
