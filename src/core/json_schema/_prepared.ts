// The facts about a schema that are computed once, before values are checked.

import { remembered } from "../lru.ts";
import { isJsonObject, type Json, type JsonObject, type JsonSchema } from "../json.ts";
import { References } from "./_references.ts";

/** Thrown for a schema that cannot be used. */
export class SchemaBroken extends Error {
  override readonly name = "SchemaBroken";
}

/** The version of JSON Schema; 2019 and 2020 by their years. */
export type Draft = 4 | 7 | 2019 | 2020;

/** A schema that values are checked by. */
export interface Prepared {
  readonly schema: JsonSchema;
  readonly draft: Draft;
  readonly references: References;
  /** True where a keyword depends on the members that other keywords have evaluated. */
  readonly tracks: boolean;
}

/** The schema must not be changed afterwards. */
export const prepare: (schema: JsonSchema) => Prepared = remembered((schema) => ({
  schema,
  draft: readDraft(schema),
  references: new References(schema),
  tracks: tracks(schema),
}));

function readDraft({ $schema }: JsonObject): Draft {
  const uri = typeof $schema === "string" ? $schema : "";
  if (uri.includes("draft-04")) return 4;
  if (uri.includes("draft-06") || uri.includes("draft-07")) return 7;
  return uri.includes("2019-09") ? 2019 : 2020;
}

function tracks(schema: JsonSchema): boolean {
  const left: Json[] = [schema];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next !== "object" || next === null) continue;
    if (isJsonObject(next) && ("unevaluatedProperties" in next || "unevaluatedItems" in next)) return true;
    left.push(...Object.values(next).filter((inner) => typeof inner === "object"));
  }
  return false;
}
