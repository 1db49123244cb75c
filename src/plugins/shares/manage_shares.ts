// What the owner of a thread does with its links. The address of a link is in the response that makes it, and nowhere else.

import type { ShareView } from "../../core/contract/shares.ts";
import { AgentError } from "../../core/error.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { toHex } from "../../core/text/byte_text.ts";
import type { HttpDeps } from "../../http/context.ts";
import { readSnapshot } from "../../kernel/snapshot.ts";
import { readMeta } from "../../kernel/stored.ts";
import { entryAt, lengthUpTo } from "../../kernel/stored_history/entry_at.ts";
import { assertLinks, signShare } from "./share_token.ts";
import { changeShares, type CurrentThread, readShares, type StoredShare, toName } from "./stored_shares.ts";

/** A new link, as its maker describes it. */
export interface ShareRequest {
  /** Version of the thread up to which it shows entries; all that the thread has by default. */
  readonly version?: number | undefined;
  readonly expiresInSeconds?: number | undefined;
}

type Deps = Pick<HttpDeps, "store" | "clock" | "random" | "log" | "approvalSecrets">;

/**
 * The links of a thread that are good, the oldest first.
 *
 * @throws {AgentError} thread_unknown, store_corrupt
 */
export async function listShares(ref: ThreadRef, deps: Deps): Promise<readonly ShareView[]> {
  const links = await readShares(toCurrent(ref, (await readSnapshot(ref, deps)).header), deps);
  return links.map(toView);
}

/**
 * A new link to a thread, with its token.
 *
 * @throws {AgentError} links_not_configured; thread_unknown; version_unknown - the thread has no entry up to it; invalid_request - the thread
 * has as many links as it may; store_corrupt
 */
export async function createShare(
  ref: ThreadRef,
  { version, expiresInSeconds, by = null }: ShareRequest & { readonly by?: string | null | undefined },
  deps: Deps,
): Promise<{ readonly share: ShareView; readonly token: string }> {
  assertLinks(deps);
  const { header } = await readSnapshot(ref, deps);
  const upTo = version ?? header.version;
  const entries = upTo === header.version ? header.length : await lengthUpTo(ref, upTo, header.length, deps);
  const last = await entryAt(ref, Math.max(0, entries - 1), deps);
  if (upTo > header.version || entries === 0 || last === undefined) {
    throw new AgentError(
      "version_unknown",
      version === undefined
        ? `Thread ${ref.thread} has no entry that a link could show.`
        : `Thread ${ref.thread} has no version ${version} with an entry; it is at ${header.version}.`,
    );
  }
  const createdAt = deps.clock();
  const link: StoredShare = {
    id: toHex(deps.random(16)),
    createdAt,
    by,
    expiresAt: expiresInSeconds === undefined ? null : createdAt + expiresInSeconds * 1_000,
    version: upTo,
    entries,
    last: last.id,
  };
  await changeShares(toCurrent(ref, header), (links) => [...links, link], deps);
  deps.log("info", "a link to a thread was made", { ...ref, share: link.id, caller: by ?? undefined });
  return {
    share: toView(link),
    token: await signShare({ tenant: ref.tenant, name: toName(ref), id: link.id }, deps),
  };
}

/**
 * Revokes a link, or all links of a thread, and returns those that are left. One that is not there changes nothing.
 *
 * @throws {AgentError} thread_unknown, store_corrupt
 */
export async function revokeShares(
  ref: ThreadRef,
  { id, by }: { readonly id?: string; readonly by: string | undefined },
  deps: Deps,
): Promise<readonly ShareView[]> {
  const { header } = await readSnapshot(ref, deps);
  const keep = (links: readonly StoredShare[]) =>
    id === undefined ? [] : links.filter((each) => each.id !== id);
  const left = await changeShares(toCurrent(ref, header), keep, deps);
  deps.log("info", "links to a thread were revoked", { ...ref, share: id ?? "all", caller: by });
  return left.map(toView);
}

function toCurrent(ref: ThreadRef, header: Parameters<typeof readMeta>[1]): CurrentThread {
  return { ref, createdAt: readMeta(ref, header).createdAt };
}

function toView({ id, createdAt, by, expiresAt, version, entries }: StoredShare): ShareView {
  return { id, createdAt: toTime(createdAt), by, expiresAt: toTime(expiresAt), version, entries };
}

/** An epoch time in ISO 8601. */
export function toTime(at: number): string;
export function toTime(at: number | null): string | null;
export function toTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
