// Moves data that is too large for one request: staged entries, forks, blobs.

import { FIXED_KEYS, HEADER_FIELD, PENDING_FIELD, SEGMENT, SHARED_PIECES } from "../layout.ts";
import { CHECKS, TOLD } from "./functions.ts";
import { defineScript, quoteNames } from "./script.ts";

const H = quoteNames(HEADER_FIELD);
const P = quoteNames(PENDING_FIELD);

/**
 * Appends to a staging list, once. The texts follow the named arguments.
 *
 * Answers 1, or 0 when the list has another length than the caller expects.
 */
export const STAGE = defineScript({
  name: "stage",
  keys: ["staged"],
  numbers: ["lengthBefore", "stagedMs"],
  body: `
local length = redis.call('LLEN', K.staged)
if length == N.lengthBefore + #ARGV - moreArgs + 1 then return 1 end
if length ~= N.lengthBefore then return 0 end
for first = moreArgs, #ARGV, 1000 do
  redis.call('RPUSH', K.staged, unpack(ARGV, first, math.min(first + 999, #ARGV)))
end
redis.call('PEXPIRE', K.staged, N.stagedMs)
return 1
`,
});

/**
 * Makes a thread of staged segments and blobs. What an earlier thread with the same ref may have left is deleted.
 * More keys: the staged segments, oldest first; in the same order the keys that they become; the blobs. More
 * arguments: the ids of the pending calls, then those of the blobs.
 *
 * Answers 1, or 0 when the thread exists. A request that arrives twice is recognised by the incarnation.
 */
export const ADOPT = defineScript({
  name: "adopt",
  keys: FIXED_KEYS.map(({ name }) => name),
  numbers: ["segments", "threadMs", "schema", "version", "length", "base", "pendingIds"], // threadMs is 0 for ever
  texts: [
    "status",
    "summary",
    "meta",
    "state",
    "incarnation",
    "counters",
    "moreCounters",
    "pendingCalls",
    "facets",
  ],
  uses: [CHECKS, TOLD],
  body: `
local count, ttl = N.segments, N.threadMs
local incarnation = redis.call('HGET', K.header, ${H.incarnation})
if incarnation then return incarnation == T.incarnation and 1 or 0 end
if redis.call('EXISTS', K.header) == 1 then corrupt('header') end
for i = 1, count do
  local size = i < count and ${SEGMENT} or N.length - (count - 1) * ${SEGMENT}
  if redis.call('LLEN', KEYS[moreKeys + i - 1]) ~= size then error('staged entries are missing', 0) end
end
local told = toldEpoch(K.events)
redis.call('DEL', unpack(KEYS, 2, moreKeys - 1))
for i = 1, count do
  local segment = KEYS[moreKeys + count + i - 1]
  redis.call('RENAME', KEYS[moreKeys + i - 1], segment)
  redis.call('PERSIST', segment)
  if ttl > 0 then redis.call('PEXPIRE', segment, i == count and ttl or 3 * ttl) end
end
for i = 0, #ARGV - moreArgs - N.pendingIds do
  local blob = KEYS[moreKeys + 2 * count + i]
  redis.call('SADD', K.blobs, ARGV[moreArgs + N.pendingIds + i])
  if ttl > 0 then redis.call('PEXPIRE', blob, 3 * ttl) else redis.call('PERSIST', blob) end
end
redis.call('HSET', K.header, ${H.schema}, N.schema, ${H.version}, N.version, ${H.epoch}, told, ${H.cancelledEpoch}, 0,
  ${H.status}, T.status, ${H.length}, N.length, ${H.base}, N.base, ${H.summary}, T.summary, ${H.meta}, T.meta,
  ${H.state}, T.state, ${H.counters}, T.counters, ${H.moreCounters}, T.moreCounters, ${H.incarnation}, T.incarnation, ${H.facets}, T.facets)
if N.pendingIds > 0 then redis.call('HSET', K.pending, ${P.calls}, T.pendingCalls) end
for i = 1, N.pendingIds do redis.call('HSET', K.pending, ${P.place} .. ARGV[moreArgs + i - 1], i) end
if ttl > 0 then
  redis.call('PEXPIRE', K.pending, ttl)
  redis.call('PEXPIRE', K.header, ttl)
  redis.call('PEXPIRE', K.blobs, 3 * ttl)
end
return 1
`,
});

/**
 * Keeps one piece of a blob, until a commit refers to the blob.
 *
 * Answers 1 when a commit refers to the blob already: then all of its pieces are kept.
 */
export const PUT_BLOB = defineScript({
  name: "put_blob",
  keys: ["blob", "blobs"],
  numbers: ["piece", "uploadMs"],
  texts: ["id", "text"],
  body: `
if redis.call('SISMEMBER', K.blobs, T.id) == 1 and redis.call('EXISTS', K.blob) == 1 then return 1 end
redis.call('HSET', K.blob, N.piece, T.text)
redis.call('PEXPIRE', K.blob, N.uploadMs)
return 0
`,
});

/**
 * Finds out whether all pieces of a blob are kept. Those of an upload that no commit refers to live for another day.
 *
 * Answers 1 when they are.
 */
export const HAS_BLOB = defineScript({
  name: "has_blob",
  keys: ["blob", "blobs"],
  numbers: ["pieces", "uploadMs"],
  texts: ["id"],
  body: `
if redis.call('HLEN', K.blob) ~= N.pieces then return 0 end
if redis.call('SISMEMBER', K.blobs, T.id) == 0 then redis.call('PEXPIRE', K.blob, N.uploadMs) end
return 1
`,
});

/**
 * Keeps one piece of a blob of a tenant, in the order of the pieces; without a text, finds out whether all of them are kept. Gives
 * the blob the life where it has less.
 *
 * Answers 1, or 0 when pieces are missing.
 */
export const SHARE_BLOB = defineScript({
  name: "share_blob",
  keys: ["blob"],
  numbers: ["piece", "pieces", "lifeMs"], // lifeMs is 0 for ever; the others belong to the text
  optionalTexts: ["text"],
  body: `
local pieces, size = redis.call('HGET', K.blob, '${SHARED_PIECES}'), redis.call('HLEN', K.blob)
local left = redis.call('PTTL', K.blob)
if T.text then redis.call('HSET', K.blob, N.piece, T.text, '${SHARED_PIECES}', N.pieces)
elseif not pieces or size - 1 ~= tonumber(pieces) then return 0 end
if N.lifeMs == 0 then redis.call('PERSIST', K.blob)
elseif left ~= -1 and left < N.lifeMs then redis.call('PEXPIRE', K.blob, N.lifeMs) end
return 1
`,
});
