// Making, reading and removing threads, and a human's decision.

import { PAGE_BYTES } from "../../../core/store/limits.ts";
import { FIXED_KEYS, HEADER_FIELD, PENDING_FIELD } from "../layout.ts";
import { defineScript, ENTRIES, HEADER, NEW_HEADER, quoted, readFields } from "./script.ts";

const H = quoted(HEADER_FIELD);
const P = quoted(PENDING_FIELD);

/**
 * Creates an empty thread. What an earlier thread with the same ref may have left is deleted.
 *
 * Answers 1, or 0 when it exists. A request that arrives twice is recognised by the incarnation.
 */
export const CREATE = defineScript({
  name: "create",
  keys: FIXED_KEYS.map(({ name }) => name),
  numbers: ["schema", "threadMs"], // threadMs is 0 for ever
  texts: ["meta", "state", "incarnation"],
  uses: [NEW_HEADER],
  sha1: "6f6d2535b83c8e34886e9d8a29b193c361db6cf5",
  lockingSha1: "a28cf3a636f318b63d376e13f56a9f84713cf35c",
  body: `
local incarnation = redis.call('HGET', K.header, ${H.incarnation})
if incarnation then return incarnation == T.incarnation and 1 or 0 end
redis.call('DEL', unpack(KEYS, 2))
newHeader(N.schema, T.meta, T.state, T.incarnation)
if N.threadMs > 0 then redis.call('PEXPIRE', K.header, N.threadMs) end
return 1
`,
});

/**
 * Reads the header, the pending calls and the size of the inbox.
 *
 * Answers header, pending, waiting, running; or nil when the thread is missing.
 */
export const READ = defineScript({
  name: "read",
  keys: ["header", "lease", "pending", "inbox"],
  sha1: "27006ea5dcc8941fb4ed7c6997c193333dfb55df",
  lockingSha1: "8090a76f10ebfc99009903b4aef9159456eff753",
  body: `
local head = redis.call('HMGET', K.header, ${HEADER})
if redis.call('EXISTS', K.header) == 0 then return false end
return {head, redis.call('HGETALL', K.pending), redis.call('LLEN', K.inbox), redis.call('EXISTS', K.lease)}
`,
});

/**
 * Reads a page of history. More keys: the archives that the page may touch.
 *
 * Answers the entries, or nil when the thread is missing.
 */
export const HISTORY = defineScript({
  name: "history",
  keys: ["header", "active", "previous"],
  numbers: ["from", "limit", "firstArchive"],
  sha1: "39347ee9a4726e572b08fb344a957a8ae807cf40",
  lockingSha1: "4878ebce49935e7e4b77fb717b6aac058282212e",
  uses: [ENTRIES],
  body: `
local length = redis.call('HGET', K.header, ${H.length})
if not length then return false end
return entries(N.from, N.from + N.limit, tonumber(length), ${PAGE_BYTES}, function(segment, active)
  if segment == active then return K.active end
  if segment == active - 1 then return K.previous end
  return KEYS[moreKeys + segment - N.firstArchive]
end)
`,
});

const READ_STEP = readFields("f", "K.header", HEADER_FIELD, ["epoch", "beginEpoch", "endedEpoch"]);

/**
 * Records a person's decision, a JSON text. `name` is unique for each request; `by` is empty when it is not known. A step that
 * has begun, has not ended and has lost its lease is fenced: it has read the call without this decision.
 *
 * Answers nil when no such call is pending or the thread is cancelled, the decisions as they are recorded now (one has `name`
 * when this request has recorded it, now or before), or the milliseconds for which a step has the lease: then nothing was
 * recorded.
 */
export const DECIDE = defineScript({
  name: "decide",
  keys: ["header", "pending", "lease"],
  numbers: ["approved", "needed"],
  texts: ["callId", "name", "by", "decision"],
  sha1: "8f30ee40c8e4d3f3c2234d2cd4f6a1a44724baa1",
  lockingSha1: "56668fc1a44c71c6b07763884ca3f4a78244b44b",
  body: `
local status = redis.call('HGET', K.header, ${H.status})
if not status or redis.call('HEXISTS', K.pending, ${P.place} .. T.callId) == 0 then return false end
local field = ${P.decision} .. T.callId
local known, lease = redis.call('HGET', K.pending, field), redis.call('PTTL', K.lease)
local count, settled = 1, N.approved == 0
if known then
  for line in string.gmatch(known, '[^\\n]+') do
    local head = string.sub(line, 1, string.find(line, ' ', 1, true) - 1)
    local name, approved, by = string.match(head, '^([^,]*),(%d),(.*)$')
    if not name or name == T.name or approved == '0' or (by ~= '' and by == T.by) then return known end
    count = count + 1
  end
  if count > N.needed then return known end
end
if status == 'cancelled' then return false end
if lease ~= -2 then return lease end
${READ_STEP}
if f.epoch == f.beginEpoch and f.epoch ~= f.endedEpoch then redis.call('HINCRBY', K.header, ${H.epoch}, 1) end
local line = T.name .. ',' .. N.approved .. ',' .. T.by .. ' ' .. T.decision
local decisions = known and known .. '\\n' .. line or line
redis.call('HSET', K.pending, field, decisions)
if status == 'waiting' and (settled or count >= N.needed) then redis.call('HSET', K.header, ${H.status}, 'open') end
return decisions
`,
});

