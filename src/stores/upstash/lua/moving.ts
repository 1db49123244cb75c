// Locks of threads that move to another store. core/store/moving.ts has what a lock is.

import { withLock } from "../../../core/store/moving.ts";
import { BLOB_MS } from "../../../core/store/limits.ts";
import { FIXED_KEYS, HEADER_FIELD, RECEIPT_FIELD } from "../layout.ts";
import { CHECKS, HEADER } from "./functions.ts";
import { defineScript, quoteNames, readFields } from "./script.ts";

const H = quoteNames(HEADER_FIELD);
const READ_STEP = readFields("f", "K.header", HEADER_FIELD, ["schema", "epoch", "beginEpoch", "endedEpoch"]);

/** The schema of the first lock, which is leaving. */
const LEAVING = withLock(0, "leaving");

/**
 * Locks a thread. A step that has begun, has not ended and has lost its lease is fenced, and gives nothing up.
 *
 * Answers locked, by this request | busy, ms | unsupported, schema | missing
 */
export const LOCK_THREAD = defineScript({
  name: "lock_thread",
  keys: ["header", "lease"],
  numbers: ["schema"], // newest that the caller reads
  uses: [CHECKS],
  body: `
${READ_STEP}
if not f.schema then return {'missing'} end
local schema, epoch, lease = whole(f.schema, 'header'), whole(f.epoch, 'header'), redis.call('PTTL', K.lease)
if schema > N.schema then return {'unsupported', schema} end
if lease ~= -2 then return {'busy', math.max(lease, 0)} end
redis.call('HSET', K.header, ${H.schema}, schema + ${LEAVING})
if f.beginEpoch and f.epoch == f.beginEpoch and f.epoch ~= f.endedEpoch then
  redis.call('HSET', K.header, ${H.epoch}, epoch + 1, ${H.endedEpoch}, epoch)
end
return {'locked'}
`,
});

/**
 * Reads a thread as it is at one moment. More keys: those of receipts.
 *
 * Answers header, incarnation, pending, inbox, blobs, receipts; nothing when there is none. A receipt is its fields in the order of RECEIPT_FIELD, and the milliseconds
 * that it has left.
 */
export const READ_THREAD = defineScript({
  name: "read_thread",
  keys: ["header", "pending", "inbox", "blobs"],
  body: `
if redis.call('EXISTS', K.header) == 0 then return false end
local receipts = {}
for i = moreKeys, #KEYS do
  receipts[#receipts + 1] = redis.call('HMGET', KEYS[i], ${
    Object.values(RECEIPT_FIELD).map((field) => `'${field}'`).join(", ")
  })
  table.insert(receipts[#receipts], redis.call('PTTL', KEYS[i]))
end
return {redis.call('HMGET', K.header, ${HEADER}), redis.call('HGET', K.header, ${H.incarnation}),
  redis.call('HGETALL', K.pending), redis.call('LRANGE', K.inbox, 0, -1), redis.call('SMEMBERS', K.blobs), receipts}
`,
});

/** Gives a thread of this schema another one. Answers 1, or 0 when it has another. */
export const CHANGE_LOCK = defineScript({
  name: "change_lock",
  keys: ["header"],
  numbers: ["from", "to"],
  body: `
if tonumber(redis.call('HGET', K.header, ${H.schema}) or -1) ~= N.from then return 0 end
redis.call('HSET', K.header, ${H.schema}, N.to)
return 1
`,
});

/**
 * Makes a thread of the fields of its header, which follow as names and values; what an earlier thread with the same ref may have left is
 * deleted. It expires as an upload does.
 *
 * Answers 1, or 0 when there is such a thread. A request that arrives twice is recognised by the incarnation.
 */
export const LOAD_THREAD = defineScript({
  name: "load_thread",
  keys: FIXED_KEYS.map(({ name }) => name),
  texts: ["incarnation"],
  body: `
if redis.call('EXISTS', K.header) == 1 then
  return redis.call('HGET', K.header, ${H.incarnation}) == T.incarnation and 1 or 0
end
redis.call('DEL', unpack(KEYS, 2))
redis.call('HSET', K.header, ${H.incarnation}, T.incarnation, unpack(ARGV, moreArgs))
redis.call('PEXPIRE', K.header, ${BLOB_MS})
return 1
`,
});
