// Moving what one request cannot hold: staged entries, forks, blobs.

import type { Script } from "./script.ts";

/**
 * Appends to a staging list, once.
 *
 * KEYS  1 staging list
 * ARGV  1 its length before   2 its lifetime in ms   then the texts
 *
 * Answers 1, or 0 when the list is not what the caller thinks.
 */
export const STAGE: Script = {
  name: "stage",
  sha1: "deae04fdbf9b05abd85c5a0c5a501fc9c2511431",
  lockingSha1: "de24c417a7dcce41aadb6ed24fde5a28150ca6fc",
  source: `
local before, length = tonumber(ARGV[1]), redis.call('LLEN', KEYS[1])
if length == before + #ARGV - 2 then return 1 end
if length ~= before then return 0 end
for first = 3, #ARGV, 1000 do redis.call('RPUSH', KEYS[1], unpack(ARGV, first, math.min(first + 999, #ARGV))) end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
`,
};

/**
 * Makes a thread of staged segments and blobs.
 *
 * KEYS  1 header   2 set of blob ids   3 to 9 what a former life may have left: both segments, lease, calls, inbox, events,
 *       clock of renewal
 *       then the staged segments, oldest first; then, in the same order, the keys they become; then the blobs
 * ARGV  1 number of segments   2 thread lifetime in ms, 0 for ever
 *       3 schema, 4 version, 5 status, 6 length, 7 base, 8 summary, 9 meta, 10 state, 11 name of this life, 12 counters
 *       13 text of the pending calls, 14 how many they are, then their ids; then the ids of the blobs
 *
 * Answers 1, or 0 when the thread exists.
 */
export const ADOPT: Script = {
  name: "adopt",
  sha1: "fda16f6b31d3a28ebe823fa9167f95fbad58af85",
  lockingSha1: "b72a004917a2d24ab68550248266b62726c54481",
  source: `
local h, b, count, ttl = KEYS[1], KEYS[2], tonumber(ARGV[1]), tonumber(ARGV[2])
local life = redis.call('HGET', h, 'id')
if life then return life == ARGV[11] and 1 or 0 end
redis.call('DEL', unpack(KEYS, 2, 9))
for i = 10, 9 + count do
  redis.call('RENAME', KEYS[i], KEYS[i + count])
  redis.call('PERSIST', KEYS[i + count])
  if ttl > 0 then redis.call('PEXPIRE', KEYS[i + count], i == 9 + count and ttl or 3 * ttl) end
end
local calls = tonumber(ARGV[14])
for i = 15 + calls, #ARGV do
  redis.call('SADD', b, ARGV[i])
  local blob = KEYS[10 + 2 * count + i - 15 - calls]
  if ttl > 0 then redis.call('PEXPIRE', blob, 3 * ttl) else redis.call('PERSIST', blob) end
end
redis.call('HSET', h, 'sv', ARGV[3], 'v', ARGV[4], 'ep', 0, 'cx', 0, 'st', ARGV[5], 'len', ARGV[6], 'base', ARGV[7],
  'sum', ARGV[8], 'meta', ARGV[9], 'state', ARGV[10], 'n', ARGV[12], 'id', ARGV[11])
if calls > 0 then redis.call('HSET', KEYS[6], 'c', ARGV[13]) end
for i = 1, calls do redis.call('HSET', KEYS[6], 'p:' .. ARGV[14 + i], i) end
if ttl > 0 then
  redis.call('PEXPIRE', KEYS[6], ttl)
  redis.call('PEXPIRE', h, ttl)
  redis.call('PEXPIRE', b, 3 * ttl)
end
return 1
`,
};

/**
 * Keeps one piece of a blob.
 *
 * KEYS  1 blob   2 set of blob ids
 * ARGV  1 blob id   2 number of the piece   3 the piece   4 lifetime in ms until a commit refers to the blob
 *
 * Answers 1 when a commit refers to the blob already: then it is whole.
 */
export const PUT_BLOB: Script = {
  name: "put_blob",
  sha1: "ad4a7cc8a0e63951c54c1d2f3061a8140291bf67",
  lockingSha1: "f6f69c016da5cc218c9fb148170c7d71c0a0cc59",
  source: `
if redis.call('SISMEMBER', KEYS[2], ARGV[1]) == 1 and redis.call('EXISTS', KEYS[1]) == 1 then return 1 end
redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return 0
`,
};
