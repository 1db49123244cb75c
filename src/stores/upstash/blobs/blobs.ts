// Blobs: texts of any size in pieces of half a megabyte, each its own request.

import type { Pipeline } from "@upstash/redis/cloudflare";
import type { BlobRef } from "../../../core/store/blob_ref.ts";
import { BLOB_MS } from "../../../core/store/limits.ts";
import { toHex } from "../../../core/text/byte_text.ts";
import { utf8Bytes } from "../../../core/text/utf8_bytes.ts";
import { HAS_BLOB, PUT_BLOB } from "../lua/transfer.ts";
import type { UpstashClient } from "../client.ts";
import type { ThreadKeys } from "../keys.ts";
import { fromPieces, toPieces } from "./pieces.ts";

/** Pieces that one request reads: an answer is about a megabyte at most. */
const PIECES_AT_ONCE = 2;

/** Store.putBlob: one request for each piece of half a megabyte, and one before them when the blob may exist. */
export async function putBlob(
  client: UpstashClient,
  keys: ThreadKeys,
  text: string,
  mayExist: boolean,
): Promise<BlobRef> {
  const pieces = toPieces(text);
  const blob = await blobRef(text, pieces.length);
  const { id } = blob;
  if (mayExist && await hasBlob(client, keys, blob)) return blob;
  for (const [index, piece] of pieces.entries()) {
    if (await putPiece(client, keys, id, index, piece)) break;
  }
  return blob;
}

/** Where a text lies that was cut into pieces. */
export async function blobRef(text: string, chunks: number): Promise<BlobRef> {
  const utf8 = new TextEncoder().encode(text);
  const id = toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", utf8)));
  return { id, chunks, bytes: utf8.length };
}

/**
 * The text of a blob, with one request for every two pieces; undefined when one is missing. A reference that was written in a store without
 * pieces names one, and the pieces have the whole.
 */
export async function readPieces(
  client: UpstashClient,
  key: string,
  blob: BlobRef,
): Promise<string | undefined> {
  const pieces: string[] = [];
  let isWhole = false;
  while (!isWhole) {
    const left = Math.max(1, blob.chunks - pieces.length);
    for (const piece of await getPieces(client, key, pieces.length, Math.min(PIECES_AT_ONCE, left))) {
      if (typeof piece !== "string") return undefined;
      pieces.push(piece);
    }
    isWhole = pieces.length >= blob.chunks && (blob.chunks > 1 || hasBytes(pieces, blob));
  }
  return fromPieces(pieces);
}

function hasBytes(pieces: readonly string[], { bytes }: BlobRef): boolean {
  return utf8Bytes(fromPieces(pieces)) >= bytes;
}

/** Copies a blob into another thread, piece by piece: the two may live on different Redis nodes. */
export async function copyBlob(
  client: UpstashClient,
  source: ThreadKeys,
  target: ThreadKeys,
  id: string,
): Promise<void> {
  const [count] = await client.pipeline("copyBlob", [(pipeline) => pipeline.hlen(source.blob(id))]);
  for (let index = 0; index < Number(count); index++) {
    const [piece] = await getPieces(client, source.blob(id), index, 1);
    if (typeof piece === "string") await putPiece(client, target, id, index, piece);
  }
}

/** True when all pieces are stored. Those of an upload live for another day. */
async function hasBlob(client: UpstashClient, keys: ThreadKeys, { id, chunks }: BlobRef): Promise<boolean> {
  const call = HAS_BLOB.call({
    keys: { blob: keys.blob(id), blobs: keys.blobs },
    args: { id, pieces: chunks, uploadMs: BLOB_MS },
  });
  return await client.run(call) === 1;
}

function getPieces(
  client: UpstashClient,
  key: string,
  first: number,
  count: number,
): Promise<unknown[]> {
  return client.pipeline(
    "getBlob",
    Array.from(
      { length: count },
      (_, index) => (pipeline: Pipeline) => pipeline.hget(key, String(first + index)),
    ),
  );
}

/** True when a commit refers to the blob: all of its pieces are stored. */
async function putPiece(
  client: UpstashClient,
  keys: ThreadKeys,
  id: string,
  index: number,
  piece: string,
): Promise<boolean> {
  const call = PUT_BLOB.call({
    keys: { blob: keys.blob(id), blobs: keys.blobs },
    args: { id, piece: index, text: piece, uploadMs: BLOB_MS },
  });
  return await client.run(call) === 1;
}
