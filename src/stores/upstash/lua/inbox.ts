// The inputs of an inbox, and those of them that the running step consumes.

import { HEADER_FIELD } from "../layout.ts";
import { CHECKS, INBOX_TEXTS } from "./functions.ts";
import { defineScript, quoteNames } from "./script.ts";

const H = quoteNames(HEADER_FIELD);

/**
 * Counts the inputs that the step with the lease consumes: those of its request, and those before them. For a step without inputs of its
 * own the number is not known.
 *
 * Answers the number; 0 while no step has the lease.
 */
export const TAKEN = defineScript({
  name: "taken",
  keys: ["lease", "inbox"],
  body: `
local owner = redis.call('GET', K.lease)
if not owner then return 0 end
local mine, items = #owner .. ':' .. owner, redis.call('LRANGE', K.inbox, 0, -1)
for i = #items, 1, -1 do
  if string.sub(items[i], 1, #mine) == mine then return i end
end
return 0
`,
});

/** Reads the inputs of the inbox. Answers their texts, oldest first. */
export const INBOX = defineScript({
  name: "inbox",
  keys: ["header", "inbox"],
  uses: [CHECKS, INBOX_TEXTS],
  body: `
if redis.call('EXISTS', K.header) == 0 then return {} end
return texts(redis.call('LRANGE', K.inbox, 0, -1))
`,
});

/**
 * Removes inputs from the inbox. Their texts follow the named arguments, each of them once.
 *
 * Answers 1; or 0, with nothing removed, when the epoch has passed, the schema is newer than the caller reads, or a text is not there.
 */
export const WITHDRAW = defineScript({
  name: "withdraw",
  keys: ["header", "inbox"],
  numbers: ["epoch", "schema"], // the newest schema that the caller reads
  uses: [CHECKS, INBOX_TEXTS],
  body: `
local f = redis.call('HMGET', K.header, ${H.schema}, ${H.epoch}, ${H.cancelledEpoch})
if redis.call('EXISTS', K.header) == 0 then return 0 end
if whole(f[1], 'header') > N.schema or whole(f[2], 'header') ~= N.epoch then return 0 end
local items, places = redis.call('LRANGE', K.inbox, 0, -1), {}
for i, text in ipairs(texts(items)) do places[text] = i end
for i = moreArgs, #ARGV do
  if not places[ARGV[i]] then return 0 end
end
for i = moreArgs, #ARGV do redis.call('LREM', K.inbox, 1, items[places[ARGV[i]]]) end
if f[2] == f[3] then redis.call('HINCRBY', K.header, ${H.epoch}, 1) end
return 1
`,
});
