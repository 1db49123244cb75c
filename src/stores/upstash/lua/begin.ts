// begin: the first of a step's two requests. core/store.ts has its invariants.

import { FULL_RETRY_MS, INBOX_BYTES, INBOX_LIMIT, PAGE_BYTES } from "../../../core/store/limits.ts";
import { COMMIT_FIELD, COMMITS, HEADER_FIELD, headerPlace, RECEIPT_FIELD, RECEIPT_STATE } from "../layout.ts";
import {
  defineScript,
  ENTRIES,
  HEADER,
  INBOX_TEXTS,
  NEW_HEADER,
  quoted,
  readFields,
  RENEWAL,
} from "./script.ts";

const H = quoted(HEADER_FIELD);
const R = quoted(RECEIPT_FIELD);
const STATE = quoted(RECEIPT_STATE);
const READ_HEADER = readFields("f", "K.header", HEADER_FIELD, [
  "schema",
  "version",
  "epoch",
  "status",
  "length",
  "incarnation",
  "beginOwner",
  "beginEpoch",
  "beginCreated",
  "beginResumed",
  "queuedOwner",
]);
const READ_RECEIPT = readFields("r", "K.receipt", RECEIPT_FIELD, [
  "state",
  "incarnation",
  "bodyHash",
  "epoch",
  "from",
  "to",
  "text",
]);

/**
 * Starts a step. The inputs follow the named arguments. Optional keys: the receipt when the request has an
 * idempotency key; the clock of renewal and the blob ids when threads expire; the events when the thread may be
 * created.
 *
 * Answers  begun, header, window, cache is current, pending, inbox, created, resumed, renew
 *        | replayed, header, text, from, to, entries | missing | unsupported, schema | mismatch | in_flight, ms
 *        | busy, ms | queued, waiting, renew | full, ms | conflict, version | idle, status, version
 * `renew`: see RENEWAL in script.ts. A queued answer to a repeated request has none.
 */
