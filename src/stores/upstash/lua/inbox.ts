// The inputs of an inbox, and what of them the running step has taken.

import { HEADER_FIELD } from "../layout.ts";
import { CHECKS, INBOX_TEXTS } from "./functions.ts";
import { defineScript, quoteNames } from "./script.ts";

const H = quoteNames(HEADER_FIELD);

/**
 * Counts the inputs that the step with the lease has taken: its own, and those before them. Of a step that brought none it is not
 * known.
 *
 * Answers the number; 0 while no step has the lease.
 */
export const TAKEN = defineScript({
  name: "taken",
  keys: ["lease", "inbox"],
  sha1: "27eef2a78023583329032d8dd98477bc03e6e2b1",
  lockingSha1: "49bb5fdc10f1602b9417e251746cdda4c4e65425",
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
  sha1: "b490f8149d6480fae048cd2f577e8ae99d3f78c7",
  lockingSha1: "783a03bcfc2363dce737fc5e8309be109d9cd216",
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
  sha1: "71be35c6c02894aeded6afc87ae16a08af91e33b",
  lockingSha1: "6a2e39c8db372889922357365e19163adb595ead",
  uses: [CHECKS, INBOX_TEXTS],
  body: `
local f = redis.call('HMGET', K.header, ${H.schema}, ${H.epoch})
if redis.call('EXISTS', K.header) == 0 then return 0 end
if whole(f[1], 'header') > N.schema or whole(f[2], 'header') ~= N.epoch then return 0 end
local items, places = redis.call('LRANGE', K.inbox, 0, -1), {}
for i, text in ipairs(texts(items)) do places[text] = i end
for i = moreArgs, #ARGV do
  if not places[ARGV[i]] then return 0 end
end
for i = moreArgs, #ARGV do redis.call('LREM', K.inbox, 1, items[places[ARGV[i]]]) end
return 1
`,
});
