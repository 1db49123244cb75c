// Lua scripts: their declaration, their two hashes, and the functions that several of them share.
//
// Every script declares all its keys, calls no cjson (it turns [] into {} and long integers into floats) and reads no
// clock: what expires does so by PX, PEXPIRE and PTTL of the server.

import { COUNTERS } from "../../../core/usage.ts";
import { EVENT_FIELD, HEADER_FIELD, HEADER_FIELDS, SEGMENT } from "../layout.ts";

/** A script in its two forms. `lockingSha1` is the SHA-1 of LOCKING_LINE + source. */
export interface Script {
  readonly name: string;
  readonly source: string;
  readonly sha1: string;
  readonly lockingSha1: string;
}

/** One call of a script. */
export interface ScriptCall {
  readonly script: Script;
  readonly keys: readonly string[];
  readonly args: readonly string[];
}

/**
 * First line of the locking form: Upstash then locks the keys of the call alone and not the whole database. Redis 7
 * refuses the flag, older ones the line.
 */
export const LOCKING_LINE = "#!lua flags=allow-key-locking\n";

/** The names of a script's keys and arguments. A list that is left out is empty. */
interface Names<
  Key extends string,
  OptionalKey extends string,
  NumberName extends string,
  Text extends string,
  OptionalText extends string,
> {
  /** K.<name> in Lua. */
  readonly keys: readonly Key[];
  /** K.<name> in Lua, nil in a call without it. */
  readonly optionalKeys?: readonly OptionalKey[];
  /** N.<name> in Lua, a number. Flags are 1 or 0. */
  readonly numbers?: readonly NumberName[];
  /** T.<name> in Lua, a string. */
  readonly texts?: readonly Text[];
  /** T.<name> in Lua, nil in a call without it. */
  readonly optionalTexts?: readonly OptionalText[];
}

type AnyNames = Names<string, string, string, string, string>;

/** The text of a script, and the hashes of its two forms. */
interface Body {
  readonly name: string;
  readonly sha1: string;
  readonly lockingSha1: string;
  /** Lua functions before the body. */
  readonly uses?: readonly string[];
  readonly body: string;
}

/** The named keys and arguments of one call, and those whose number varies. */
interface Inputs<
  Key extends string,
  OptionalKey extends string,
  NumberName extends string,
  Text extends string,
  OptionalText extends string,
> {
  readonly keys: Readonly<Record<Key, string>>;
  readonly optionalKeys?: Readonly<Partial<Record<OptionalKey, string>>>;
  readonly args:
    & Readonly<Record<NumberName, number> & Record<Text, string>>
    & Readonly<Partial<Record<OptionalText, string>>>;
  /** KEYS behind the named ones. */
  readonly moreKeys?: readonly string[];
  /** ARGV behind the named ones. */
  readonly moreArgs?: readonly string[];
}

/** A script that packs its own calls. */
export interface DeclaredScript<
  Key extends string,
  OptionalKey extends string,
  NumberName extends string,
  Text extends string,
  OptionalText extends string,
> extends Script {
  call(inputs: Inputs<Key, OptionalKey, NumberName, Text, OptionalText>): ScriptCall;
}

/**
 * Makes a script of its declaration. The names give both the Lua that reads KEYS and ARGV into tables and the packer
 * of a call, so that no position is written twice.
 *
 * KEYS are the named keys, the optional keys of the call, then more. ARGV[1], when the script has numbers or optional
 * names, is one digit for each optional key and text (1 when the call has it), then the numbers, with blanks between.
 * The texts follow, the optional texts of the call, then more. In Lua `moreKeys` and `moreArgs` are the places of the
 * first KEYS and ARGV behind the named ones.
 */
export function defineScript<
  const Key extends string,
  const OptionalKey extends string = never,
  const NumberName extends string = never,
  const Text extends string = never,
  const OptionalText extends string = never,
>(
  declaration: Names<Key, OptionalKey, NumberName, Text, OptionalText> & Body,
): DeclaredScript<Key, OptionalKey, NumberName, Text, OptionalText> {
  const { name, sha1, lockingSha1, uses = [], body } = declaration;
  const { keys, optionalKeys = [], numbers = [], texts = [], optionalTexts = [] } = declaration;
  const script: DeclaredScript<Key, OptionalKey, NumberName, Text, OptionalText> = {
    name,
    sha1,
    lockingSha1,
    source: [luaOfNames(declaration), ...uses, body].join(""),
    call({ keys: given, optionalKeys: optional, args, moreKeys = [], moreArgs = [] }) {
      const someKeys = optionalKeys.map((key) => optional?.[key]);
      const someTexts = optionalTexts.map((text): string | undefined => args[text]);
      const digits = [...someKeys, ...someTexts].map((value) => value === undefined ? "0" : "1").join("");
      const packed = [digits, ...numbers.map((number) => String(args[number]))].join(" ").trimStart();
      return {
        script,
        keys: [...keys.map((key) => given[key]), ...someKeys.filter((key) => key !== undefined), ...moreKeys],
        args: [
          ...packed === "" ? [] : [packed],
          ...texts.map((text) => args[text]),
          ...someTexts.filter((text) => text !== undefined),
          ...moreArgs,
        ],
      };
    },
  };
  return script;
}

