// The TypeScript type of the arguments that a JSON Schema accepts. Types alone: nothing of this file is in a bundle.

import type { Json, JsonObject } from "../core/json.ts";

/** JSON that is only read: what `as const` makes of a literal. */
export type ReadonlyJson = null | boolean | number | string | readonly ReadonlyJson[] | ReadonlyJsonObject;

/** A JSON object that is only read. */
export type ReadonlyJsonObject = { readonly [key: string]: ReadonlyJson };

/**
 * The arguments that the object schema `S` accepts, if it is a literal; else a JsonObject. It reads `type`, `properties`,
 * `required`, `additionalProperties`, `items`, `enum`, `const`, `anyOf` and `oneOf`. The other keywords only narrow what these
 * accept. A value of which they say nothing, such as that of a `$ref`, is `Json`.
 *
 * | schema | type |
 * |---|---|
 * | `{ type: "object", properties: { city: { type: "string" } }, required: ["city"] }` | `{ city: string }` |
 * | `{ enum: ["C", "F"] }` | `"C" \| "F"` |
 * | `{ type: ["integer", "null"] }` | `number \| null` |
 * | `{ type: "array", items: { type: "string" } }` | `string[]` |
 * | `{ $ref: "#/$defs/place" }` | `Json` |
 */
export type ArgumentsOf<S> = S extends { readonly type: "object" } ? ObjectOf<S> : JsonObject;

/** A value that a schema accepts. A schema whose keywords are not known when it is compiled accepts any. */
type ValueOf<S> = S extends { readonly const: infer Constant } ? Literal<Constant>
  : S extends { readonly enum: readonly (infer Value)[] } ? Literal<Value>
  : S extends { readonly type: infer Type } ? TypedValue<S, Type>
  : S extends { readonly anyOf: readonly (infer Variant)[] } ? EachOf<Variant>
  : S extends { readonly oneOf: readonly (infer Variant)[] } ? EachOf<Variant>
  : Json;

/** `type` is one word or a list of them; a list accepts each. */
type TypedValue<S, Type> = Type extends readonly (infer Each)[] ? OfType<S, Each> : OfType<S, Type>;

type OfType<S, Type> = unknown extends Type ? Json
  : Type extends "string" ? string
  : Type extends "number" | "integer" ? number
  : Type extends "boolean" ? boolean
  : Type extends "null" ? null
  : Type extends "array" ? ListOf<S>
  : Type extends "object" ? ObjectOf<S>
  : Json;

type EachOf<Variant> = Variant extends unknown ? ValueOf<Variant> : never;

/** Where `prefixItems` describes the first items, `items` does not hold for all. */
type ListOf<S> = S extends { readonly prefixItems: unknown } ? Json[]
  : S extends { readonly items: readonly unknown[] } ? Json[]
  : S extends { readonly items: infer Item } ? ValueOf<Item>[]
  : Json[];

type ObjectOf<S> = S extends { readonly properties: infer Properties }
  ? string extends keyof Properties ? JsonObject : PropertiesOf<Properties, RequiredOf<S>, S>
  : S extends { readonly additionalProperties: infer Others } ? { [name: string]: ValueOf<Others> }
  : JsonObject;

/** A schema without properties that permits others has any; `{}` as a type would say that it has none. */
type PropertiesOf<Properties, Required, S> = [keyof Properties] extends [never]
  ? S extends { readonly additionalProperties: false } ? Record<never, Json> : JsonObject
  : Flat<
    & {
      -readonly [Name in keyof Properties as Name extends Required ? Name : never]: ValueOf<Properties[Name]>;
    }
    & {
      -readonly [Name in keyof Properties as Name extends Required ? never : Name]?: ValueOf<
        Properties[Name]
      >;
    }
  >;

/** The names that are certainly required: none where the list is not a literal. */
type RequiredOf<S> = S extends { readonly required: readonly (infer Name)[] }
  ? string extends Name ? never : Name
  : never;

/** A text that was not written as a literal stands for any. */
type Literal<T> = T extends Json | ReadonlyJson ? T : Json;

type Flat<T> = { [Name in keyof T]: T[Name] };
