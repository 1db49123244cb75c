// What a Lua script is to the Upstash store: its text, its hash, and the line that frees it from Upstash's global lock.
//
// Every script declares all its keys, calls no cjson (it turns [] into {} and long integers into floats) and reads no
// clock: what expires does so by PX, PEXPIRE and PTTL of the server.

/** A script in its two forms. `lockingSha1` is the hash of LOCKING_LINE + source. */
export interface Script {
  readonly name: string;
  readonly source: string;
  readonly sha1: string;
  readonly lockingSha1: string;
}

/**
 * First line of the locking form: Upstash then locks the keys of the call alone and not the whole database. Redis 7
 * refuses the flag, older ones the line.
 */
export const LOCKING_LINE = "#!lua flags=allow-key-locking\n";

/** Entries in one segment of a history. A pin: it is part of the layout of every stored thread. */
export const SEGMENT = 1024;

/**
 * Commits that a header remembers: they are recognised when they come again (the step may have been overtaken meanwhile),
 * and a caller who holds the history as one of them left it needs to read only what is newer.
 */
export const COMMITS = 32;

/** Bytes of entries that one answer carries at most, unless a single entry is larger. */
export const PAGE_BYTES = 600 * 1024;

/**
 * Fields of the header that callers see, in the order of every answer: schema, version, epoch, cancelled epoch, status,
 * length, base, summary (JSON text), meta, state, counters (numbers with blanks between, in the order of COUNTERS).
 * The header's other fields are the scripts' own:
 *   id  this life of the thread       bo be bc  owner and epoch of the last begin, 1 when it created the thread
 *   br bv  of the last begin: 1 when the request had been accepted before, and the version it found
 *   l0 to l31  version, epoch left behind and owner of the last commits, by version modulo 32
 *   ce  epoch that ended by commit or abandon
 *   qo  owner of the last queued begin      xo xr  last cancel and whether it met a running step
 *   fo  owner:epoch whose counters were booked by a late commit
 */
export const HEADER_FIELDS = [
  "sv",
  "v",
  "ep",
  "cx",
  "st",
  "len",
  "base",
  "sum",
  "meta",
  "state",
  "n",
] as const;

/** The same, as Lua arguments. */
export const HEADER = HEADER_FIELDS.map((field) => `'${field}'`).join(", ");

/** Numbers of a script that travel as one argument with blanks between. */
export interface NumberList<Name extends string> {
  /** The argument. */
  pack(values: Readonly<Record<Name, number>>): string;
  /** Lua that reads the argument into a table N: `N.epoch` is the number named epoch. */
  readonly lua: string;
}

/** @param argument The place of the argument in ARGV, from 1. */
export function numberList<const Name extends string>(
  argument: number,
  names: readonly Name[],
): NumberList<Name> {
  return {
    pack: (values) => names.map((name) => values[name]).join(" "),
    lua: `
local N = {}
for word in string.gmatch(ARGV[${argument}], '%S+') do N[#N + 1] = tonumber(word) end
${names.map((name) => `N.${name}`).join(", ")} = unpack(N)
`,
  };
}

/** texts(items): inbox items without their owner. An item is `<length of owner>:<owner><text>`. */
export const INBOX_TEXTS = `
local function texts(items)
  local out = {}
  for i, item in ipairs(items) do
    local colon = string.find(item, ':', 1, true)
    out[i] = string.sub(item, colon + tonumber(string.sub(item, 1, colon - 1)) + 1)
  end
  return out
end
`;

/**
 * renewal(ttl, length, clock, blobs): 1 when the life of what the scripts of a step do not touch (older segments, blobs) is
 * to be extended: the thread has some of it, and its clock of renewal has run out. The caller extends it and sets the clock.
 */
export const RENEWAL = `
local function renewal(ttl, length, clock, blobs)
  local more = ttl > 0 and (length > ${SEGMENT} or redis.call('EXISTS', blobs) == 1)
  return more and redis.call('EXISTS', clock) == 0 and 1 or 0
end
`;

/**
 * entries(from, to, length, limit, keyOf): the texts of [from, to) up to `limit` bytes, but at least one. keyOf(n) names
 * the list of segment n; the answer ends early where it has none.
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
 * log(key, first, count, ttl): appends events, given as seq and text from ARGV[first] on. What the log holds already is
 * left out, so a repeated request adds nothing. Stream ids are <seq>-1, because 0-0 is not an id.
 */
export const EVENTS = `
local function log(key, first, count, limit, ttl)
  local last, top = -1, redis.call('XREVRANGE', key, '+', '-', 'COUNT', 1)
  if top[1] then last = tonumber(string.match(top[1][1], '^%d+')) end
  for i = first, first + 2 * (count - 1), 2 do
    if tonumber(ARGV[i]) > last then
      redis.call('XADD', key, 'MAXLEN', '=', limit, ARGV[i] .. '-1', 't', ARGV[i + 1])
    end
  end
  redis.call('PEXPIRE', key, ttl)
end
`;
