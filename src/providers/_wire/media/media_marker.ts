// Markers: what a history writer puts in the place of a medium. A writer is synchronous and its text is kept, so the text
// of the blob is put in when the body is sent.

import type { BlobRef } from "../../../core/store/blob_ref.ts";
import type { MediaReader } from "../../../core/content/part.ts";
import { AgentError } from "../../../core/error.ts";
import { toHex } from "../../../core/text/byte_text.ts";

/**
 * What a marker becomes: `base64` as it is, for a field whose value is base64 or a data URL; `text`: the text that was
 * encoded, as a part of a JSON string and between two fences.
 */
export type MarkerForm = "base64" | "text";

/** The marker of a blob: ASCII that JSON does not escape. */
export function formatMarker({ id, chunks, bytes }: BlobRef, form: MarkerForm): string {
  return `${prefix ??= newPrefix()}${form}.${id}.${chunks}.${bytes};`;
}

/**
 * The body with each marker replaced. A blob is read once. Bodies of an isolate that has made no marker are returned at
 * once.
 *
 * @throws {AgentError} as {@link MediaReader.read}; internal, for a marker in a request without a reader
 */
export function withMedia(body: string, media: MediaReader | undefined): string | Promise<string> {
  if (prefix === undefined || !body.includes(prefix)) return body;
  if (media !== undefined) return complete(body, prefix, media);
  throw new AgentError("internal", "A request has media, and nothing to read them with.");
}

// Random, so that no text of a user or of a tool is mistaken for a marker. Made with the first one: Workers have no random
// numbers while a module loads.
let prefix: string | undefined;

function newPrefix(): string {
  return `treadle-media.${toHex(crypto.getRandomValues(new Uint8Array(16)))}.`;
}

const REST = /(base64|text)\.([^.;]+)\.(\d+)\.(\d+);/y;

async function complete(body: string, prefix: string, media: MediaReader): Promise<string> {
  const pieces: (string | Promise<string>)[] = [];
  const encoded = new Map<string, Promise<string>>();
  const read = (blob: BlobRef) => {
    const known = encoded.get(blob.id) ?? media.read(blob);
    encoded.set(blob.id, known);
    return known;
  };
  let from = 0;
  for (let at = body.indexOf(prefix); at >= 0; at = body.indexOf(prefix, from)) {
    REST.lastIndex = at + prefix.length;
    const [whole = "", form, id = "", chunks, bytes] = REST.exec(body) ?? [];
    const base64 = read({ id, chunks: Number(chunks), bytes: Number(bytes) });
    pieces.push(body.slice(from, at), form === "text" ? base64.then(toFenced) : base64);
    from = at + prefix.length + whole.length;
  }
  return [...await Promise.all(pieces), body.slice(from)].join("");
}

// A fence is longer than every run of backticks in the text.
function toFenced(base64: string): string {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  const text = new TextDecoder().decode(bytes);
  let longest = 2;
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  const fence = "`".repeat(longest + 1);
  const end = text.endsWith("\n") ? "" : "\n";
  return JSON.stringify(`${fence}\n${text}${end}${fence}`).slice(1, -1);
}
