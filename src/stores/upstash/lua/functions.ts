// Lua functions that several scripts share: a script names those that it uses, CHECKS first.

import { seqBase } from "../../../core/event.ts";
import { COUNTERS } from "../../../core/usage.ts";
import {
  EVENT_FIELD,
  FIRST_COUNTERS,
  FIRST_FIELDS,
  HEADER_FIELD,
  HEADER_FIELDS,
  PENDING_FIELD,
  SEGMENT,
} from "../layout.ts";
import { quoteNames } from "./script.ts";

const H = quoteNames(HEADER_FIELD);

/** HEADER_FIELDS as Lua arguments. */
export const HEADER = HEADER_FIELDS.map((field) => `'${field}'`).join(", ");

/**
 * What every script does with what it reads, before it writes anything. corrupt(what) ends the script, as errors.ts reads it;
 * whole(text, what) is a number of at most 15 digits.
 */
export const CHECKS = `
local function corrupt(what) error('CORRUPT ' .. what, 0) end
local function whole(text, what)
  if not text or #text > 15 or not string.match(text, '^%d+$') then corrupt(what) end
  return tonumber(text)
end
`;

/** texts(items): inbox items without their owner. An item is `<length of owner>:<owner><text>`. */
export const INBOX_TEXTS = `
local function texts(items)
  local out = {}
  for i, item in ipairs(items) do
    local length, first = string.match(item, '^(%d+):()')
    if not length or first + tonumber(length) > #item + 1 then corrupt('inbox') end
    out[i] = string.sub(item, first + tonumber(length))
  end
  return out
end
`;

const P = quoteNames(PENDING_FIELD);

/** assertNumbers(pending): checks the places and the epochs of pending calls, passed as fields and values in turn. */
export const PENDING_NUMBERS = `
local function assertNumbers(pending)
  for i = 1, #pending, 2 do
    local kind = string.sub(pending[i], 1, 2)
    if kind == ${P.place} or kind == ${P.placeBefore} or kind == ${P.startedEpoch} then
      whole(pending[i + 1], 'pending')
    end
  end
end
`;

/**
 * totals(first, more): the counters of a thread, from the two fields of its header. added(sums, counters): the two fields behind
 * an addition.
 */
export const TOTALS = `
local function totals(first, more)
  local out = {}
  local function take(text, place)
    for word in string.gmatch(text, '%S+') do
      local number = tonumber(word)
      if not number or number - number ~= 0 then corrupt('header') end
      place = place + 1
      out[place] = (out[place] or 0) + number
    end
  end
  take(first or '', 0)
  if #out < ${FIRST_COUNTERS} then corrupt('header') end
  take(more or '', ${FIRST_COUNTERS})
  return out
end
local function added(sums, counters)
  local words, place = {}, 0
  for number in string.gmatch(counters, '%S+') do
    place = place + 1
    words[place] = string.format('%.17g', (sums[place] or 0) + tonumber(number))
  end
  return table.concat(words, ' ', 1, ${FIRST_COUNTERS}), table.concat(words, ' ', ${FIRST_COUNTERS + 1})
end
`;

const ZERO = COUNTERS.map(() => 0);

/**
 * toldEpoch(log): the epoch of the newest event in an event log, 0 for none; it may be that of a thread which is gone. A thread
 * that is made has its epochs behind it, since readers know events by their numbers.
 */
export const TOLD = `
local function toldEpoch(log)
  local top = redis.pcall('XREVRANGE', log, '+', '-', 'COUNT', 1)
  local seq = top[1] and string.match(top[1][1], '^%d+')
  return seq and math.floor(tonumber(seq) / ${seqBase(1)}) or 0
end
`;

/**
 * newHead(schema, meta, state, `told`, facets): the visible fields of an empty thread, whose status is `waiting`. writeHead(head,
 * incarnation): writes its header.
 */
