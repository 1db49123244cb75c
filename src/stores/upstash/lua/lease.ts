// The requests of and about a running step between its begin and its commit.

import { seqBase } from "../../../core/event.ts";
import { EVENT_LIMIT } from "../../../core/store/limits.ts";
import { EVENT_FIELD, HEADER_FIELD, PENDING_FIELD, RECEIPT_FIELD, RECEIPT_STATE } from "../layout.ts";
import { CHECKS, EVENTS, RENEWAL } from "./functions.ts";
import { defineScript, quoteNames, readFields } from "./script.ts";

const H = quoteNames(HEADER_FIELD);
const P = quoteNames(PENDING_FIELD);
const R = quoteNames(RECEIPT_FIELD);
const STATE = quoteNames(RECEIPT_STATE);

const READ_ABANDONED = readFields("f", "K.header", HEADER_FIELD, [
  "version",
  "epoch",
  "incarnation",
  "beginOwner",
  "beginEpoch",
  "beginCreated",
  "beginResumed",
  "beginVersion",
  "endedEpoch",
]);

/**
 * Gives up a begin. The inputs of the begin follow the named arguments.
 *
 * Nothing happens when the step has committed or another has begun since: a later step counts what it consumes from
 * the oldest input. A receipt becomes `retry` when the request had been accepted before or an advance has committed. The event
 * log of a removed thread keeps the number of the epoch where events of this epoch or of one before it were reported.
 */
export const ABANDON = defineScript({
  name: "abandon",
  keys: ["header", "lease", "inbox", "events"],
  optionalKeys: ["receipt"],
  numbers: ["epoch", "told", "eventMs"], // `told` is 1 or 0
  texts: ["owner"],
  uses: [CHECKS],
  body: `
local owner = T.owner
${READ_ABANDONED}
if f.beginOwner ~= owner or tonumber(f.beginEpoch) ~= N.epoch or tonumber(f.endedEpoch) == N.epoch then return 0 end
local holder, items = redis.call('GET', K.lease), redis.call('LRANGE', K.inbox, 0, -1)
local undone = f.beginResumed == '0' and f.beginVersion == f.version
local r = K.receipt and redis.call('HMGET', K.receipt, ${R.state}, ${R.incarnation}, ${R.epoch}) or {}
local unfinished = r[1] == ${STATE.running} and r[2] == f.incarnation and tonumber(r[3]) == N.epoch
local left = #items
for i = moreArgs, #ARGV do
  for place = #items, 1, -1 do
    if items[place] == #owner .. ':' .. owner .. ARGV[i] then
      items[place], left = false, left - 1
      break
    end
  end
end

redis.call('HSET', K.header, ${H.endedEpoch}, N.epoch)
if holder == owner then redis.call('DEL', K.lease) end
if unfinished then
  if undone then redis.call('DEL', K.receipt) else redis.call('HSET', K.receipt, ${R.state}, ${STATE.retry}) end
end
if not undone then return 1 end
for i = moreArgs, #ARGV do redis.call('LREM', K.inbox, -1, #owner .. ':' .. owner .. ARGV[i]) end
if f.beginCreated == '1' and tonumber(f.epoch) == N.epoch and left == 0 then
  if N.told == 1 or N.epoch > 1 then
    redis.pcall('XADD', K.events, string.format('%.0f-1', N.epoch * ${seqBase(1)}), '${EVENT_FIELD}', '')
    redis.call('PEXPIRE', K.events, N.eventMs)
  end
  redis.call('DEL', K.header)
end
return 1
`,
});

const READ_EPOCHS = readFields("f", "K.header", HEADER_FIELD, ["epoch", "beginEpoch"]);

/**
 * Marks calls as started. Their ids follow the named arguments.
 *
 * Answers 1, or 0 when the epoch has passed. 0 also when a call is not pending: it belongs to an earlier incarnation of
 * the thread.
 */
export const MARK = defineScript({
  name: "mark",
  keys: ["header", "pending"],
  numbers: ["epoch"],
  body: `
${READ_EPOCHS}
if tonumber(f.epoch) ~= N.epoch or tonumber(f.beginEpoch) ~= N.epoch then return 0 end
for i = moreArgs, #ARGV do
  local places = redis.call('HMGET', K.pending, ${P.place} .. ARGV[i], ${P.placeBefore} .. ARGV[i])
  if not places[1] and not places[2] then return 0 end
end
for i = moreArgs, #ARGV do redis.call('HSET', K.pending, ${P.startedEpoch} .. ARGV[i], N.epoch) end
return 1
`,
});

const READ_RUNNING = readFields("f", "K.header", HEADER_FIELD, [
  "epoch",
  "beginOwner",
  "beginEpoch",
  "endedEpoch",
  "length",
]);

/**
 * Renews the lease of a running step and the lifetime of its thread, and logs events. The optional keys are those of
 * a deployment whose threads expire. The events follow the named arguments, each seq and text.
 *
 * Answers ok, renew | fenced. Fenced: the epoch has passed. A flush that arrives after its step's commit takes no lease.
 * `renew`: see RENEWAL in script.ts.
 */
export const FLUSH = defineScript({
  name: "flush",
  keys: ["header", "lease", "events"],
  optionalKeys: ["active", "pending", "inbox", "renewal", "blobs"],
  numbers: ["epoch", "leaseMs", "eventMs", "threadMs"], // threadMs is 0 for ever
  texts: ["owner"],
  uses: [CHECKS, EVENTS, RENEWAL],
  body: `
${READ_RUNNING}
local runs = tonumber(f.epoch) == N.epoch and tonumber(f.beginEpoch) == N.epoch and f.beginOwner == T.owner
if not runs then return {'fenced'} end
local holder = redis.call('GET', K.lease)
local count = (#ARGV - moreArgs + 1) / 2
local last = count > 0 and lastEvent(K.events)
local renew = renewal(N.threadMs, whole(f.length, 'header'), K.renewal, K.blobs)
if tonumber(f.endedEpoch) ~= N.epoch and (not holder or holder == T.owner) then
  redis.call('SET', K.lease, T.owner, 'PX', N.leaseMs)
end
if count > 0 then log(K.events, last, moreArgs, count, ${EVENT_LIMIT}, N.eventMs) end
keep()
return {'ok', renew}
`,
});

const READ_CANCELLED = readFields("f", "K.header", HEADER_FIELD, [
  "schema",
  "version",
  "epoch",
  "cancelName",
  "cancelRunning",
]);

/**
 * Cancels. `name` is unique for each cancel: a request that arrives twice is recognised by it.
 *
 * Answers running, version; the schema alone when the caller does not read it; or nil when the thread is missing.
 */
export const CANCEL = defineScript({
  name: "cancel",
  keys: ["header", "lease"],
  numbers: ["schema"], // newest that the caller reads
  texts: ["name"],
  uses: [CHECKS],
  body: `
${READ_CANCELLED}
if not f.version then return false end
local schema, version, epoch = whole(f.schema, 'header'), whole(f.version, 'header'), whole(f.epoch, 'header') + 1
if schema > N.schema then return {schema} end
if f.cancelName == T.name then return {whole(f.cancelRunning, 'header'), version} end
local running = redis.call('EXISTS', K.lease)
redis.call('DEL', K.lease)
redis.call('HSET', K.header, ${H.epoch}, epoch, ${H.cancelledEpoch}, epoch, ${H.status}, 'cancelled',
  ${H.cancelName}, T.name, ${H.cancelRunning}, running)
return {running, version}
`,
});
