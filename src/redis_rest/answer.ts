/** What a call is answered: its replies of Redis as the JSON of the REST protocol, and errors. */
import { Buffer } from "node:buffer";
import { unreachable } from "../core/error.ts";
import { formatRefusal, isAvailable } from "./available.ts";
import { type Call, Refusal } from "./call.ts";
import { type Argument, type Command, ConnectionError, ErrorReply, type Reply } from "./resp.ts";

/** A whole response. */
export interface Answer {
  readonly status: number;
  /** JSON, unless the headers name another type. */
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What sends commands: a client or a pool. */
export interface Sender {
  send(commands: readonly Command[]): Promise<Reply[]>;
}

/**
 * Sends the commands of the call, each once. `base64`: strings of the answer are encoded, as the header
 * `Upstash-Encoding: base64` wants them.
 *
 * @throws ConnectionError when Redis is away.
 */
export async function answerCall(
  redis: Sender,
  call: Exclude<Call, { type: "subscription" }>,
  { base64 }: { base64: boolean },
): Promise<Answer> {
  switch (call.type) {
    case "single": {
      const [reply = null] = await redis.send(call.commands);
      return reply instanceof ErrorReply ? toFailure(reply.message) : toSuccess(toItem(reply, base64));
    }
    case "pipeline": {
      const replies = (await redis.send(call.commands.filter(isAvailable))).values();
      return toSuccess(
        call.commands.map((command) =>
          isAvailable(command)
            ? toItem(replies.next().value ?? null, base64)
            : { error: formatRefusal(command) }
        ),
      );
    }
    case "transaction": {
      const outcome = (await redis.send([["MULTI"], ...call.commands, ["EXEC"]])).at(-1);
      if (outcome instanceof ErrorReply) return toFailure(outcome.message);
      if (!Array.isArray(outcome)) throw new Error("EXEC did not answer an array.");
      return toSuccess(outcome.map((reply) => toItem(reply, base64)));
    }
    default:
      return unreachable(call);
  }
}

/** The answer of a request that failed: 400 and others of a refusal, 503 while Redis is away, 504 when it is silent. */
export function answerError(cause: unknown): Answer {
  const message = cause instanceof Error ? cause.message : String(cause);
  if (cause instanceof Refusal) return toFailure(message, cause.status);
  if (!(cause instanceof ConnectionError)) return toFailure(`ERR ${message}`, 500);
  return toFailure(`ERR ${message}`, cause.problem === "timeout" ? 504 : 503);
}

function toSuccess(value: unknown): Answer {
  return { status: 200, body: JSON.stringify(value) };
}

function toFailure(error: string, status = 400): Answer {
  return { status, body: JSON.stringify({ error }) };
}

type Json = null | number | string | Json[];

function toItem(reply: Reply, base64: boolean): { result: Json } | { error: string } {
  if (reply instanceof ErrorReply) return { error: reply.message };
  // The client takes a result "OK" as it is and decodes every other string, also an "OK" inside an array.
  return { result: reply === "OK" ? reply : toJson(reply, base64 ? toBase64 : toText) };
}

function toJson(reply: Reply, encode: (value: Argument) => string): Json {
  if (reply === null || typeof reply === "number") return reply;
  if (Array.isArray(reply)) return reply.map((item) => toJson(item, encode));
  return encode(reply instanceof ErrorReply ? reply.message : reply);
}

function toBase64(value: Argument): string {
  return Buffer.from(value).toString("base64");
}

function toText(value: Argument): string {
  return typeof value === "string" ? value : new TextDecoder("utf-8", { ignoreBOM: true }).decode(value);
}
