// A result as a store records it.

import type { BlobRef } from "../../core/store/blob_ref.ts";
import type { Json } from "../../core/json.ts";
import type { CallResult } from "../../core/tool/deferred.ts";

/** Most characters of a result as JSON beside its call; a longer one lies in a blob. */
const INLINE_CHARS = 64 * 1024;

/** A result as JSON. */
export function asJson(result: CallResult): Json {
  return "error" in result ? { error: { ...result.error } } : { output: result.output };
}

/** A result as the answer of its decision. */
export async function toAnswer(
  result: CallResult,
  putBlob: (text: string) => Promise<BlobRef>,
): Promise<Json> {
  const json = asJson(result);
  const text = JSON.stringify(json);
  if (text.length <= INLINE_CHARS) return json;
  const { id, chunks, bytes } = await putBlob(text);
  return { blob: { id, chunks, bytes } };
}
