// What the fields of objects mean, for generated documents: openapi.json, the tables of docs, the schema of agent files.

import type * as z from "zod/mini";

type Sentences = Readonly<Record<string, string>>;

const MEANINGS = new WeakMap<z.core.$ZodType, Sentences>();

/**
 * Says what each field of an object means, in a sentence without its full stop; the compiler misses a field that has none. `shared` are
 * sentences that several objects have. The call stands below the schema and is marked as pure: generators run the modules as they
 * are, and a bundle leaves a pure call out whose result nothing uses. So a Worker carries none of the sentences. (A spread in the
 * arguments is not pure for a bundler: it would stay.)
 */
export function describeFields<
  Shape extends z.core.$ZodShape,
  Shared extends Sentences = Record<never, never>,
>(
  schema: z.core.$ZodType & { readonly shape: Shape },
  fields:
    & { readonly [Field in Exclude<keyof Shape & string, keyof Shared>]: string }
    & { readonly [Field in keyof Shape & string]?: string },
  shared?: Shared,
): void {
  MEANINGS.set(schema, { ...shared, ...fields });
}

/** The meaning of a field; undefined where neither the schema of its object nor the one that it was made of by a check says one. */
export function fieldMeaning(object: z.core.$ZodType, field: string): string | undefined {
  const { parent } = object._zod;
  return MEANINGS.get(object)?.[field] ?? (parent && fieldMeaning(parent, field));
}