export const BEGIN = defineScript({
  name: "begin",
  keys: ["header", "active", "previous", "lease", "pending", "inbox"],
  optionalKeys: ["receipt", "renewal", "blobs", "events"],
  numbers: [
    "leaseMs",
    "schema", // newest that the caller reads
    "windowEntries",
    "windowBytes",
    "expectedVersion", // -1 for any
    "receiptMs",
    "threadMs", // 0 for ever
    "cachedVersion",
    "cachedStart",
    "cachedLength",
    "inputs",
    "newSchema",
  ],
  texts: ["owner", "policy"],
  // of an idempotency key; of a cached history; of a thread that may be created
  optionalTexts: ["bodyHash", "cachedOwner", "newMeta", "newState", "newIncarnation"],
  sha1: "f1667afdd9bcba1ae742255efefebaee426a8049",
  lockingSha1: "0e9a08556c47982d4df37917a9365fa5f0174fa2",
  uses: [INBOX_TEXTS, ENTRIES, NEW_HEADER, RENEWAL],
  body: `
local owner, ttl, inputs = T.owner, N.threadMs, N.inputs
local lastInput = moreArgs + inputs - 1

local function cacheIsCurrent(length, base)
  if not T.cachedOwner then return false end
  local commit = redis.call('HGET', K.header, '${COMMIT_FIELD}' .. N.cachedVersion % ${COMMITS}) or ''
  local version, by = string.match(commit, '^(%d+) %d+ (.*)$')
  return tonumber(version) == N.cachedVersion and by == T.cachedOwner and N.cachedStart >= base
    and N.cachedLength <= length
end

local function begun(epoch, created, resumed)
  local head = redis.call('HMGET', K.header, ${HEADER})
  head[${headerPlace("epoch")}] = tostring(epoch)
  local length, base = tonumber(head[${headerPlace("length")}]), tonumber(head[${headerPlace("base")}])
  local budget, window, current = N.windowBytes, {}, 0
  local limit = math.min(N.windowEntries, length - base)
  if cacheIsCurrent(length, base) and length - N.cachedLength <= limit then
    limit, current = length - N.cachedLength, 1
  end
  local function take(key)
    local high = redis.call('LLEN', key) - 1
    while high >= 0 do
      local low = math.max(0, high - 63, high - (limit - #window) + 1)
      local slice = redis.call('LRANGE', key, low, high)
      for i = #slice, 1, -1 do
        budget = budget - #slice[i]
        if #window > 0 and budget < 0 then return false end
        window[#window + 1] = slice[i]
      end
      if #window >= limit then return false end
      high = low - 1
    end
    return true
  end
  if limit > 0 and take(K.active) then take(K.previous) end
  if #window < limit then current = 0 end
  for i = 1, math.floor(#window / 2) do
    window[i], window[#window + 1 - i] = window[#window + 1 - i], window[i]
  end
  return {'begun', head, window, current, redis.call('HGETALL', K.pending),
    texts(redis.call('LRANGE', K.inbox, 0, -1)), created, resumed, renewal(ttl, length, K.renewal, K.blobs)}
end

${READ_HEADER}
local exists = f.schema or f.incarnation
if not exists then
  if not T.newIncarnation then return {'missing'} end
  f = {schema = N.newSchema, version = '0', epoch = '0', status = 'waiting', length = '0', incarnation = T.newIncarnation}
elseif f.beginOwner == owner then
  return begun(f.beginEpoch, tonumber(f.beginCreated), tonumber(f.beginResumed or 0))
end
if tonumber(f.schema) > N.schema then return {'unsupported', tonumber(f.schema)} end
local version, epoch, length = tonumber(f.version), tonumber(f.epoch), tonumber(f.length)

local lease = exists and redis.call('PTTL', K.lease) or -2
local busy = lease ~= -2
local items = exists and redis.call('LRANGE', K.inbox, 0, -1) or {}
local accepted = f.queuedOwner == owner
local from, to = f.length, f.length
if K.receipt and exists then
  ${READ_RECEIPT}
  if r.state and r.incarnation == f.incarnation then
    if r.bodyHash ~= T.bodyHash then return {'mismatch'} end
    if r.state == ${STATE.done} then
      from, to = tonumber(r.from), tonumber(r.to)
      local function keyOf(n, active) return n == active and K.active or n == active - 1 and K.previous end
      return {'replayed', redis.call('HMGET', K.header, ${HEADER}), r.text, from, to,
        entries(from, to, length, ${PAGE_BYTES}, keyOf)}
    end
    if r.state == ${STATE.running} and busy and tonumber(r.epoch) == epoch then return {'in_flight', lease} end
    if r.state == ${STATE.queued} and busy then return {'queued', #items} end
    accepted = true
    if r.to and tonumber(r.to) > tonumber(r.from) then from, to = r.from, r.to end
  end
end
local mine = #owner .. ':' .. owner
for _, item in ipairs(items) do
  if string.sub(item, 1, #mine) == mine then accepted = true end
end
if accepted then inputs, lastInput = 0, moreArgs - 1 end

local function full()
  local size = 0
  for _, text in ipairs(texts(items)) do size = size + #text end
  for i = moreArgs, lastInput do size = size + #ARGV[i] end
  return #items + inputs > ${INBOX_LIMIT} or (inputs > 0 and size > ${INBOX_BYTES})
end

local function push()
  for i = moreArgs, lastInput do redis.call('RPUSH', K.inbox, mine .. ARGV[i]) end
end
local function note(state, at)
  if not K.receipt then return end
  local ms = accepted and math.max(N.receiptMs, redis.call('PTTL', K.receipt)) or N.receiptMs
  redis.call('DEL', K.receipt)
  redis.call('HSET', K.receipt, ${R.state}, state, ${R.incarnation}, f.incarnation, ${R.bodyHash}, T.bodyHash,
    ${R.epoch}, at, ${R.from}, from, ${R.to}, to)
  redis.call('PEXPIRE', K.receipt, ms)
end

if busy and T.policy ~= 'restart' then
  if T.policy == 'reject' or (inputs == 0 and not accepted) then return {'busy', lease} end
  if full() then return {'full', lease} end
  push()
  keep()
  note(${STATE.queued}, 0)
  redis.call('HSET', K.header, ${H.queuedOwner}, owner)
  return {'queued', #items + inputs, renewal(ttl, length, K.renewal, K.blobs)}
end
if N.expectedVersion >= 0 and N.expectedVersion ~= version and not accepted then return {'conflict', version} end
local rests = busy or f.status == 'waiting' or f.status == 'done' or f.status == 'cancelled'
if rests and inputs == 0 and #items == 0 and (not exists or redis.call('EXISTS', K.pending) == 0) then
  if accepted then return {'queued', 0} end
  return {'idle', f.status, version}
end
if full() then return {'full', busy and lease or ${FULL_RETRY_MS}} end

if not exists then
  redis.call('DEL', K.active, K.previous, K.lease, K.pending, K.inbox, K.events)
  if ttl > 0 then redis.call('DEL', K.renewal, K.blobs) end
  newHeader(f.schema, T.newMeta, T.newState, f.incarnation)
end
if busy then
  epoch = epoch + 1
  redis.call('HSET', K.header, ${H.cancelledEpoch}, epoch, ${H.status}, 'cancelled')
end
epoch = epoch + 1
local created, resumed = exists and 0 or 1, accepted and 1 or 0
redis.call('HSET', K.header, ${H.epoch}, epoch, ${H.beginOwner}, owner, ${H.beginEpoch}, epoch,
  ${H.beginCreated}, created, ${H.beginResumed}, resumed, ${H.beginVersion}, f.version)
redis.call('SET', K.lease, owner, 'PX', N.leaseMs)
push()
keep()
note(${STATE.running}, epoch)
return begun(epoch, created, resumed)
`,
});
