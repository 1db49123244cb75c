// A file of this machine as a part of an input: `treadle run --file photo.png`.

import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { GivenMedium } from "../../react/client/mod.ts";
import { toBase64 } from "../../core/content/base64.ts";
import { toMediaKind, typeOfName } from "../../core/content/media_type.ts";
import { AgentError } from "../../core/error.ts";

/**
 * The file as a part. Its media type is that of its name.
 *
 * @throws {AgentError} invalid_request - the file cannot be read, or its name has no ending that is known
 */
export async function filePart(path: string): Promise<GivenMedium> {
  const mediaType = typeOfName(path);
  if (mediaType === undefined) {
    throw new AgentError(
      "invalid_request",
      `${path} has no media type: its name has no ending that is known.`,
    );
  }
  const bytes = await readFile(path).catch((cause) => {
    throw new AgentError("invalid_request", `${path} cannot be read.`, { cause });
  });
  return { type: toMediaKind(mediaType), mediaType, data: toBase64(bytes).base64, name: basename(path) };
}
