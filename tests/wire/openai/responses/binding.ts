// Reasoning of the models from gpt-6.2 on, as strict as the vendor documents it (guides "Using GPT-6.2" and "Keep the prefix unchanged",
// 2026-11; Response.InputTransformation of openai 7.59.0): an item is bound to its model and to what stood before it, and one that comes
// back behind anything else is removed, which no error says. As Claude's are, items are chained: they may be left out from the start.
import { fnv64 } from "../../../../src/core/text/hash.ts";
import { isRecord } from "../reply.ts";
import { openSeal } from "./sealed.ts";

type Fields = Record<string, unknown>;

/** Models that bind their reasoning, and take tools and settings within the input. */
export function isBound(model: string): boolean {
  return /^gpt-(?:6\.[2-9]|[7-9])/.test(model);
}

/** An item of reasoning that the model was not shown. */
export interface Removed {
  readonly type: "reasoning";
  readonly id: string;
  readonly action: "removed";
  readonly reason: "model_mismatch" | "prefix_mismatch";
}

interface Checked {
  readonly removed: readonly Removed[];
  /** The last item that was kept; "" for none. */
  readonly last: string;
}

/** What the reasoning of the answer to this request is bound to; undefined for a model that binds none. */
export function bindingOf(body: Fields): string | undefined {
  if (!isBound(String(body.model))) return undefined;
  const items = itemsOf(body);
  return [fnv64(String(body.model)), prefixOf(body, items), checkAll(body, items).last].join("_");
}

/** The items of a request that its model was not shown. */
export function removedFrom(body: Fields): readonly Removed[] | undefined {
  return isBound(String(body.model)) ? checkAll(body, itemsOf(body)).removed : undefined;
}

function checkAll(body: Fields, items: readonly Fields[]): Checked {
  const removed: Removed[] = [];
  let last = "";
  items.forEach((item, index) => {
    if (item.type !== "reasoning") return;
    const id = String(item.id);
    const [producer, prefix, previous = ""] = openSeal(String(item.encrypted_content)).split("_");
    const isOther = producer !== fnv64(String(body.model));
    const isSame = prefix === prefixOf(body, items.slice(0, index)) &&
      (last === "" || previous === fnv64(last));
    if (isOther || !isSame) {
      const reason = isOther ? "model_mismatch" : "prefix_mismatch";
      removed.push({ type: "reasoning", id, action: "removed", reason });
    } else last = id;
  });
  return { removed, last: last === "" ? "" : fnv64(last) };
}

function itemsOf({ input }: Fields): readonly Fields[] {
  return typeof input === "string"
    ? [{ type: "message", role: "user", content: input }]
    : [input].flat().filter(isRecord);
}

// Everything before the item but reasoning, which the chain covers. `instructions` stand behind the input.
function prefixOf({ tools = [], text, reasoning }: Fields, items: readonly Fields[]): string {
  const said = items.filter(({ type }) => type !== "reasoning");
  const format = isRecord(text) ? text.format : undefined;
  const effort = isRecord(reasoning) ? reasoning.effort : undefined;
  return fnv64(JSON.stringify([tools, format ?? null, effort ?? null, said].map(plain)));
}

/** Neither breakpoints nor the order of keys count, and a text is a list of one part. */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isRecord(value)) return value;
  const keys = Object.keys(value).filter((key) => key !== "prompt_cache_breakpoint" && key !== "status")
    .sort();
  return Object.fromEntries(keys.map((key) => {
    const each = value[key];
    return [
      key,
      typeof each === "string" && TEXTS.has(key) ? [{ text: each, type: "input_text" }] : plain(each),
    ];
  }));
}

const TEXTS = new Set(["content", "output"]);
