// All keys of a database with their values and ends, to compare and to put back.

import { type Argument, ErrorReply, type Reply, type RespClient } from "../../../src/redis_rest/resp.ts";

/** One key: its value as DUMP gives it, the same in an order of its own, and when it ends. */
interface Kept {
  readonly value: Uint8Array;
  readonly shown: string;
  readonly endsAt: number;
}

/** The database at one time. */
export type State = ReadonlyMap<string, Kept>;

const decoder = new TextDecoder();

export function textOf(reply: Reply | undefined): string {
  return reply instanceof Uint8Array ? decoder.decode(reply) : String(reply);
}

export async function send(redis: RespClient, ...words: Argument[]): Promise<Reply> {
  const [reply = null] = await redis.send([words]);
  return reply;
}

/** What reads a key of a type of which DUMP has no order. */
const READERS: Readonly<Record<string, (key: string) => string[]>> = {
  hash: (key) => ["HGETALL", key],
  set: (key) => ["SMEMBERS", key],
};

export async function stateOf(redis: RespClient): Promise<State> {
  const names = await send(redis, "KEYS", "*");
  const keys = listOf(names).sort();
  const types = (await redis.send(keys.map((key) => ["TYPE", key]))).map(textOf);
  const replies = await redis.send(keys.flatMap((key, place) => [
    ["DUMP", key],
    ["PEXPIRETIME", key],
    READERS[types[place] ?? ""]?.(key) ?? ["DUMP", key],
  ]));
  const state = new Map<string, Kept>();
  for (const [place, key] of keys.entries()) {
    const [value, endsAt, shown = null] = replies.slice(3 * place, 3 * place + 3);
    if (value instanceof Uint8Array) {
      state.set(key, { value, endsAt: Number(endsAt), shown: showOf(types[place], shown) });
    }
  }
  return state;
}

function showOf(type: string | undefined, reply: Reply): string {
  if (reply instanceof Uint8Array) return reply.toHex();
  const items = listOf(reply);
  const pairs = type === "set"
    ? items
    : items.flatMap((item, at) => at % 2 === 0 ? [[item, items[at + 1]]] : []);
  return JSON.stringify(pairs.map((pair) => JSON.stringify(pair)).sort());
}

export function listOf(reply: Reply): string[] {
  return Array.isArray(reply) ? reply.map(textOf) : [];
}

/** A digest of all keys and values; an order that a type has not does not count. */
export async function digestOf(redis: RespClient): Promise<string> {
  return textOf(await send(redis, "DEBUG", "DIGEST"));
}

/** Gives every key that expires an hour from now: none may end while scripts are tried on a loaded machine. */
export async function lengthenLives(redis: RespClient): Promise<void> {
  const keys = listOf(await send(redis, "KEYS", "*"));
  await redis.send(keys.map((key) => ["PEXPIRE", key, "3600000", "GT"]));
}

/** Puts all keys back, or one of them. */
export async function putBack(redis: RespClient, state: State, only?: string): Promise<void> {
  const kept = [...state].filter(([key]) => only === undefined || key === only);
  const replies = await redis.send([
    only === undefined ? ["FLUSHALL"] : ["DEL", only],
    ...kept.map(([key, { value, endsAt }]) =>
      endsAt < 0 ? ["RESTORE", key, "0", value] : ["RESTORE", key, String(endsAt), value, "ABSTTL"]
    ),
  ]);
  const refused = replies.find((reply) => reply instanceof ErrorReply);
  if (refused) throw new Error(`The state cannot be put back: ${refused.message}`);
}

/** The keys whose value or end differs; the end of a key that is only renewed counts. */
export function changed(before: State, after: State): string[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].filter((key) => {
    const [one, other] = [before.get(key), after.get(key)];
    return one?.shown !== other?.shown || one?.endsAt !== other?.endsAt;
  });
}
