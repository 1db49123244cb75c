// begin: the first of a step's two requests. See Store.begin for what it promises.

import { INBOX_BYTES, INBOX_LIMIT } from "../../../core/store.ts";
import { COMMITS, ENTRIES, HEADER, INBOX_TEXTS, PAGE_BYTES, RENEWAL, type Script } from "./script.ts";

/**
 * KEYS  1 header   2 active segment   3 previous segment   4 lease   5 pending calls   6 inbox
 *       then the receipt when the request has a key; the clock of renewal and the set of blob ids when threads expire; the
 *       event log when it may create the thread
 * ARGV  1 owner
 *       2 lease in ms
 *       3 newest schema the caller reads
 *       4 reject | queue | restart
 *       5 entries in the window
 *       6 bytes in the window
 *       7 expected version, or empty
 *       8 body hash when there is a receipt, or empty
 *       9 receipt lifetime in ms
 *      10 thread lifetime in ms, 0 for ever
 *      11 version, start, length and owner of the history that the caller holds, with blanks between, or empty
 *      12 number of inputs; the inputs follow
 *      then, when it may create the thread: its schema, meta, state, and a name for this life of it
 *
 * Answers  begun, header, window, held is current, pending, inbox, created, resumed, renew
 *        | replayed, header, text, from, to, entries | missing | unsupported, schema | mismatch | in_flight, ms
 *        | busy, ms | queued, waiting, renew | full, ms | conflict, version | idle, status, version
 * `renew`: see RENEWAL in script.ts. A queued answer to a repeated request has none.
 */
