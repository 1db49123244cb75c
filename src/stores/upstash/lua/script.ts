// Lua scripts: their declaration and their two forms. functions.ts has what several of them share.
//
// Every script declares all its keys, calls no cjson (it turns [] into {} and long integers into floats) and reads no
// clock: what expires does so by PX, PEXPIRE and PTTL of the server.
//
// Redis takes nothing back from a script that fails. So a script reads first, with the type of every key that it will write,
// checks all of it, and writes then: one that fails leaves nothing. tests/stores/upstash_scripts shows it for each command.

/** A script in its two forms: as every Redis takes it, and behind {@link LOCKING_LINE}. */
export interface Script {
  readonly name: string;
  readonly source: string;
  readonly locking: string;
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

/** The text of a script. */
interface Body {
  readonly name: string;
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
  const { name, uses = [], body } = declaration;
  const { keys, optionalKeys = [], numbers = [], texts = [], optionalTexts = [] } = declaration;
  const isPacked = optionalKeys.length + optionalTexts.length + numbers.length > 0;
  const source = [luaOfNames(declaration), ...uses, body].join("");
  const script: DeclaredScript<Key, OptionalKey, NumberName, Text, OptionalText> = {
    name,
    source,
    locking: LOCKING_LINE + source,
    call({ keys: named, optionalKeys: optional, args, moreKeys = [], moreArgs = [] }) {
      const allKeys: string[] = keys.map((key) => named[key]);
      const allArgs: string[] = isPacked
        ? ["", ...texts.map((text) => args[text])]
        : texts.map((text) => args[text]);
      let packed = "";
      const add = (value: string | undefined, to: string[]) => {
        packed += value === undefined ? "0" : "1";
        if (value !== undefined) to.push(value);
      };
      for (const key of optionalKeys) add(optional?.[key], allKeys);
      for (const text of optionalTexts) add(args[text], allArgs);
      for (const number of numbers) packed += packed === "" ? args[number] : ` ${args[number]}`;
      if (isPacked) allArgs[0] = packed;
      for (const key of moreKeys) allKeys.push(key);
      for (const arg of moreArgs) allArgs.push(arg);
      return { script, keys: allKeys, args: allArgs };
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
export function quoteNames<const T extends Readonly<Record<string, string>>>(
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
