// The requests of and about a running step between its begin and its commit.

import { EVENT_LIMIT } from "../../../core/store/limits.ts";
import { HEADER_FIELD, PENDING_FIELD, RECEIPT_FIELD, RECEIPT_STATE } from "../layout.ts";
import { defineScript, EVENTS, quoted, readFields, RENEWAL } from "./script.ts";

const H = quoted(HEADER_FIELD);
const P = quoted(PENDING_FIELD);
const R = quoted(RECEIPT_FIELD);
const STATE = quoted(RECEIPT_STATE);

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
 * the oldest input. A receipt becomes `retry` when the request had been accepted before or an advance has committed.
 */
export const ABANDON = defineScript({
  name: "abandon",
  keys: ["header", "lease", "inbox"],
  optionalKeys: ["receipt"],
  numbers: ["epoch"],
  texts: ["owner"],
  sha1: "35cf817d5f4863de2d16e4a08cdbe7a28171b8ec",
  lockingSha1: "e249b131dc017e4f3286f13e0faeb9256d5a9c54",
  body: `
local owner = T.owner
${READ_ABANDONED}
if f.beginOwner ~= owner or tonumber(f.beginEpoch) ~= N.epoch or tonumber(f.endedEpoch) == N.epoch then return 0 end
redis.call('HSET', K.header, ${H.endedEpoch}, N.epoch)
if redis.call('GET', K.lease) == owner then redis.call('DEL', K.lease) end
local undone = f.beginResumed == '0' and f.beginVersion == f.version
if K.receipt then
  local r = redis.call('HMGET', K.receipt, ${R.state}, ${R.incarnation}, ${R.epoch})
  if r[1] == ${STATE.running} and r[2] == f.incarnation and tonumber(r[3]) == N.epoch then
    if undone then redis.call('DEL', K.receipt) else redis.call('HSET', K.receipt, ${R.state}, ${STATE.retry}) end
  end
end
if not undone then return 1 end
for i = moreArgs, #ARGV do redis.call('LREM', K.inbox, -1, #owner .. ':' .. owner .. ARGV[i]) end
local untouched = f.beginCreated == '1' and tonumber(f.epoch) == N.epoch
if untouched and redis.call('LLEN', K.inbox) == 0 then redis.call('DEL', K.header) end
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
  sha1: "a924d4b62c6ae007d6ab0bf6c974be9b88dc4e3e",
  lockingSha1: "0cc62ce846befa8068a6152d18c1a1b91d622c29",
  body: `
${READ_EPOCHS}
if tonumber(f.epoch) ~= N.epoch or tonumber(f.beginEpoch) ~= N.epoch then return 0 end
for i = moreArgs, #ARGV do
  if redis.call('HEXISTS', K.pending, ${P.place} .. ARGV[i]) == 0 then return 0 end
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
  sha1: "13bf5c6c3a3541904f1d2129bd7bdb2342e06db7",
  lockingSha1: "39c8cbac63c8cd3f7f48d6e4ab52e8f912078274",
  uses: [EVENTS, RENEWAL],
  body: `
${READ_RUNNING}
local runs = tonumber(f.epoch) == N.epoch and tonumber(f.beginEpoch) == N.epoch and f.beginOwner == T.owner
if not runs then return {'fenced'} end
local holder = redis.call('GET', K.lease)
if tonumber(f.endedEpoch) ~= N.epoch and (not holder or holder == T.owner) then
  redis.call('SET', K.lease, T.owner, 'PX', N.leaseMs)
end
local count = (#ARGV - moreArgs + 1) / 2
if count > 0 then log(K.events, moreArgs, count, ${EVENT_LIMIT}, N.eventMs) end
keep()
return {'ok', renewal(N.threadMs, tonumber(f.length), K.renewal, K.blobs)}
`,
});

const READ_CANCELLED = readFields("f", "K.header", HEADER_FIELD, [
  "version",
  "epoch",
  "cancelName",
  "cancelRunning",
]);

/**
 * Cancels. `name` is unique for each cancel: a request that arrives twice is recognised by it.
 *
 * Answers running, version; or nil when the thread is missing.
 */
export const CANCEL = defineScript({
  name: "cancel",
  keys: ["header", "lease"],
  texts: ["name"],
  sha1: "a633f26f7608e897aa0b4f14b847029d2f64ec21",
  lockingSha1: "e4f7f174d7d2c4e439119af0d4cad9c433e7ca3d",
  body: `
${READ_CANCELLED}
if not f.version then return false end
if f.cancelName == T.name then return {tonumber(f.cancelRunning), tonumber(f.version)} end
local running, epoch = redis.call('DEL', K.lease), tonumber(f.epoch) + 1
redis.call('HSET', K.header, ${H.epoch}, epoch, ${H.cancelledEpoch}, epoch, ${H.status}, 'cancelled',
  ${H.cancelName}, T.name, ${H.cancelRunning}, running)
return {running, tonumber(f.version)}
`,
});
