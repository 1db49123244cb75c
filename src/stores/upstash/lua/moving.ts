// Locks of threads that move to another store. core/store/moving.ts has what a lock is.

import { LOCK } from "../../../core/store/moving.ts";
import { HEADER_FIELD } from "../layout.ts";
import { CHECKS } from "./functions.ts";
import { defineScript, quoteNames, readFields } from "./script.ts";

const H = quoteNames(HEADER_FIELD);
const READ_STEP = readFields("f", "K.header", HEADER_FIELD, ["schema", "epoch", "beginEpoch", "endedEpoch"]);

/**
 * Locks a thread. A step that has begun, has not ended and has lost its lease is fenced.
 *
 * Answers locked | busy, ms | unsupported, schema | missing
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
if schema >= ${LOCK} then return {'locked'} end
if schema > N.schema then return {'unsupported', schema} end
if lease ~= -2 then return {'busy', math.max(lease, 0)} end
if f.epoch == f.beginEpoch and f.epoch ~= f.endedEpoch then epoch = epoch + 1 end
redis.call('HSET', K.header, ${H.schema}, schema + ${LOCK}, ${H.epoch}, epoch)
return {'locked'}
`,
});

/** Unlocks a thread. Answers 1, or 0 when it is not locked. */
export const UNLOCK_THREAD = defineScript({
  name: "unlock_thread",
  keys: ["header"],
  uses: [CHECKS],
  body: `
local schema = redis.call('HGET', K.header, ${H.schema})
if not schema or whole(schema, 'header') < ${LOCK} then return 0 end
redis.call('HSET', K.header, ${H.schema}, schema - ${LOCK})
return 1
`,
});
