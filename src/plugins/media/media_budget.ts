// The limit of media that a tenant stores on one UTC day. It has a ledger of its own, beside that of the tenant's steps, because the version
// before this one would read another amount there wrongly while both run.

import type { NewMedia } from "../../core/content/new_part.ts";
import { AgentError } from "../../core/error.ts";
import { type Amounts, toDay, ZERO_AMOUNTS } from "../../core/store/ledger.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { sha256Hex } from "../../core/text/sha256.ts";
import type { MediaDeps } from "../../kernel/media.ts";

/** Milliseconds that an upload may take before what is held for it is free again. */
const UPLOAD_MS = 120_000;

/**
 * Runs the upload of media within the budget of their tenant. Two requests of the store, for media alone and only where there is a
 * budget. The same media for the same thread count once an hour, so a request that is sent again costs nothing.
 *
 * @throws {AgentError} media_budget - before the upload
 */
export async function withinBudget<T>(
  { tenant, thread }: ThreadRef,
  media: readonly NewMedia[],
  { store, mediaLimits: { tenantBytesPerDay: limit }, clock }: MediaDeps,
  upload: () => Promise<T>,
): Promise<T> {
  const bytes = sumBytes(media);
  if (limit === undefined || bytes === 0) return await upload();
  const now = clock();
  const [day, ledger, amounts] = [toDay(now), `${tenant}:media`, toAmounts(bytes)];
  const id = await deriveId(thread, media);
  const outcome = await store.reserve(ledger, {
    id,
    day,
    amounts,
    now,
    expiresAt: now + UPLOAD_MS,
    accounts: [{ account: "tenant", limits: { tokens: limit } }],
  });
  if (outcome.type === "refused") {
    const { used, reserved } = outcome;
    const retryAfterMs = Math.max(1_000, Date.parse(`${day}T00:00:00Z`) + 86_400_000 - now);
    throw new AgentError(
      "media_budget",
      `The tenant may store ${limit} bytes of media a day: ${used} are used, ${reserved} are being stored, ` +
        `and the request has ${bytes}. It begins again at midnight UTC.`,
      { retryAfterMs, details: { limit, used, reserved, bytes } },
    );
  }
  const result = await upload();
  await store.book(ledger, { id, day, reservations: [id], accounts: ["tenant"], amounts, now: clock() });
  return result;
}

/** Bytes stand in the place of tokens: the ledger has no amount for them. */
function toAmounts(bytes: number): Amounts {
  return { ...ZERO_AMOUNTS, tokens: bytes };
}

/** Bytes that are stored for media: a URL has none, and what is stored already costs nothing. */
function sumBytes(media: readonly NewMedia[]): number {
  return media.reduce(
    (sum, { source }) => sum + (source.type === "data" || source.type === "copy" ? source.bytes : 0),
    0,
  );
}

async function deriveId(thread: string, media: readonly NewMedia[]): Promise<string> {
  const digests = await Promise.all(media.map(({ source }) => {
    if (source.type === "data") return sha256Hex(source.base64);
    return source.type === "url" ? "" : source.blob.id;
  }));
  return `media_${(await sha256Hex(`${thread}\n${digests.join("\n")}`)).slice(0, 40)}`;
}
