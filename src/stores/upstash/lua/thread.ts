// Making, reading and removing threads, and a human's answer.

import { ENTRIES, HEADER, PAGE_BYTES, type Script } from "./script.ts";

/**
 * Creates an empty thread.
 *
 * KEYS  1 header   2 the keys that a former life of the thread may have left: segments, lease, calls, inbox, events,
 *       clock of renewal, set of blob ids
 * ARGV  1 schema   2 meta   3 state   4 name of this life   5 thread lifetime in ms, 0 for ever
 *
 * Answers 1, or 0 when it exists. The life tells a repeated request from a second one.
 */
export const CREATE: Script = {
  name: "create",
  sha1: "962da320c59936e0e0046ba2b6146de1ea034ade",
  lockingSha1: "4deb619a651dfdc4b8371f62e9ea7d9a82ef075d",
  source: `
local life = redis.call('HGET', KEYS[1], 'id')
if life then return life == ARGV[4] and 1 or 0 end
redis.call('DEL', unpack(KEYS, 2))
redis.call('HSET', KEYS[1], 'sv', ARGV[1], 'v', 0, 'ep', 0, 'cx', 0, 'st', 'waiting', 'len', 0, 'base', 0, 'sum', '',
  'meta', ARGV[2], 'state', ARGV[3], 'n', '0 0 0 0 0 0', 'id', ARGV[4])
if ARGV[5] ~= '0' then redis.call('PEXPIRE', KEYS[1], ARGV[5]) end
return 1
`,
};

/**
 * Reads the header and what is outstanding.
 *
 * KEYS  1 header   2 lease   3 pending calls   4 inbox
 *
 * Answers header, pending, waiting, running; or nil when the thread is missing.
 */
export const READ: Script = {
  name: "read",
  sha1: "c865c111891cb75a56a1419f1c32ec95924789ee",
  lockingSha1: "48bf01879d9f210ce49510a3bb9dd18da92f9cdf",
  source: `
local head = redis.call('HMGET', KEYS[1], ${HEADER})
if redis.call('EXISTS', KEYS[1]) == 0 then return false end
return {head, redis.call('HGETALL', KEYS[3]), redis.call('LLEN', KEYS[4]), redis.call('EXISTS', KEYS[2])}
`,
};

/**
 * Reads a page of history.
 *
 * KEYS  1 header   2 active segment   3 previous segment   then the archives that the page may touch
 * ARGV  1 first index   2 limit   3 number of the first archive
 *
 * Answers the entries, or nil when the thread is missing.
 */
export const HISTORY: Script = {
  name: "history",
  sha1: "347ce0fcb4441fbe223b8013d4ebbbea6d2dcdb4",
  lockingSha1: "278a752d1f11bf9f4922826e663c5ff921965225",
  source: `${ENTRIES}
local length = redis.call('HGET', KEYS[1], 'len')
if not length then return false end
local from = tonumber(ARGV[1])
return entries(from, from + tonumber(ARGV[2]), tonumber(length), ${PAGE_BYTES}, function(segment, active)
  if segment == active then return KEYS[2] end
  if segment == active - 1 then return KEYS[3] end
  return KEYS[4 + segment - tonumber(ARGV[3])]
end)
`,
};

/**
 * Records a human's answer.
 *
 * KEYS  1 header   2 pending calls   3 lease
 * ARGV  1 call id   2 name of this attempt   3 decision as JSON text
 *
 * Answers nil when no such call is pending, `<attempt> <decision>` as it now stands, or the milliseconds for which a step
 * still holds the lease: then nothing was recorded.
 */
export const DECIDE: Script = {
  name: "decide",
  sha1: "376af86d15794e098be3bc2060494d829f71f705",
  lockingSha1: "510ec9399fcb1c05e4d0a3aa5ef1f557165e37e2",
  source: `
local status = redis.call('HGET', KEYS[1], 'st')
if not status or redis.call('HEXISTS', KEYS[2], 'p:' .. ARGV[1]) == 0 then return false end
local known, lease = redis.call('HGET', KEYS[2], 'd:' .. ARGV[1]), redis.call('PTTL', KEYS[3])
if known then return known end
if lease ~= -2 then return lease end
local decision = ARGV[2] .. ' ' .. ARGV[3]
redis.call('HSET', KEYS[2], 'd:' .. ARGV[1], decision)
if status == 'waiting' then redis.call('HSET', KEYS[1], 'st', 'open') end
return decision
`,
};

/**
 * Removes a thread, all but its archives and blobs, which the caller names afterwards.
 *
 * KEYS  1 header   2 set of blob ids   then every other key of the thread
 *
 * Answers length (0 when it is illegal) and blob ids, or nil when the thread is missing.
 */
export const REMOVE: Script = {
  name: "remove",
  sha1: "9e8c5b64364867d68125e9d13d3612b02471f84b",
  lockingSha1: "0477ebaaa6b5d3e61180d75af26fa22875fa5faf",
  source: `
if redis.call('EXISTS', KEYS[1]) == 0 then return false end
local length, blobs = redis.call('HGET', KEYS[1], 'len'), redis.call('SMEMBERS', KEYS[2])
redis.call('DEL', unpack(KEYS))
return {tonumber(length or 0) or 0, blobs}
`,
};

/**
 * Reads the event log.
 *
 * KEYS  1 header   2 lease   3 event log
 * ARGV  1 first sequence number   2 limit
 *
 * Answers the stream entries and whether a step holds the lease; or nil when the thread is missing.
 */
export const READ_EVENTS: Script = {
  name: "read_events",
  sha1: "d2c6856e35497b236e0c9dacc86b12c8629a8902",
  lockingSha1: "0d64f47b3677404b6772f7a59898ba8cf81144d2",
  source: `
if redis.call('EXISTS', KEYS[1]) == 0 then return false end
return {redis.call('XRANGE', KEYS[3], ARGV[1] .. '-0', '+', 'COUNT', ARGV[2]), redis.call('EXISTS', KEYS[2])}
`,
};

/**
 * Reads a page of a tenant's index, newest first.
 *
 * KEYS  1 index
 * ARGV  1 how many   then the score and name of the last thread before the page, if any
 *
 * Answers names and scores in turn. When that last thread has gone, the page starts where it was.
 */
export const LIST: Script = {
  name: "list",
  sha1: "bd11ca0acd522095098314a7ec922373a6c0ad74",
  lockingSha1: "363157deb02e9aed0531d4e6d57cdd83d70577a4",
  source: `
local count, start = tonumber(ARGV[1]), 0
local function less(a, b) -- by bytes, as Redis sorts; < would follow the server's locale
  for i = 1, math.min(#a, #b) do
    if string.byte(a, i) ~= string.byte(b, i) then return string.byte(a, i) < string.byte(b, i) end
  end
  return #a < #b
end
if ARGV[2] then
  local rank = redis.call('ZREVRANK', KEYS[1], ARGV[3])
  if rank and tonumber(redis.call('ZSCORE', KEYS[1], ARGV[3])) == tonumber(ARGV[2]) then
    start = rank + 1
  else
    start = redis.call('ZCOUNT', KEYS[1], '(' .. ARGV[2], '+inf')
    local ties = redis.call('ZREVRANGEBYSCORE', KEYS[1], ARGV[2], ARGV[2])
    for _, name in ipairs(ties) do
      if less(name, ARGV[3]) then break end
      start = start + 1
    end
  end
end
return redis.call('ZREVRANGE', KEYS[1], start, start + count - 1, 'WITHSCORES')
`,
};
