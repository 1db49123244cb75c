// Whether the blobs of an export are those that its entries name, each before the first entry that does.

import { AgentError } from "../../core/error.ts";
import type { Entry } from "../../core/entry.ts";
import { toHexDigest } from "../../core/text/sha256.ts";
import { readBlobRef } from "../../kernel/history/reference.ts";
import { blobsOfMedia } from "../../kernel/history/media.ts";
import { definitionNamedIn } from "../../kernel/log/export.ts";

/**
 * Compares the blobs before each entry with those that it is the first to name: its own text, its media, its agent's definition. A
 * definition that is missed differs where a request is written with it.
 *
 * @returns ids of the media that are missed
 * @throws {AgentError} invalid_request - for a blob that stands elsewhere, or that no entry names
 */
export function missingMedia(
  texts: readonly string[],
  entries: readonly Entry[],
  before: readonly (readonly string[])[],
): readonly string[] {
  const known = new Set<string>();
  const missing: string[] = [];
  for (const [index, entry] of entries.entries()) {
    const own = readBlobRef(texts[index] ?? "");
    const media = blobsOfMedia([entry]).map(({ id }) => id);
    const definition = definitionNamedIn(entry);
    const named = [
      ...own === undefined ? [] : [own.id],
      ...media,
      ...definition === undefined ? [] : [toHexDigest(definition)],
    ];
    const given = [...before[index] ?? []];
    for (const id of new Set(named)) {
      if (known.has(id)) continue;
      known.add(id);
      if (given[0] === id) given.shift();
      else if (media.includes(id)) missing.push(id);
    }
    if (given.length > 0) {
      throw new AgentError("invalid_request", `Entry ${index} does not name the text ${given[0]} before it.`);
    }
  }
  const [rest] = before.at(-1) ?? [];
  if (rest === undefined) return missing;
  throw new AgentError("invalid_request", `No entry names the text ${rest} at the end of the export.`);
}
