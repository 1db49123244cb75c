// The sets of threads that a list with a filter reads: sorted sets of one tenant, by the time of creation.

import { HEADER_FIELD, NUMBERS, SLOTS } from "../layout.ts";
import { BYTES, CHECKS } from "./functions.ts";
import { defineScript, quoteNames, readFields } from "./script.ts";

const H = quoteNames(HEADER_FIELD);

/** Empty for a member that is not there, nil for a key of another type, which stays as it is. */
const SCORE_IN = `local function scoreIn(key, member)
  local score = redis.pcall('ZSCORE', key, member)
  if type(score) == 'table' then return nil end
  return score or ''
end
`;

/**
 * Moves a thread between sets: enters it into some with a new fraction behind its time of creation, which the index of all threads
 * knows, and reads the scores that it has in those that it is about to leave. With `createdAt`, the thread is entered into that index first, unless it is there. More keys: the sets to
 * enter, those to leave, and sets that other threads have left. More arguments: each of these threads with the score of its entry, in the order of the last keys; another score is a newer entry. What has
 * left goes before what enters: a thread may come back to a set that it has left.
 *
 * Answers 1, or 0 when nothing was entered (the thread is not in the index, or was before and `onlyNew` is 1); and the scores,
 * empty for none.
 */
export const MOVE = defineScript({
  name: "move",
  keys: ["index"],
  numbers: [
    "createdAt", // -1 for none
    "onlyNew",
    "slot", // the time of the entry
    "number", // the next one where the entry that stands there has it
    "entering", // how many sets
    "leaving",
  ],
  texts: ["member"],
  body: `
${SCORE_IN}local created
local function scoreOf(number)
  return math.floor(created) + (N.slot * ${NUMBERS} + number) / ${SLOTS * NUMBERS}
end
local firstLeft = moreKeys + N.entering
local firstOther = firstLeft + N.leaving
local before, gone, scores = {}, {}, {}
for i = moreKeys, firstLeft - 1 do before[i] = scoreIn(KEYS[i], T.member) end
for i = 1, N.leaving do scores[i] = scoreIn(KEYS[firstLeft + i - 1], T.member) or '' end
for i = 0, #KEYS - firstOther do
  local score = tonumber(scoreIn(KEYS[firstOther + i], ARGV[moreArgs + 2 * i]) or '')
  gone[i] = score and score == tonumber(ARGV[moreArgs + 2 * i + 1])
end
local indexed = scoreIn(K.index, T.member)
created = tonumber(indexed or '')
local isNew = indexed == '' and N.createdAt >= 0
if isNew then created = N.createdAt end
if N.onlyNew == 1 and not isNew then created = nil end

if isNew then redis.call('ZADD', K.index, 'NX', string.format('%.0f', created), T.member) end
for i = 0, #KEYS - firstOther do
  if gone[i] then redis.call('ZREM', KEYS[firstOther + i], ARGV[moreArgs + 2 * i]) end
end
local entered = 0
for i = moreKeys, firstLeft - 1 do
  if created and before[i] then
    local at = scoreOf(N.number)
    if tonumber(before[i]) == at then at = scoreOf((N.number + 1) % ${NUMBERS}) end
    redis.call('ZADD', KEYS[i], string.format('%.17g', at), T.member)
    entered = 1
  end
end
return {entered, unpack(scores)}
`,
});

/**
 * Finds the threads that are in all of the sets, the newest first, and of one millisecond by name. Reads the smallest set and looks in
 * the others. More keys: the other sets. More arguments: the time and the name of the last thread before the page, if any.
 *
 * Answers the rows, each name, time, and its score in every set; and the time behind which to go on, empty when there is no more
 * than the rows or when they are `count`; and 1 when the index has more threads than the set of those with facets.
 */