export const BEGIN: Script = {
  name: "begin",
  sha1: "8aaa306d058d5e84818a5b91135e6c163a69b779",
  lockingSha1: "f23b1b3e142808f281f4c06504ca2e15c3def726",
  source: `${INBOX_TEXTS}${ENTRIES}${RENEWAL}
local h, l, p, k, x, q = unpack(KEYS, 1, 6)
local owner, policy, hash, ttl = ARGV[1], ARGV[4], ARGV[8], tonumber(ARGV[10])
local inputs = tonumber(ARGV[12])
local r = hash ~= '' and KEYS[7]
local clock, b = KEYS[r and 8 or 7], KEYS[r and 9 or 8]
local new = #ARGV > 12 + inputs and 13 + inputs

local function begun(epoch, created, resumed)
  local head = redis.call('HMGET', h, ${HEADER})
  head[3] = tostring(epoch)
  local budget, window, current = tonumber(ARGV[6]), {}, 0
  local limit = math.min(tonumber(ARGV[5]), tonumber(head[6]) - tonumber(head[7]))
  local version, start, known, by = string.match(ARGV[11], '^(%d+) (%d+) (%d+) (.+)$')
  if version then
    local commit = redis.call('HGET', h, 'l' .. version % ${COMMITS}) or ''
    local newer = tonumber(head[6]) - tonumber(known)
    if string.match(commit, '^%d+') == version and string.match(commit, '^%d+ %d+ (.*)$') == by
      and tonumber(start) >= tonumber(head[7]) and newer >= 0 and newer <= limit then
      limit, current = newer, 1
    end
  end
  local function take(key)
    local high = redis.call('LLEN', key) - 1
    while high >= 0 do
      local low = math.max(0, high - 63, high - (limit - #window) + 1)
      local slice = redis.call('LRANGE', key, low, high)
      for i = #slice, 1, -1 do
        budget = budget - #slice[i]
        if #window > 0 and budget < 0 then return false end
        window[#window + 1] = slice[i]
      end
      if #window >= limit then return false end
      high = low - 1
    end
    return true
  end
  if limit > 0 and take(l) then take(p) end
  if #window < limit then current = 0 end
  for i = 1, math.floor(#window / 2) do
    window[i], window[#window + 1 - i] = window[#window + 1 - i], window[i]
  end
  return {'begun', head, window, current, redis.call('HGETALL', x), texts(redis.call('LRANGE', q, 0, -1)),
    created, resumed, renewal(ttl, tonumber(head[6]), clock, b)}
end

local f = redis.call('HMGET', h, 'sv', 'v', 'ep', 'st', 'len', 'id', 'bo', 'be', 'bc', 'qo', 'br')
local exists = f[1] or f[6]
if not exists then
  if not new then return {'missing'} end
  f = {ARGV[new], '0', '0', 'waiting', '0', ARGV[new + 3]}
elseif f[7] == owner then
  return begun(f[8], tonumber(f[9]), tonumber(f[11] or 0))
end
if tonumber(f[1]) > tonumber(ARGV[3]) then return {'unsupported', tonumber(f[1])} end
local version, epoch, status, length, life = f[2], tonumber(f[3]), f[4], f[5], f[6]

local lease = exists and redis.call('PTTL', k) or -2
local held = lease ~= -2
local items = exists and redis.call('LRANGE', q, 0, -1) or {}
local again = f[10] == owner
local from, to = length, length
if r and exists then
  local s = redis.call('HMGET', r, 's', 'i', 'b', 'e', 'f', 't', 'x')
  if s[1] and s[2] == life then
    if s[3] ~= hash then return {'mismatch'} end
    if s[1] == 'D' then
      from, to = tonumber(s[5]), tonumber(s[6])
      local function keyOf(n, active) return n == active and l or n == active - 1 and p end
      return {'replayed', redis.call('HMGET', h, ${HEADER}), s[7], from, to,
        entries(from, to, tonumber(length), ${PAGE_BYTES}, keyOf)}
    end
    if s[1] == 'P' and held and tonumber(s[4]) == epoch then return {'in_flight', lease} end
    if s[1] == 'Q' and held then return {'queued', #items} end
    again = true
    if s[6] and tonumber(s[6]) > tonumber(s[5]) then from, to = s[5], s[6] end
  end
end
local mine = #owner .. ':' .. owner
for _, item in ipairs(items) do
  if string.sub(item, 1, #mine) == mine then again = true end
end
if again then inputs = 0 end

local function full()
  local size = 0
  for _, item in ipairs(items) do size = size + #item end
  for i = 13, 12 + inputs do size = size + #ARGV[i] end
  return #items + inputs > ${INBOX_LIMIT} or (inputs > 0 and size > ${INBOX_BYTES})
end

local function push()
  for i = 13, 12 + inputs do redis.call('RPUSH', q, mine .. ARGV[i]) end
end
local function keep()
  if ttl > 0 then
    for _, key in ipairs({h, l, x, q}) do redis.call('PEXPIRE', key, ttl) end
  end
end
local function note(state, at)
  if not r then return end
  redis.call('DEL', r)
  redis.call('HSET', r, 's', state, 'i', life, 'b', hash, 'e', at, 'f', from, 't', to)
  redis.call('PEXPIRE', r, ARGV[9])
end

if held and policy ~= 'restart' then
  if policy == 'reject' or (inputs == 0 and not again) then return {'busy', lease} end
  if full() then return {'full', lease} end
  push()
  keep()
  note('Q', 0)
  redis.call('HSET', h, 'qo', owner)
  return {'queued', #items + inputs, renewal(ttl, tonumber(length), clock, b)}
end
if ARGV[7] ~= '' and ARGV[7] ~= version and not again then return {'conflict', tonumber(version)} end
local rests = held or status == 'waiting' or status == 'done' or status == 'cancelled'
if rests and inputs == 0 and #items == 0 and (not exists or redis.call('EXISTS', x) == 0) then
  if again then return {'queued', 0} end
  return {'idle', status, tonumber(version)}
end
if full() then return {'full', held and lease or 1000} end

if not exists then
  redis.call('DEL', l, p, k, x, q, KEYS[#KEYS])
  if ttl > 0 then redis.call('DEL', clock, b) end
  redis.call('HSET', h, 'sv', f[1], 'v', 0, 'cx', 0, 'st', status, 'len', 0, 'base', 0, 'sum', '',
    'meta', ARGV[new + 1], 'state', ARGV[new + 2], 'n', '0 0 0 0 0 0', 'id', life)
end
if held then
  epoch = epoch + 1
  redis.call('HSET', h, 'cx', epoch, 'st', 'cancelled')
end
epoch = epoch + 1
local created, resumed = exists and 0 or 1, again and 1 or 0
redis.call('HSET', h, 'ep', epoch, 'bo', owner, 'be', epoch, 'bc', created, 'br', resumed, 'bv', version)
redis.call('SET', k, owner, 'PX', ARGV[2])
push()
keep()
note('P', epoch)
return begun(epoch, created, resumed)
`,
};
