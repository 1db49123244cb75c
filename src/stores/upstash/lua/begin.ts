// begin: the first of a step's two requests. core/store.ts has its invariants.

import { FULL_RETRY_MS, INBOX_BYTES, INBOX_LIMIT, PAGE_BYTES } from "../../../core/store/limits.ts";
import { THREAD_STATUSES } from "../../../core/state.ts";
import { COMMIT_FIELD, COMMITS, HEADER_FIELD, headerPlace, RECEIPT_FIELD, RECEIPT_STATE } from "../layout.ts";
import {
  CHECKS,
  ENTRIES,
  HEADER,
  INBOX_TEXTS,
  NEW_HEADER,
  PENDING_NUMBERS,
  RENEWAL,
  SEGMENTS,
  TOLD,
  TOTALS,
} from "./functions.ts";
import { defineScript, quoteNames, readFields } from "./script.ts";

const H = quoteNames(HEADER_FIELD);
const R = quoteNames(RECEIPT_FIELD);
const STATE = quoteNames(RECEIPT_STATE);
const READ_HEADER = readFields("f", "K.header", HEADER_FIELD, [
  "schema",
  "version",
  "epoch",
  "status",
  "length",
  "base",
  "counters",
  "moreCounters",
  "incarnation",
  "beginOwner",
  "beginEpoch",
  "beginCreated",
  "beginResumed",
  "queuedOwner",
]);
const STATUS = THREAD_STATUSES.map((status) => `${status} = true`).join(", ");
const READ_RECEIPT = readFields("r", "K.receipt", RECEIPT_FIELD, [
  "state",
  "incarnation",
  "bodyHash",
  "epoch",
  "from",
  "to",
  "text",
]);

