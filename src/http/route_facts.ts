// Facts about a route besides its handler: what its middleware validates. The description of the API is made from these
// facts, so that the two cannot differ.

import type * as z from "zod/mini";

/** A fact about a route. */
export type RouteFact =
  | { readonly type: "json"; readonly schema: z.core.$ZodType; readonly required: boolean }
  | { readonly type: "form"; readonly schema: z.core.$ZodType }
  | { readonly type: "query" | "param"; readonly schema: z.core.$ZodObject };

const facts = new WeakMap<object, RouteFact>();

/** The fact of a handler of `app.routes`; undefined without one. */
export function findFact(handler: object): RouteFact | undefined {
  return facts.get(handler);
}

/** Attaches a fact to a middleware. */
export function withFact<Handler extends object>(handler: Handler, fact: RouteFact): Handler {
  facts.set(handler, fact);
  return handler;
}
