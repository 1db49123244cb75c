// The description of an operation: the facts of openapi.json about a route beside its schemas.

import type * as z from "zod/mini";
import type { ErrorCode } from "../../core/error.ts";
import type { JsonObject } from "../../core/json.ts";

/** An operation in words, and its responses. */
export interface Operation {
  /** Unique; generated clients name a method after it. */
  readonly id: string;
  readonly summary: string;
  /** By status: the name of a component of openapi.json, or null for no body, and what the response means. */
  readonly responses: Readonly<Record<number, readonly [component: string | null, meaning: string]>>;
  /** The response 200 is a stream of server-sent events, on request or always; `chunks`: those of a door. */
  readonly streams?: "also" | "only" | "chunks";
  /** A route of OpenAI's API, whose errors have that form; `events` is the component of its stream. */
  readonly openai?: { readonly events?: string };
  /** Of a door, whose schema is loaded with it. */
  readonly body?: z.core.$ZodType;
  /** Media types of a body that its sender writes as it likes. */
  readonly receives?: readonly string[];
  /** For a route that checks the names in its path itself. */
  readonly path?: z.core.$ZodObject;
  /** What each header of the request means to it. */
  readonly headers?: { readonly [Name in "Idempotency-Key" | "Last-Event-ID"]?: string };
  /** The response 200 is lines of JSON, each of the component. */
  readonly lines?: true;
  /** The response 200 is bytes of any media type. */
  readonly binary?: true;
  /** The response 200 is CSV on request. */
  readonly csv?: true;
  /** Its responses, errors included, are pages of HTML, or `also` are on request; `svg`: the response 200 is a picture. */
  readonly page?: true | "also" | "svg";
  /** An example of a valid body. */
  readonly example?: JsonObject | JsonObject[];
  /** Error codes of its handler; the codes of its validators are added from their facts. */
  readonly errors?: readonly ErrorCode[];
  /** It needs no API key. */
  readonly open?: true;
}