export const FIND = defineScript({
  name: "find",
  keys: ["index", "indexed", "first"],
  numbers: ["count", "after", "before", "visits"], // visits: threads of the smallest set that it looks at, and those of one millisecond
  uses: [BYTES],
  body: `
local unindexed = redis.call('ZCARD', K.index) > redis.call('ZCARD', K.indexed) and 1 or 0
local sets, smallest, size = {}, nil, nil
for i = 3, #KEYS do sets[i - 2] = KEYS[i] end
for _, key in ipairs(sets) do
  local members = redis.call('ZCARD', key)
  if not size or members < size then smallest, size = key, members end
end
local function whole(number) return string.format('%.0f', number) end
local at, last, rows, visited = tonumber(ARGV[moreArgs] or ''), ARGV[moreArgs + 1], {}, 0
local function row(name, time)
  local found = {name, whole(time)}
  for _, key in ipairs(sets) do
    local score = redis.call('ZSCORE', key, name)
    if not score then return end
    found[#found + 1] = score
  end
  rows[#rows + 1] = found
end
local function visit(time)
  local names = redis.call('ZRANGEBYSCORE', smallest, whole(time), '(' .. whole(time + 1))
  table.sort(names, function(a, b) return less(b, a) end)
  for _, name in ipairs(names) do
    if #rows == N.count then return end
    if time ~= at or less(name, last) then
      visited = visited + 1
      row(name, time)
    end
  end
end
local upper = N.before
if at and at < upper then
  visit(at)
  upper = at
end
while #rows < N.count do
  local next = redis.call('ZREVRANGEBYSCORE', smallest, '(' .. whole(upper), whole(N.after), 'WITHSCORES', 'LIMIT', 0, 1)
  if not next[1] then return {rows, '', unindexed} end
  if visited >= N.visits then return {rows, whole(upper), unindexed} end
  upper = math.floor(tonumber(next[2]))
  visit(upper)
end
return {rows, '', unindexed}
`,
});

/**
 * Replaces the facets of a thread that is as the caller has read it, and in which no step runs.
 *
 * Answers 1, 0 when the thread is another one by now, the schema in a list when the caller does not read it, or nil when the thread
 * is missing.
 */
export const PUT_FACETS = defineScript({
  name: "put_facets",
  keys: ["header", "lease"],
  numbers: ["version", "schema"], // the newest schema that the caller reads
  texts: ["status", "facets"],
  uses: [CHECKS],
  body: `
${readFields("f", "K.header", HEADER_FIELD, ["schema", "version", "status"])}
if not f.version then return false end
local schema = whole(f.schema, 'header')
if schema > N.schema then return {schema} end
local isSame = whole(f.version, 'header') == N.version and f.status == T.status
if not isSame or redis.call('EXISTS', K.lease) == 1 then return 0 end
redis.call('HSET', K.header, ${H.facets}, T.facets)
return 1
`,
});

/**
 * Puts on a thread a title, or whether it is archived, unless another request has put a label since it was read: what that one has
 * entered and left would not be known.
 *
 * Answers 1, also when the request arrives again; 0 when the label was changed, the schema in a list when the caller does not read it,
 * or nil when the thread is missing.
 */
export const PUT_LABEL = defineScript({
  name: "put_label",
  keys: ["header"],
  numbers: ["schema"], // the newest one that the caller reads
  texts: ["name", "knownName"], // of the request, and of the last one that was read; empty for none
  optionalTexts: ["title", "archived"],
  uses: [CHECKS],
  body: `
${readFields("f", "K.header", HEADER_FIELD, ["schema", "labelName"])}
if not f.schema then return false end
local schema = whole(f.schema, 'header')
if schema > N.schema then return {schema} end
if f.labelName == T.name then return 1 end
if (f.labelName or '') ~= T.knownName then return 0 end
local fields = {${H.labelName}, T.name}
local function put(name, value)
  if not value then return end
  fields[#fields + 1] = name
  fields[#fields + 1] = value
end
put(${H.givenTitle}, T.title)
put(${H.archived}, T.archived)
redis.call('HSET', K.header, unpack(fields))
return 1
`,
});
