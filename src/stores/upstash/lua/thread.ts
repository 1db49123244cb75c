// Making, reading and removing threads, and a human's decision.

import { PAGE_BYTES } from "../../../core/store/limits.ts";
import { FIXED_KEYS, HEADER_FIELD, PENDING_FIELD } from "../layout.ts";
import { BYTES, CHECKS, ENTRIES, HEADER, NEW_HEADER, TOLD } from "./functions.ts";
import { defineScript, quoteNames, readFields } from "./script.ts";

const H = quoteNames(HEADER_FIELD);
const P = quoteNames(PENDING_FIELD);

/**
 * Creates an empty thread. What an earlier thread with the same ref may have left is deleted.
 *
 * Answers 1, or 0 when it exists. A request that arrives twice is recognised by the incarnation.
 */
export const CREATE = defineScript({
  name: "create",
  keys: FIXED_KEYS.map(({ name }) => name),
  numbers: ["schema", "threadMs"], // threadMs is 0 for ever
  texts: ["meta", "state", "incarnation", "facets"],
  uses: [CHECKS, NEW_HEADER, TOLD],
  body: `
local incarnation = redis.call('HGET', K.header, ${H.incarnation})
if incarnation then return incarnation == T.incarnation and 1 or 0 end
if redis.call('EXISTS', K.header) == 1 then corrupt('header') end
local told = toldEpoch(K.events)
redis.call('DEL', unpack(KEYS, 2))
writeHead(newHead(N.schema, T.meta, T.state, told, T.facets), T.incarnation)
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
  body: `
local head = redis.call('HMGET', K.header, ${HEADER})
if redis.call('EXISTS', K.header) == 0 then return false end
return {head, redis.call('HGETALL', K.pending), redis.call('LLEN', K.inbox), redis.call('EXISTS', K.lease)}
`,
});

/**
 * Reads a page of history. More keys: the archives that the page may touch.
 *
 * Answers the entries; the schema alone when the caller does not read it; or nil when the thread is missing.
 */
export const HISTORY = defineScript({
  name: "history",
  keys: ["header", "active", "previous"],
  numbers: ["from", "limit", "firstArchive", "schema"], // the newest schema that the caller reads
  uses: [CHECKS, ENTRIES],
  body: `
local f = redis.call('HMGET', K.header, ${H.schema}, ${H.length})
if not f[2] then return false end
local schema, length = whole(f[1], 'header'), whole(f[2], 'header')
if schema > N.schema then return schema end
return entries(N.from, N.from + N.limit, length, ${PAGE_BYTES}, function(segment, active)
  if segment == active then return K.active end
  if segment == active - 1 then return K.previous end
  return KEYS[moreKeys + segment - N.firstArchive]
end)
`,
});

const READ_STEP = readFields("f", "K.header", HEADER_FIELD, [
  "schema",
  "status",
  "epoch",
  "beginEpoch",
  "endedEpoch",
]);

/**
 * Records a person's decision, a JSON text. `name` is unique for each request; `by` is empty when it is not known. A step that
 * has begun, has not ended and has lost its lease is fenced: it has read the call without this decision.
 *
 * Answers nil when no such call is pending or the thread is cancelled, the schema in a list when the caller does not read it, the decisions as they are recorded now (one has `name`
 * when this request has recorded it, now or before), or the milliseconds for which a step has the lease: then nothing was
 * recorded.
 */
export const DECIDE = defineScript({
  name: "decide",
  keys: ["header", "pending", "lease"],
  numbers: ["approved", "needed", "schema"], // the newest schema that the caller reads
  texts: ["callId", "name", "by", "decision"],
  uses: [CHECKS],
  body: `
${READ_STEP}
if not f.status then return false end
local schema, epoch = whole(f.schema, 'header'), whole(f.epoch, 'header')
if schema > N.schema then return {schema} end
local field = ${P.decision} .. T.callId
local found = redis.call('HMGET', K.pending, ${P.place} .. T.callId, ${P.placeBefore} .. T.callId, field)
if not found[1] and not found[2] then return false end
local known, lease = found[3], redis.call('PTTL', K.lease)
local count, settled = 1, N.approved == 0
if known then
  for line in string.gmatch(known, '[^\\n]+') do
    local head = string.match(line, '^([^ ]*) ')
    if not head then corrupt('pending') end
    local name, approved, by = string.match(head, '^([^,]*),(%d),(.*)$')
    if not name or name == T.name or approved == '0' or (by ~= '' and by == T.by) then return known end
    count = count + 1
  end
  if count > N.needed then return known end
end
if f.status == 'cancelled' then return false end
if lease ~= -2 then return lease end
if f.epoch == f.beginEpoch and f.epoch ~= f.endedEpoch then redis.call('HSET', K.header, ${H.epoch}, epoch + 1) end
local line = T.name .. ',' .. N.approved .. ',' .. T.by .. ' ' .. T.decision
local decisions = known and known .. '\\n' .. line or line
redis.call('HSET', K.pending, field, decisions)
if f.status == 'waiting' and (settled or count >= N.needed) then redis.call('HSET', K.header, ${H.status}, 'open') end
return decisions
`,
});

/**
 * Removes a thread. More keys: its archives and blobs, as far as the caller knows them; it removes the others afterwards. A header
 * or a set of another type is removed as well.
 *
 * Answers length (0 when it is illegal) and blob ids; the schema alone when the caller does not read it; or nil when the thread is
 * missing.
 */
export const REMOVE = defineScript({
  name: "remove",
  keys: FIXED_KEYS.map(({ name }) => name),
  numbers: ["schema"], // newest that the caller reads
  body: `
if redis.call('EXISTS', K.header) == 0 then return false end
local f, blobs = redis.pcall('HMGET', K.header, ${H.schema}, ${H.length}), redis.pcall('SMEMBERS', K.blobs)
local schema = tonumber(f[1] or 0) or 0
if schema > N.schema then return {schema} end
for first = 1, #KEYS, 1000 do redis.call('UNLINK', unpack(KEYS, first, math.min(first + 999, #KEYS))) end
return {tonumber(f[2] or 0) or 0, blobs.err and {} or blobs}
`,
});

/**
 * Reads the event log.
 *
 * Answers the stream entries and whether a step has the lease; the schema alone when the caller does not read it; or nil when the
 * thread is missing.
 */
export const READ_EVENTS = defineScript({
  name: "read_events",
  keys: ["header", "lease", "events"],
  numbers: ["limit", "schema"], // the newest schema that the caller reads
  texts: ["first"], // Lua writes a number beyond 10^14 with an exponent
  uses: [CHECKS],
  body: `
local schema = redis.call('HGET', K.header, ${H.schema})
if not schema and redis.call('EXISTS', K.header) == 0 then return false end
schema = whole(schema, 'header')
if schema > N.schema then return {schema} end
return {redis.call('XRANGE', K.events, T.first .. '-0', '+', 'COUNT', N.limit), redis.call('EXISTS', K.lease)}
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
  uses: [BYTES],
  body: `
local start, score, last, oldest = 0, ARGV[moreArgs], ARGV[moreArgs + 1], N.oldest == 1
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
  body: `
local left = {}
for i = moreArgs, #ARGV, 2 do
  local score = redis.call('ZSCORE', K.index, ARGV[i])
  if score and tonumber(score) == tonumber(ARGV[i + 1]) then left[#left + 1] = ARGV[i] end
end
for _, member in ipairs(left) do redis.call('ZREM', K.index, member) end
return #left
`,
});