/** What the answer of a begin has of the thread; the header and the inbox as they are before it. */
const FOUND = `local function found()
  local budget, window, current = N.windowBytes, {}, 0
  local limit = math.min(N.windowEntries, length - base)
  if exists and cacheIsCurrent() and length - N.cachedLength <= limit then
    limit, current = length - N.cachedLength, 1
  end
  local function take(key, high)
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
  if limit > 0 and take(K.active, size - 1) then take(K.previous, redis.call('LLEN', K.previous) - 1) end
  if #window < limit then current = 0 end
  for i = 1, math.floor(#window / 2) do
    window[i], window[#window + 1 - i] = window[#window + 1 - i], window[i]
  end
  local pending = exists and redis.call('HGETALL', K.pending) or {}
  assertNumbers(pending)
  return window, current, pending
end
`;

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
  optionalTexts: ["bodyHash", "cachedOwner", "newMeta", "newState", "newIncarnation", "newFacets"],
  uses: [CHECKS, INBOX_TEXTS, ENTRIES, NEW_HEADER, PENDING_NUMBERS, RENEWAL, SEGMENTS, TOLD, TOTALS],
  body: `
local owner, ttl, inputs = T.owner, N.threadMs, N.inputs
local lastInput = moreArgs + inputs - 1

${READ_HEADER}
local exists, head = f.schema or f.incarnation, nil
if not exists then
  if redis.call('EXISTS', K.header) == 1 then corrupt('header') end
  if not T.newIncarnation then return {'missing'} end
  if N.newSchema > N.schema then return {'unsupported', N.newSchema} end
  head = newHead(N.newSchema, T.newMeta, T.newState, toldEpoch(K.events), T.newFacets)
  f = {version = '0', epoch = head[${
    headerPlace("epoch")
  }], status = 'waiting', length = '0', incarnation = T.newIncarnation}
else
  local schema, again = whole(f.schema, 'header'), f.beginOwner == owner
  if schema > N.schema and not again then return {'unsupported', schema} end
  head = redis.call('HMGET', K.header, ${HEADER})
  if not (f.incarnation and head[${headerPlace("summary")}] and head[${headerPlace("meta")}]
    and head[${headerPlace("state")}] and ({${STATUS}})[f.status]) then corrupt('header') end
  whole(head[${headerPlace("cancelledEpoch")}], 'header')
  totals(f.counters, f.moreCounters)
end
local version, epoch, length = whole(f.version, 'header'), whole(f.epoch, 'header'), whole(f.length, 'header')
local base = exists and whole(f.base, 'header') or 0
if base > length then corrupt('header') end
local size = exists and assertActive(length) or 0
local items = exists and redis.call('LRANGE', K.inbox, 0, -1) or {}
local waiting = texts(items)
local renew = exists and renewal(ttl, length, K.renewal, K.blobs) or 0

local function cacheIsCurrent()
  if not T.cachedOwner then return false end
  local commit = redis.call('HGET', K.header, '${COMMIT_FIELD}' .. N.cachedVersion % ${COMMITS}) or ''
  local made, by = string.match(commit, '^(%d+) %d+ (.*)$')
  return tonumber(made) == N.cachedVersion and by == T.cachedOwner and N.cachedStart >= base
    and N.cachedLength <= length
end

${FOUND}local function begun(at, window, current, pending, created, resumed)
  head[${headerPlace("epoch")}] = tostring(at)
  return {'begun', head, window, current, pending, waiting, created, resumed, renew}
end

if f.beginOwner == owner then
  local created, resumed = whole(f.beginCreated, 'header'), whole(f.beginResumed or '0', 'header')
  local window, current, pending = found()
  return begun(whole(f.beginEpoch, 'header'), window, current, pending, created, resumed)
end

local lease = exists and redis.call('PTTL', K.lease) or -2
local busy = lease ~= -2
local accepted = f.queuedOwner == owner
local from, to = f.length, f.length
if K.receipt and exists then
  ${READ_RECEIPT}
  if r.state and r.incarnation == f.incarnation then
    if r.bodyHash ~= T.bodyHash then return {'mismatch'} end
    local first, behind = whole(r.from, 'receipt'), whole(r.to, 'receipt')
    if r.state == ${STATE.done} then
      if not r.text or first > behind or behind > length then corrupt('receipt') end
      local function keyOf(n, active) return n == active and K.active or n == active - 1 and K.previous end
      return {'replayed', head, r.text, first, behind, entries(first, behind, length, ${PAGE_BYTES}, keyOf)}
    end
    if r.state == ${STATE.running} and busy and whole(r.epoch, 'receipt') == epoch then return {'in_flight', lease} end
    if r.state == ${STATE.queued} and busy then return {'queued', #items} end
    accepted = true
    if behind > first then from, to = r.from, r.to end
  end
end
local mine = #owner .. ':' .. owner
for _, item in ipairs(items) do
  if string.sub(item, 1, #mine) == mine then accepted = true end
end
if accepted then inputs, lastInput = 0, moreArgs - 1 end
local receiptMs = K.receipt and accepted and math.max(N.receiptMs, redis.call('PTTL', K.receipt)) or N.receiptMs

local function full()
  local bytes = 0
  for _, text in ipairs(waiting) do bytes = bytes + #text end
  for i = moreArgs, lastInput do bytes = bytes + #ARGV[i] end
  return #items + inputs > ${INBOX_LIMIT} or (inputs > 0 and bytes > ${INBOX_BYTES})
end

local function push()
  for i = moreArgs, lastInput do
    redis.call('RPUSH', K.inbox, mine .. ARGV[i])
    waiting[#waiting + 1] = ARGV[i]
  end
end
local function note(state, at)
  if not K.receipt then return end
  redis.call('DEL', K.receipt)
  redis.call('HSET', K.receipt, ${R.state}, state, ${R.incarnation}, f.incarnation, ${R.bodyHash}, T.bodyHash,
    ${R.epoch}, at, ${R.from}, from, ${R.to}, to)
  redis.call('PEXPIRE', K.receipt, receiptMs)
end

if busy and T.policy ~= 'restart' then
  if T.policy == 'reject' or (inputs == 0 and not accepted) then return {'busy', lease} end
  if full() then return {'full', lease} end
  push()
  keep()
  note(${STATE.queued}, 0)
  redis.call('HSET', K.header, ${H.queuedOwner}, owner)
  return {'queued', #items + inputs, renew}
end
if N.expectedVersion >= 0 and N.expectedVersion ~= version and not accepted then return {'conflict', version} end
local window, current, pending = found()
local rests = busy or f.status == 'waiting' or f.status == 'done' or f.status == 'cancelled'
if rests and inputs == 0 and #items == 0 and #pending == 0 then
  if accepted then return {'queued', 0} end
  return {'idle', f.status, version}
end
if full() then return {'full', busy and lease or ${FULL_RETRY_MS}} end

if not exists then
  redis.call('DEL', K.active, K.previous, K.lease, K.pending, K.inbox, K.events)
  if ttl > 0 then redis.call('DEL', K.renewal, K.blobs) end
  writeHead(head, f.incarnation)
end
if busy then
  epoch = epoch + 1
  redis.call('HSET', K.header, ${H.cancelledEpoch}, epoch, ${H.status}, 'cancelled')
  head[${headerPlace("cancelledEpoch")}], head[${headerPlace("status")}] = tostring(epoch), 'cancelled'
end
epoch = epoch + 1
local created, resumed = exists and 0 or 1, accepted and 1 or 0
redis.call('HSET', K.header, ${H.epoch}, epoch, ${H.beginOwner}, owner, ${H.beginEpoch}, epoch,
  ${H.beginCreated}, created, ${H.beginResumed}, resumed, ${H.beginVersion}, f.version)
redis.call('SET', K.lease, owner, 'PX', N.leaseMs)
push()
keep()
note(${STATE.running}, epoch)
return begun(epoch, window, current, pending, created, resumed)
`,
});
