// The targets of the references within one schema: JSON Pointers, anchors and ids. Nothing is loaded.

import { isJsonObject, type Json, type JsonObject } from "../json.ts";

/** The references of a schema. Their targets are found at the first use. */
export class References {
  readonly #root: JsonObject;
  readonly #found = new Map<JsonObject, Map<string, Json | undefined>>();
  #places: Places | undefined;

  constructor(root: JsonObject) {
    this.#root = root;
  }

  /** The schema that a reference in `from` leads to; undefined where it leads nowhere. */
  resolve(from: JsonObject, reference: string): Json | undefined {
    const known = this.#found.get(from) ?? new Map<string, Json | undefined>();
    if (known.size === 0) this.#found.set(from, known);
    if (!known.has(reference)) known.set(reference, this.#find(from, reference));
    return known.get(reference);
  }

  #find(from: JsonObject, reference: string): Json | undefined {
    const { bases, resources, anchors } = this.#places ??= indexPlaces(this.#root);
    const uri = resolveUri(reference, bases.get(from) ?? ROOT);
    if (uri === undefined) return undefined;
    const [base = "", fragment = ""] = splitUri(uri);
    const resource = resources.get(base);
    if (fragment === "") return resource;
    if (!fragment.startsWith("/")) return anchors.get(uri);
    return resource === undefined ? undefined : atPointer(resource, fragment);
  }
}

/** The address of a schema that names none. */
const ROOT = "treadle:///schema";

interface Places {
  /** The address that references of a schema are relative to. */
  readonly bases: ReadonlyMap<JsonObject, string>;
  readonly resources: ReadonlyMap<string, JsonObject>;
  readonly anchors: ReadonlyMap<string, JsonObject>;
}

/** Keywords whose values are data and no schemas. */
const DATA: ReadonlySet<string> = new Set(["const", "default", "enum", "examples", "required"]);

function indexPlaces(root: JsonObject): Places {
  const places = {
    bases: new Map<JsonObject, string>(),
    resources: new Map([[ROOT, root]]),
    anchors: new Map<string, JsonObject>(),
  };
  const left: { readonly value: Json; readonly base: string }[] = [{ value: root, base: ROOT }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value } = next;
    if (typeof value !== "object" || value === null) continue;
    const base = isJsonObject(value) ? enter(value, next.base, places) : next.base;
    for (const [key, inner] of Object.entries(value)) {
      if (!DATA.has(key) || Array.isArray(value)) left.push({ value: inner, base });
    }
  }
  return places;
}

function enter(
  schema: JsonObject,
  outer: string,
  { bases, resources, anchors }: {
    readonly bases: Map<JsonObject, string>;
    readonly resources: Map<string, JsonObject>;
    readonly anchors: Map<string, JsonObject>;
  },
): string {
  const { $id, id, $anchor, $dynamicAnchor } = schema;
  const named = typeof $id === "string" ? $id : typeof id === "string" ? id : undefined;
  const uri = named === undefined ? undefined : resolveUri(named, outer);
  const [address = outer, fragment = ""] = uri === undefined ? [] : splitUri(uri);
  if (uri !== undefined) {
    if (fragment === "") resources.set(address, schema);
    else anchors.set(uri, schema); // an id of draft 4 that is an anchor
  }
  for (const anchor of [$anchor, $dynamicAnchor]) {
    if (typeof anchor === "string") anchors.set(`${address}#${anchor}`, schema);
  }
  bases.set(schema, address);
  return address;
}

function resolveUri(reference: string, base: string): string | undefined {
  if (reference.startsWith("#")) return `${base}${reference}`;
  return URL.canParse(reference, base) ? new URL(reference, base).href : undefined;
}

function splitUri(uri: string): readonly [string, string] {
  const at = uri.indexOf("#");
  return at === -1 ? [uri, ""] : [uri.slice(0, at), uri.slice(at + 1)];
}

function atPointer(root: JsonObject, pointer: string): Json | undefined {
  let place: Json | undefined = root;
  for (const step of pointer.slice(1).split("/")) {
    const key = decode(step).replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(place)) place = /^\d+$/.test(key) ? place[Number(key)] : undefined;
    else place = isJsonObject(place) && Object.hasOwn(place, key) ? place[key] : undefined;
  }
  return place;
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