export const NEW_HEADER = `
local function newHead(schema, meta, state, told, facets)
  return {tostring(schema), '0', tostring(told), '0', 'waiting', '0', '0', '', meta, state,
    '${ZERO.slice(0, FIRST_COUNTERS).join(" ")}', '${ZERO.slice(FIRST_COUNTERS).join(" ")}', facets}
end
local function writeHead(head, incarnation)
  redis.call('HSET', K.header, ${
  FIRST_FIELDS.map((field, place) => `'${field}', head[${place + 1}]`).join(", ")
}, ${H.incarnation}, incarnation)
end
`;

/**
 * keep(): renews the keys that the scripts of a step touch for N.threadMs, when threads expire.
 *
 * renewal(ttl, length, clock, blobs): 1 when the thread has keys that the scripts of a step do not touch (older
 * segments, blobs) and its clock of renewal has expired. The caller then renews those keys and sets the clock.
 */
export const RENEWAL = `
local function keep()
  if N.threadMs > 0 then
    for _, key in ipairs({K.header, K.active, K.pending, K.inbox}) do redis.call('PEXPIRE', key, N.threadMs) end
  end
end
local function renewal(ttl, length, clock, blobs)
  local more = ttl > 0 and (length > ${SEGMENT} or redis.call('EXISTS', blobs) == 1)
  return more and redis.call('EXISTS', clock) == 0 and 1 or 0
end
`;

/**
 * segmentOf(length): the number of the segment with the last entry of a history. assertActive(length): ends the script when the
 * active segment has another number of entries than the header says. Returns that number.
 */
export const SEGMENTS = `
local function segmentOf(length) return length > 0 and math.floor((length - 1) / ${SEGMENT}) or 0 end
local function assertActive(length)
  local size = redis.call('LLEN', K.active)
  if size ~= length - segmentOf(length) * ${SEGMENT} then corrupt('history') end
  return size
end
`;

/**
 * entries(from, to, length, limit, keyOf): the texts of [from, to) up to `limit` bytes, but at least one. keyOf(n)
 * names the list of segment n; the answer ends early where it has none.
 */
export const ENTRIES = `
local function entries(from, to, length, limit, keyOf)
  local out, bytes = {}, 0
  to = math.min(to, length)
  while from < to do
    local segment = math.floor(from / ${SEGMENT})
    local key = keyOf(segment, math.floor((length - 1) / ${SEGMENT}))
    if not key then break end
    local first = from - segment * ${SEGMENT}
    local last = math.min(first + 63, ${SEGMENT - 1}, to - 1 - segment * ${SEGMENT})
    for _, text in ipairs(redis.call('LRANGE', key, first, last)) do
      bytes = bytes + #text
      if #out > 0 and bytes > limit then return out end
      out[#out + 1] = text
    end
    from = segment * ${SEGMENT} + last + 1
  end
  return out
end
`;

/**
 * lastEvent(key): the number of the newest event in a log, -1 for none.
 *
 * log(key, last, first, count, limit, ttl): appends events, passed as seq and text from ARGV[first] on. Events that are in
 * the log are left out, so a repeated request adds nothing. Stream ids are <seq>-1, because 0-0 is not an id. A log whose newest
 * events were removed from outside takes none up to their numbers; that fails no step.
 */
export const EVENTS = `
local function lastEvent(key)
  local top = redis.call('XREVRANGE', key, '+', '-', 'COUNT', 1)
  return top[1] and tonumber(string.match(top[1][1], '^%d+')) or -1
end
local function log(key, last, first, count, limit, ttl)
  for i = first, first + 2 * (count - 1), 2 do
    if tonumber(ARGV[i]) > last then
      redis.pcall('XADD', key, 'MAXLEN', '=', limit, ARGV[i] .. '-1', '${EVENT_FIELD}', ARGV[i + 1])
    end
  end
  redis.call('PEXPIRE', key, ttl)
end
`;

/** less(a, b): by bytes, as Redis sorts members with one score; < would follow the server's locale. */
export const BYTES = `
local function less(a, b)
  for i = 1, math.min(#a, #b) do
    if string.byte(a, i) ~= string.byte(b, i) then return string.byte(a, i) < string.byte(b, i) end
  end
  return #a < #b
end
`;
