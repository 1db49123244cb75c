// Facts about a route besides its handler: what its middleware validates, and how it responds. The description of the
// API is made from these facts, so that the two cannot differ.

import type { MiddlewareHandler } from "hono";
import type * as z from "zod/mini";
import { ERROR_CODES, type ErrorCode } from "../core/error.ts";
import type { JsonObject } from "../core/json.ts";
import type { HttpEnv } from "./context.ts";

/** A fact about a route. */
export type RouteFact =
  | { readonly type: "operation"; readonly operation: Operation }
  | { readonly type: "json"; readonly schema: z.core.$ZodType; readonly required: boolean }
  | { readonly type: "query" | "param"; readonly schema: z.core.$ZodObject };

/** An operation in words, and its responses. */
export interface Operation {
  /** Unique; generated clients name a method after it. */
  readonly id: string;
  readonly summary: string;
  /** By status: the name of a component of openapi.json, or null for no body, and what the response means. */
  readonly responses: Readonly<Record<number, readonly [component: string | null, meaning: string]>>;
  /** The response 200 is a stream of server-sent events, on request or always. */
  readonly streams?: "also" | "only";
  readonly headers?: readonly ("Idempotency-Key" | "Last-Event-ID")[];
  /** An example of a valid body. */
  readonly example?: JsonObject;
  /** Error codes of its handler; the codes of its validators are added from their facts. */
  readonly errors?: readonly ErrorCode[];
  /** It needs no API key. */
  readonly open?: true;
}

const facts = new WeakMap<object, RouteFact>();

/** The fact of a handler of `app.routes`; undefined without one. */
export function factOf(handler: object): RouteFact | undefined {
  return facts.get(handler);
}

/** Attaches a fact to a middleware. */
export function withFact<Handler extends object>(handler: Handler, fact: RouteFact): Handler {
  facts.set(handler, fact);
  return handler;
}

/** A middleware that describes its route and passes requests on. */
export function describe(operation: Operation): MiddlewareHandler<HttpEnv> {
  return withFact((_c, next) => next(), { type: "operation", operation });
}

/** Every code that begins with one of the words: `errorsOf("model")` are `model_auth`, `model_rate_limit`, ... */
export function errorsOf(...words: readonly string[]): ErrorCode[] {
  return ALL_CODES.filter((code) => words.some((word) => code.startsWith(`${word}_`)));
}

/** Every error code. */
export const ALL_CODES = Object.keys(ERROR_CODES).filter((code): code is ErrorCode => code in ERROR_CODES);
