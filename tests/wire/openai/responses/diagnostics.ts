// What the API says of its prompt cache: how the prompt of a request differs from that of the response that it is compared with
// (Response.CacheMiss of openai 7.59.0).
import { fnv64 } from "../../../../src/core/text/hash.ts";
import { isRecord } from "../reply.ts";
import { plain } from "./binding.ts";

type Fields = Record<string, unknown>;

/** Digests of the parts of a prompt, by the id of its response. */
const known = new Map<string, readonly (readonly [reason: string, digest: string])[]>();

/** Takes the prompt of a response; the answer to its own comparison, undefined where it asks for none. */
export function diagnose(id: string, body: Fields): Fields | undefined {
  const { prompt_cache_options: options } = body;
  const compared = isRecord(options) ? options.comparison_response_id : undefined;
  const before = known.get(String(compared));
  known.set(id, partsOf(body));
  if (compared === undefined || compared === null) return undefined;
  if (before === undefined) return { type: "comparison_response_not_found" };
  const length = Number(before.find(([reason]) => reason === "items")?.[1]);
  const now = new Map(partsOf(body, length));
  const changed = before.find(([reason, digest]) => reason !== "items" && now.get(reason) !== digest);
  return changed === undefined
    ? { type: "cache_hit" }
    : { type: "cache_miss", reason: changed[0], cache_missed_tokens: 1_000 };
}

function partsOf(body: Fields, length?: number): readonly (readonly [reason: string, digest: string])[] {
  const { model, tools = [], text, reasoning, input } = body;
  const items = [input].flat();
  const digest = (value: unknown) => fnv64(JSON.stringify(plain(value ?? null)));
  return [
    ["model_changed", String(model)],
    ["tools_changed", digest(tools)],
    ["text_format_changed", digest(isRecord(text) ? text.format : null)],
    ["reasoning_effort_changed", digest(isRecord(reasoning) ? reasoning.effort : null)],
    ["input_changed", digest(items.slice(0, length))],
    ["items", String(items.length)],
  ];
}
