// An input that is accepted without a step. core/store.ts has the invariants; stores/embedded/enqueue.ts decides the same.

import { FULL_RETRY_MS, INBOX_BYTES, INBOX_LIMIT } from "../../../core/store/limits.ts";
import { HEADER_FIELD, RECEIPT_FIELD, RECEIPT_STATE } from "../layout.ts";
import { CHECKS, INBOX_TEXTS, NEW_HEADER, RENEWAL, TOLD } from "./functions.ts";
import { defineScript, quoteNames, readFields } from "./script.ts";

const R = quoteNames(RECEIPT_FIELD);
const STATE = quoteNames(RECEIPT_STATE);
const READ_HEADER = readFields("f", "K.header", HEADER_FIELD, [
  "schema",
  "version",
  "length",
  "incarnation",
]);
const READ_RECEIPT = readFields("r", "K.receipt", RECEIPT_FIELD, [
  "state",
  "incarnation",
  "bodyHash",
  "text",
]);

/**
 * Puts inputs into the inbox. The inputs follow the named arguments. Optional keys: the clock of renewal and the blob ids when
 * threads expire; the events when the thread may be created. The text of the receipt is `<created> <owner>`, until a begin with
 * its key is accepted.
 *
 * Answers  queued, version, running, waiting, created, renew | duplicate, version | mismatch | missing | unsupported, schema
 *        | full, ms
 * `renew`: see RENEWAL in script.ts.
 */
export const ENQUEUE = defineScript({
  name: "enqueue",
  keys: ["header", "active", "previous", "lease", "pending", "inbox", "receipt"],
  optionalKeys: ["renewal", "blobs", "events"],
  numbers: [
    "schema", // newest that the caller reads
    "receiptMs",
    "threadMs", // 0 for ever
    "newSchema",
  ],
  texts: ["owner", "bodyHash"],
  optionalTexts: ["newMeta", "newState", "newIncarnation", "newFacets"], // of a thread that may be created
  uses: [CHECKS, INBOX_TEXTS, NEW_HEADER, RENEWAL, TOLD],
  body: `
${READ_HEADER}
local exists, inputs = f.schema or f.incarnation, #ARGV - moreArgs + 1
if not exists then
  if redis.call('EXISTS', K.header) == 1 then corrupt('header') end
  if not T.newIncarnation then return {'missing'} end
  f = {schema = tostring(N.newSchema), version = '0', length = '0', incarnation = T.newIncarnation}
elseif not f.incarnation then corrupt('header') end
local schema, version, length = whole(f.schema, 'header'), whole(f.version, 'header'), whole(f.length, 'header')
local lease = exists and redis.call('PTTL', K.lease) or -2
local running = lease ~= -2 and 1 or 0
local items = exists and redis.call('LRANGE', K.inbox, 0, -1) or {}
local function queued(count, created, renew) return {'queued', version, running, count, created, renew} end

${READ_RECEIPT}
local accepted = exists and r.state and r.incarnation == f.incarnation
if accepted and r.state == ${STATE.queued} and r.text then
  local created, owner = string.match(r.text, '^(%d) (.*)$')
  if owner == T.owner then return queued(#items, tonumber(created), 0) end
end
if schema > N.schema then return {'unsupported', schema} end
if accepted then
  if r.bodyHash ~= T.bodyHash then return {'mismatch'} end
  return {'duplicate', version}
end
local size = 0
for _, text in ipairs(texts(items)) do size = size + #text end
for i = moreArgs, #ARGV do size = size + #ARGV[i] end
if #items + inputs > ${INBOX_LIMIT} or size > ${INBOX_BYTES} then
  return {'full', running == 1 and lease or ${FULL_RETRY_MS}}
end
local renew = exists and renewal(N.threadMs, length, K.renewal, K.blobs) or 0

if not exists then
  local told = toldEpoch(K.events)
  redis.call('DEL', K.active, K.previous, K.lease, K.pending, K.inbox, K.events)
  if N.threadMs > 0 then redis.call('DEL', K.renewal, K.blobs) end
  writeHead(newHead(f.schema, T.newMeta, T.newState, told, T.newFacets), f.incarnation)
end
local created, mine = exists and 0 or 1, #T.owner .. ':' .. T.owner
for i = moreArgs, #ARGV do redis.call('RPUSH', K.inbox, mine .. ARGV[i]) end
keep()
redis.call('DEL', K.receipt)
redis.call('HSET', K.receipt, ${R.state}, ${STATE.queued}, ${R.incarnation}, f.incarnation, ${R.bodyHash}, T.bodyHash,
  ${R.epoch}, 0, ${R.from}, f.length, ${R.to}, f.length, ${R.text}, created .. ' ' .. T.owner)
redis.call('PEXPIRE', K.receipt, N.receiptMs)
return queued(#items + inputs, created, renew)
`,
});
