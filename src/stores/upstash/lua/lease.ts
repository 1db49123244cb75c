// The requests of and about a running step between its begin and its commit.

import { EVENT_LIMIT } from "../../../core/store.ts";
import { EVENTS, RENEWAL, type Script } from "./script.ts";

/**
 * Gives up a begin.
 *
 * KEYS  1 header   2 lease   3 inbox   4 receipt when the request has a key
 * ARGV  1 owner   2 epoch   then the inputs
 *
 * Nothing happens when the step has committed or somebody has begun since: a later step counts what it consumes from the
 * oldest input. A receipt becomes R (retry) when the request had been accepted before or an advance has committed.
 */
export const ABANDON: Script = {
  name: "abandon",
  sha1: "127f12000d0adc6288b9d81941414b48ed66fb27",
  lockingSha1: "3cce5fb139f053f7a91ea2be5a3e1dbcc9ec99b0",
  source: `
local h, k, q, r, owner = KEYS[1], KEYS[2], KEYS[3], KEYS[4], ARGV[1]
local f = redis.call('HMGET', h, 'bo', 'be', 'ce', 'id', 'br', 'bv', 'v', 'bc', 'ep')
if f[1] ~= owner or f[2] ~= ARGV[2] or f[3] == ARGV[2] then return 0 end
redis.call('HSET', h, 'ce', ARGV[2])
if redis.call('GET', k) == owner then redis.call('DEL', k) end
local undone = f[5] == '0' and f[6] == f[7]
if r then
  local s = redis.call('HMGET', r, 's', 'i', 'e')
  if s[1] == 'P' and s[2] == f[4] and s[3] == ARGV[2] then
    if undone then redis.call('DEL', r) else redis.call('HSET', r, 's', 'R') end
  end
end
if not undone then return 1 end
for i = 3, #ARGV do redis.call('LREM', q, -1, #owner .. ':' .. owner .. ARGV[i]) end
if f[8] == '1' and f[9] == ARGV[2] and redis.call('LLEN', q) == 0 then redis.call('DEL', h) end
return 1
`,
};

/**
 * Marks calls as started.
 *
 * KEYS  1 header   2 pending calls
 * ARGV  1 epoch   then the ids
 *
 * Answers 1, or 0 when the epoch has passed. A call that is not pending belongs to a former life of the thread: 0, too.
 */
export const MARK: Script = {
  name: "mark",
  sha1: "1ded242b1d9af36d78de454d6f7aa17e347a2826",
  lockingSha1: "248a9e832687c7514a897fe3c6b28fa22d4e162c",
  source: `
local f = redis.call('HMGET', KEYS[1], 'ep', 'be')
if f[1] ~= ARGV[1] or f[2] ~= ARGV[1] then return 0 end
for i = 2, #ARGV do
  if redis.call('HEXISTS', KEYS[2], 'p:' .. ARGV[i]) == 0 then return 0 end
end
for i = 2, #ARGV do redis.call('HSET', KEYS[2], 's:' .. ARGV[i], ARGV[1]) end
return 1
`,
};

/**
 * Renews the lease of a running step, and with it the life of its thread, and logs events.
 *
 * KEYS  1 header   2 lease   3 event log   then, when threads expire: 4 active segment   5 pending calls   6 inbox
 *       7 clock of renewal   8 set of blob ids
 * ARGV  1 owner   2 epoch   3 lease in ms   4 event lifetime in ms   5 thread lifetime in ms, 0 for ever
 *       then the events, each seq and text
 *
 * Answers ok, renew | fenced. Fenced: the epoch has passed. A flush that arrives after its step's commit takes no lease.
 * `renew`: see RENEWAL in script.ts.
 */
export const FLUSH: Script = {
  name: "flush",
  sha1: "bd1e0ce309140135a03a66c7c928c08bb0da29bd",
  lockingSha1: "76ff044b555042b2533a67acb451a6823385136b",
  source: `${EVENTS}${RENEWAL}
local f = redis.call('HMGET', KEYS[1], 'ep', 'bo', 'ce', 'be', 'len')
if f[1] ~= ARGV[2] or f[4] ~= ARGV[2] or f[2] ~= ARGV[1] then return {'fenced'} end
local holder = redis.call('GET', KEYS[2])
if f[3] ~= ARGV[2] and (not holder or holder == ARGV[1]) then
  redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[3])
end
if #ARGV > 5 then log(KEYS[3], 6, (#ARGV - 5) / 2, ${EVENT_LIMIT}, ARGV[4]) end
local ttl = tonumber(ARGV[5])
if ttl > 0 then
  for _, i in ipairs({1, 4, 5, 6}) do redis.call('PEXPIRE', KEYS[i], ttl) end
end
return {'ok', renewal(ttl, tonumber(f[5]), KEYS[7], KEYS[8])}
`,
};

/**
 * Cancels.
 *
 * KEYS  1 header   2 lease
 * ARGV  1 name of this attempt
 *
 * Answers running, version; or nil when the thread is missing. The name tells a repeated request from a second cancel.
 */
export const CANCEL: Script = {
  name: "cancel",
  sha1: "15b1d58f80e7181834958c547a9b7d7cf50d6865",
  lockingSha1: "a43f4a91dafcb59a194cb292aa943683217709c5",
  source: `
local h, k = KEYS[1], KEYS[2]
local f = redis.call('HMGET', h, 'v', 'ep', 'xo', 'xr')
if not f[1] then return false end
if f[3] == ARGV[1] then return {tonumber(f[4]), tonumber(f[1])} end
local running, epoch = redis.call('DEL', k), tonumber(f[2]) + 1
redis.call('HSET', h, 'ep', epoch, 'cx', epoch, 'st', 'cancelled', 'xo', ARGV[1], 'xr', running)
return {running, tonumber(f[1])}
`,
};
