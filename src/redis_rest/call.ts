/** What a request of the REST protocol calls for: its path, query and body read as commands. */
import type { IncomingMessage } from "node:http";
import { formatRefusal, isAvailable } from "./available.ts";
import type { Argument, Command } from "./resp.ts";

/** One command, a list of commands, or a list that runs as a whole. */
export type Call =
  | { readonly type: "single"; readonly commands: readonly [Command] }
  | { readonly type: "pipeline"; readonly commands: readonly Command[] }
  | { readonly type: "transaction"; readonly commands: readonly Command[] }
  /** SUBSCRIBE, which answers with a stream. */
  | { readonly type: "subscription"; readonly commands: readonly [Command]; readonly channel: string };

/** A path in its raw segments, and the query: `/set/a%2Fb?EX=10`. */
export interface Target {
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
}

/**
 * A request that is answered with an error and never reaches Redis. Upstash answers 400 unless it is about
 * access.
 */
export class Refusal extends Error {
  constructor(message: string, readonly status = 400) {
    super(message);
  }
}

/** Splits before decoding, so that %2F may be part of a key, and without URL, to which ".." is a step up. */
export function parseTarget(url: string): Target {
  const [path = "", query = ""] = url.split(/\?(.*)/s);
  return { segments: path === "/" ? [] : path.slice(1).split("/"), query: new URLSearchParams(query) };
}

const METHODS: ReadonlySet<string> = new Set(["HEAD", "GET", "POST", "PUT"]);

/**
 * The call of an authorized request.
 *
 * @throws Refusal for what is no call, and for a command that REST does not offer outside a pipeline.
 */
export function parseCall(target: Target, request: IncomingMessage, body: Uint8Array): Call {
  if (!METHODS.has(request.method ?? "")) {
    throw new Refusal("ERR only HEAD, GET, POST and PUT are allowed", 405);
  }
  const { segments: [first, ...others] } = target;
  if (first === undefined) return single(toCommand(parseJson(body, "command"), "command"));
  if (first.toLowerCase() === "subscribe") return parseSubscription(others, request, body);
  if (others.length === 0 && first === "pipeline") {
    return { type: "pipeline", commands: parseCommands(body, "pipeline") };
  }
  if (others.length === 0 && first === "multi-exec") {
    const commands = parseCommands(body, "multi-exec");
    for (const command of commands) if (!isAvailable(command)) throw new Refusal(formatRefusal(command));
    return { type: "transaction", commands };
  }
  return single(pathCommand(target, body));
}

function single(command: Command): Call {
  if (!isAvailable(command)) throw new Refusal(formatRefusal(command));
  return { type: "single", commands: [command] };
}

/** One channel in the path; the client sends an empty array behind it, curl sends nothing. */
function parseSubscription(
  channels: readonly string[],
  { method, headers }: IncomingMessage,
  body: Uint8Array,
): Call {
  const [channel = ""] = channels.map(decodeSegment);
  if (method !== "POST" && method !== "GET") throw new Refusal("ERR SUBSCRIBE is a POST or a GET", 405);
  if (channel === "" || channels.length > 1) throw new Refusal("ERR SUBSCRIBE is given one channel");
  if (!/^text\/event-stream\b/.test(headers.accept ?? "")) {
    throw new Refusal("ERR SUBSCRIBE needs the header Accept: text/event-stream");
  }
  if (!["", "[]"].includes(toText(body))) throw new Refusal("ERR SUBSCRIBE takes no body");
  return { type: "subscription", commands: [["SUBSCRIBE", channel]], channel };
}

/**
 * `/set/key?EX=10` with a body: SET key <body> EX 10. A parameter without a value, as in `?NX`, is one word.
 */
function pathCommand({ segments, query }: Target, body: Uint8Array): Command {
  const options = [...query].filter(([name]) => name !== "_token").flatMap(([name, value]) =>
    value ? [name, value] : [name]
  );
  return [...segments.map(decodeSegment), ...(body.length > 0 ? [body] : []), ...options];
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Refusal(`ERR failed to parse path segment ${segment}`);
  }
}

function parseCommands(body: Uint8Array, what: string): Command[] {
  const commands = parseJson(body, what);
  if (!Array.isArray(commands)) {
    throw new Refusal(`ERR failed to parse ${what} request: expected an array of arrays`);
  }
  if (commands.length === 0) throw new Refusal(`ERR empty ${what} request`);
  return commands.map((command: unknown) => toCommand(command, what));
}

function parseJson(body: Uint8Array, what: string): unknown {
  try {
    return JSON.parse(toText(body));
  } catch {
    throw new Refusal(`ERR failed to parse ${what} request: the body is not JSON`);
  }
}

function toCommand(value: unknown, what: string): Command {
  if (!Array.isArray(value) || value.length === 0) {
    throw new Refusal(`ERR failed to parse ${what} request: a command is a non-empty array`);
  }
  return value.map((argument: unknown): Argument => {
    if (typeof argument === "string") return argument;
    if (typeof argument === "number" || typeof argument === "boolean") return String(argument);
    throw new Refusal(`ERR failed to parse ${what} request: an argument is a string, a number or a boolean`);
  });
}

function toText(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