/**
 * Removes a thread, all but its archives and blobs, which the caller removes afterwards. A header or a set of another
 * type is removed as well.
 *
 * Answers length (0 when it is illegal) and blob ids, or nil when the thread is missing.
 */
export const REMOVE = defineScript({
  name: "remove",
  keys: FIXED_KEYS.map(({ name }) => name),
  sha1: "7c8870acbbf65477911fc1809a42e82cad9aa97c",
  lockingSha1: "bc7d813784c931a2c210e709ca160d51c468a771",
  body: `
if redis.call('EXISTS', K.header) == 0 then return false end
local length, blobs = redis.pcall('HGET', K.header, ${H.length}), redis.pcall('SMEMBERS', K.blobs)
redis.call('DEL', unpack(KEYS))
if type(length) ~= 'string' then length = '0' end
return {tonumber(length) or 0, blobs.err and {} or blobs}
`,
});

/**
 * Reads the event log.
 *
 * Answers the stream entries and whether a step has the lease; or nil when the thread is missing.
 */
export const READ_EVENTS = defineScript({
  name: "read_events",
  keys: ["header", "lease", "events"],
  numbers: ["first", "limit"],
  sha1: "48897991e57a1739dff2157cb605024a2b2704e3",
  lockingSha1: "cdfe66943fc4e3afdc5b25c7809a44c5c0a0b96d",
  body: `
if redis.call('EXISTS', K.header) == 0 then return false end
return {redis.call('XRANGE', K.events, N.first .. '-0', '+', 'COUNT', N.limit), redis.call('EXISTS', K.lease)}
`,
});

/**
 * Reads a page of an index of a tenant, newest or oldest first. More arguments: the score and the name of the last thread before
 * the page, if any. When that thread was removed, the page starts at its place.
 *
 * Answers names and scores in turn.
 */
export const LIST = defineScript({
  name: "list",
  keys: ["index"],
  numbers: ["count", "oldest"], // oldest is 1 or 0
  sha1: "354af36619952a7350866a2314ea6e826fc82461",
  lockingSha1: "fa38c7620a566fe2b25e11148781ee013c67bdf0",
  body: `
local start, score, last, oldest = 0, ARGV[moreArgs], ARGV[moreArgs + 1], N.oldest == 1
local function less(a, b) -- by bytes, as Redis sorts; < would follow the server's locale
  for i = 1, math.min(#a, #b) do
    if string.byte(a, i) ~= string.byte(b, i) then return string.byte(a, i) < string.byte(b, i) end
  end
  return #a < #b
end
if last then
  local rank = redis.call(oldest and 'ZRANK' or 'ZREVRANK', K.index, last)
  if rank and tonumber(redis.call('ZSCORE', K.index, last)) == tonumber(score) then
    start = rank + 1
  else
    start = oldest and redis.call('ZCOUNT', K.index, '-inf', '(' .. score)
      or redis.call('ZCOUNT', K.index, '(' .. score, '+inf')
    local ties = redis.call(oldest and 'ZRANGEBYSCORE' or 'ZREVRANGEBYSCORE', K.index, score, score)
    for _, name in ipairs(ties) do
      if oldest and less(last, name) or not oldest and less(name, last) then break end
      start = start + 1
    end
  end
end
return redis.call(oldest and 'ZRANGE' or 'ZREVRANGE', K.index, start, start + N.count - 1, 'WITHSCORES')
`,
});

/**
 * Removes members from an index as far as they have the scores that the caller has read: a member that was entered again
 * since has another. More arguments: each member and its score.
 *
 * Answers how many were removed.
 */
export const LEAVE = defineScript({
  name: "leave",
  keys: ["index"],
  sha1: "e987e67e5b7f0ce1e51bd0285799f01e32d072c2",
  lockingSha1: "8cd54021096760a6905897ea0e0513872ff2964c",
  body: `
local left = 0
for i = moreArgs, #ARGV, 2 do
  local score = redis.call('ZSCORE', K.index, ARGV[i])
  if score and tonumber(score) == tonumber(ARGV[i + 1]) then left = left + redis.call('ZREM', K.index, ARGV[i]) end
end
return left
`,
});
