// What both OpenAI dialects have in common: what a body is built from, and what a decoder does.

import type { Json } from "../core/json.ts";
import type { Dialect, ModelEvent, ModelRequest, ModelResult } from "../core/provider.ts";
import { joinItems, parseJson } from "../core/json.ts";
import type { Answer } from "./_answer.ts";
import type { ToolPlan } from "./_openai_choice.ts";
import type { Aliases } from "./_prompt_alias.ts";

/** Everything that the body of one request depends on. */
export interface WireRequest {
  readonly request: ModelRequest;
  readonly plan: ToolPlan;
  readonly aliases: Aliases;
  readonly dialect: Dialect;
  /** True for OpenAI itself: imitators refuse fields they do not know. */
  readonly official: boolean;
  readonly sampling: Sampling;
}

/** The settings that the model accepts; undefined is left out. */
export interface Sampling {
  readonly temperature: number | undefined;
  readonly topP: number | undefined;
  readonly reasoningEffort: ModelRequest["settings"]["reasoningEffort"];
}

/** Where a decoder puts what it reads. */
export interface DecoderContext {
  readonly answer: Answer;
  /** Wire names of the tools that were sent. */
  readonly offered: ReadonlySet<string>;
  readonly provider: string;
  readonly model: string;
  readonly official: boolean;
}

/** Reads one answer, piece by piece or whole. Throws Fault. */
export interface Decoder {
  /** One server-sent event; true when the dialect's end mark was read and nothing more is to come. */
  read(event: string | undefined, data: string): boolean;
  readBody(body: Json): void;
  /** The model has ended its answer; only the usage may still come. */
  hasEnded(): boolean;
  /** The answer, once everything was read; Fault `model_protocol` when it has no end. Its last events are in `take`. */
  close(): ModelResult;
  take(): ModelEvent[];
}

/** OpenAI limits the key to 64 characters; the end of ours tells threads apart. */
export function toCacheKey(cacheKey: string): string {
  return cacheKey.slice(-64);
}

/** The items of the whole conversation as JSON text; only what is new, unless the older part came in another dialect. */
export function writeConversation({ older, messages }: ModelRequest, dialect: Dialect): string {
  if (!older) return dialect.write(messages);
  if (older.key !== dialect.key) return dialect.write([...older.messages(), ...messages]);
  return joinItems(older.text, dialect.write(messages));
}

/** The JSON text of an object that has a list more: `items` are its items as JSON text. */
export function withList(field: string, items: string, object: object): string {
  return `{"${field}":[${items}],${JSON.stringify(object).slice(1)}`;
}

/** What a failed call returned, marked as a failure: no OpenAI dialect has a field for it. */
export function toToolOutput(text: string, failed: boolean): string {
  if (!failed) return text;
  const json = parseJson(text);
  const isMarked = typeof json === "object" && json !== null && !Array.isArray(json) && "error" in json;
  return isMarked ? text : JSON.stringify({ error: text });
}
