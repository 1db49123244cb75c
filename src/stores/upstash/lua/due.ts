// Compare and set of a row of the due index, and of a definition.

import { defineScript } from "./script.ts";

/**
 * Moves a row of the due index that has the time `from`, or removes it without `to`. A score is a time with a fraction of a
 * millisecond, so that a move which arrives twice is recognised by its own.
 *
 * Answers 1, or 0 when the row has another time or is missing.
 */
export const MOVE_DUE = defineScript({
  name: "move_due",
  keys: ["due"],
  numbers: ["from"],
  texts: ["member"],
  optionalTexts: ["to"],
  body: `
local stored = redis.call('ZSCORE', K.due, T.member)
if not stored then return 0 end
local score = tonumber(stored)
if T.to and score == tonumber(T.to) then return 1 end
if math.floor(score) ~= N.from then return 0 end
if T.to then redis.call('ZADD', K.due, T.to, T.member) else redis.call('ZREM', K.due, T.member) end
return 1
`,
});

/**
 * Keeps a definition when the text that is there is `expected`, or when there is none and `expected` is missing.
 *
 * Answers 1 when the text is kept, also by an earlier request, and 0 when it is not.
 */
export const PUT_DEFINITION = defineScript({
  name: "put_definition",
  keys: ["definitions"],
  texts: ["name", "text"],
  optionalTexts: ["expected"],
  body: `
local known = redis.call('HGET', K.definitions, T.name) or nil
if known == T.text then return 1 end
if known ~= T.expected then return 0 end
redis.call('HSET', K.definitions, T.name, T.text)
return 1
`,
});