/** Lua that reads KEYS and ARGV into the tables K, N and T. */
function luaOfNames(
  { keys, optionalKeys = [], numbers = [], texts = [], optionalTexts = [] }: AnyNames,
): string {
  const optional = [...optionalKeys, ...optionalTexts];
  const firstText = optional.length + numbers.length > 0 ? 2 : 1;
  const lastText = firstText + texts.length - 1;
  return [
    `local K, N, T, moreKeys, moreArgs = {}, {}, {}, ${keys.length + 1}, ${lastText + 1}`,
    `${keys.map((key) => `K.${key}`).join(", ")} = unpack(KEYS, 1, ${keys.length})`,
    ...texts.length === 0
      ? []
      : [`${texts.map((text) => `T.${text}`).join(", ")} = unpack(ARGV, ${firstText}, ${lastText})`],
    ...firstText === 1 ? [] : ["local word = string.gmatch(ARGV[1], '%S+')"],
    ...optional.length === 0 ? [] : [
      "local given = word()",
      `for i, name in ipairs({${optional.map((name) => `'${name}'`).join(", ")}}) do`,
      "  if string.sub(given, i, i) == '1' then",
      `    if i <= ${optionalKeys.length} then K[name], moreKeys = KEYS[moreKeys], moreKeys + 1`,
      "    else T[name], moreArgs = ARGV[moreArgs], moreArgs + 1 end",
      "  end",
      "end",
    ],
    ...numbers.map((number) => `N.${number} = tonumber(word())`),
    "",
  ].join("\n");
}

/** The short names as Lua strings, by their long names. */
export function quoted<const T extends Readonly<Record<string, string>>>(
  names: T,
): { readonly [Name in keyof T]: `'${T[Name]}'` } {
  const entries = Object.entries(names).map(([name, short]) => [name, `'${short}'`]);
  return Object.fromEntries(entries);
}

/** Lua that reads fields of a hash into a local table by their long names; false where the hash has none. */
export function readFields<Name extends string>(
  table: string,
  key: string,
  fields: Readonly<Record<Name, string>>,
  names: readonly NoInfer<Name>[],
): string {
  const places = names.map((name) => `${table}.${name}`).join(", ");
  const words = names.map((name) => `'${fields[name]}'`).join(", ");
  return `local ${table} = {}\n${places} = unpack(redis.call('HMGET', ${key}, ${words}))`;
}

const H = quoted(HEADER_FIELD);

/** HEADER_FIELDS as Lua arguments. */
export const HEADER = HEADER_FIELDS.map((field) => `'${field}'`).join(", ");

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

/** newHeader(schema, meta, state, incarnation): writes the header of an empty thread, whose status is `waiting`. */
export const NEW_HEADER = `
local function newHeader(schema, meta, state, incarnation)
  redis.call('HSET', K.header, ${H.schema}, schema, ${H.version}, 0, ${H.epoch}, 0, ${H.cancelledEpoch}, 0,
    ${H.status}, 'waiting', ${H.length}, 0, ${H.base}, 0, ${H.summary}, '', ${H.meta}, meta, ${H.state}, state,
    ${H.counters}, '${COUNTERS.map(() => 0).join(" ")}', ${H.incarnation}, incarnation)
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
 * log(key, first, count, limit, ttl): appends events, given as seq and text from ARGV[first] on. Events that are in
 * the log are left out, so a repeated request adds nothing. Stream ids are <seq>-1, because 0-0 is not an id.
 */
export const EVENTS = `
local function log(key, first, count, limit, ttl)
  local last, top = -1, redis.call('XREVRANGE', key, '+', '-', 'COUNT', 1)
  if top[1] then last = tonumber(string.match(top[1][1], '^%d+')) end
  for i = first, first + 2 * (count - 1), 2 do
    if tonumber(ARGV[i]) > last then
      redis.call('XADD', key, 'MAXLEN', '=', limit, ARGV[i] .. '-1', '${EVENT_FIELD}', ARGV[i + 1])
    end
  end
  redis.call('PEXPIRE', key, ttl)
end
`;
