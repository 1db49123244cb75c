// Arguments that come in pieces, each with a JSON path (Vertex: streamFunctionCallArguments). They are kept in maps
// and lists, where `__proto__` and `constructor` are keys like all others, and written as JSON in the end.

import { argumentsText, type Json, type JsonObject } from "../../core/json.ts";
import { ProviderError } from "../_wire/errors/provider_error.ts";
import { checkArgsLength } from "../_wire/calls/call_args.ts";
import { toText } from "../_wire/json_fields.ts";

type Node = Map<string, Node> | Node[] | Leaf;
type Leaf = string | number | boolean | null;

/** Segments of one path. */
const MAX_DEPTH = 64;

/** The arguments of one call, from pieces with JSON paths. */
export class PartialArgs {
  readonly #root = new Map<string, Node>();
  /** About what the JSON text takes: holes in lists count, since one piece can make many. */
  #chars = 2;
  /** Paths whose text continues: `willContinue` is true until the last piece, which is usually empty. */
  readonly #begun = new Set<string>();

  /** Some text has begun and not ended. */
  get isOpen(): boolean {
    return this.#begun.size > 0;
  }

  /**
   * One element of `partialArgs`: `{jsonPath: "$.items[0].name", stringValue: "Lasa"}`. Texts of one path follow each
   * other, other values replace; a piece without a value is ignored. Throws ProviderError `model_protocol` for a path
   * that is none, that contradicts another, or that leads beyond the limits of an answer.
   */
  add(piece: JsonObject): void {
    if (piece.willContinue === true) this.#begun.add(toText(piece.jsonPath));
    else this.#begun.delete(toText(piece.jsonPath));
    const value = toLeaf(piece);
    if (value === undefined) return;
    const path = parsePath(toText(piece.jsonPath));
    const key = path.pop();
    if (key === undefined || path.length > MAX_DEPTH) throw wrong(piece.jsonPath);
    let node: Node = this.#root;
    path.forEach((segment, depth) => {
      const next = path[depth + 1] ?? key;
      const fresh = () => typeof next === "number" ? [] : new Map<string, Node>();
      node = this.#get(node, segment, piece) ?? this.#set(node, segment, fresh(), piece);
    });
    const before = this.#get(node, key, piece);
    if (before instanceof Map || Array.isArray(before)) throw wrong(piece.jsonPath);
    this.#set(
      node,
      key,
      typeof before === "string" && typeof value === "string" ? before + value : value,
      piece,
    );
    this.#grow(String(value).length);
  }

  /** JSON text of all pieces so far; "{}" for none. */
  text(): string {
    return toJson(this.#root);
  }

  #get(node: Node, key: string | number, { jsonPath }: JsonObject): Node | undefined {
    if (node instanceof Map && typeof key === "string") return node.get(key);
    if (Array.isArray(node) && typeof key === "number") return node[key];
    throw wrong(jsonPath);
  }

  #set(node: Node, key: string | number, value: Node, { jsonPath }: JsonObject): Node {
    if (node instanceof Map && typeof key === "string") {
      if (!node.has(key)) this.#grow(key.length + 6);
      node.set(key, value);
    } else if (Array.isArray(node) && typeof key === "number") {
      // An element without pieces, such as {}, leaves a hole.
      const holes = Math.max(0, key - node.length);
      this.#grow(holes * 5 + 3);
      for (let index = 0; index < holes; index++) node.push(null);
      node[key] = value;
    } else throw wrong(jsonPath);
    return value;
  }

  #grow(chars: number): void {
    this.#chars += chars;
    checkArgsLength(this.#chars);
  }
}

function toLeaf({ stringValue, numberValue, boolValue, nullValue }: JsonObject): Leaf | undefined {
  if (typeof stringValue === "string") return stringValue;
  if (typeof numberValue === "number") return numberValue;
  if (typeof boolValue === "boolean") return boolValue;
  return nullValue === undefined ? undefined : null;
}

// RFC 9535 as far as it names one place: $.name, ['any name'], ["any name"], [0].
const SEGMENT = /\.([^.[\]'"\s]+)|\[(\d{1,9})\]|\[('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\]/y;

function parsePath(path: string): (string | number)[] {
  if (!path.startsWith("$")) throw wrong(path);
  const segments: (string | number)[] = [];
  SEGMENT.lastIndex = 1;
  while (SEGMENT.lastIndex < path.length) {
    const [whole, name, index, quoted] = SEGMENT.exec(path) ?? [];
    if (whole === undefined) throw wrong(path);
    if (name !== undefined) segments.push(name);
    else if (index !== undefined) segments.push(Number(index));
    else segments.push((quoted ?? "").slice(1, -1).replace(/\\(.)/g, "$1"));
  }
  return segments;
}

function wrong(path: Json | undefined): ProviderError {
  return new ProviderError(
    "model_protocol",
    `The arguments of a call came with an impossible path: ${toText(path).slice(0, 100)}`,
  );
}

function toJson(node: Node): string {
  if (Array.isArray(node)) return `[${node.map(toJson).join(",")}]`;
  if (!(node instanceof Map)) return argumentsText(node);
  return `{${[...node].map(([key, value]) => `${JSON.stringify(key)}:${toJson(value)}`).join(",")}}`;
}
