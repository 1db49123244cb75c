// A thread as a link shows it: the words and media of inputs, and the words of answers.

import type { EntryView, PartView } from "../../core/contract/entries.ts";
import type { SharedMedium, SharedMessage, SharedThread } from "../../core/contract/shares.ts";
import { AgentError } from "../../core/error.ts";
import type { ThreadHeader } from "../../core/store/thread.ts";
import type { HttpDeps } from "../../http/context.ts";
import { readMeta } from "../../kernel/stored.ts";
import { entryAt } from "../../kernel/stored_history/entry_at.ts";
import { findMediumIn, type StoredMedium } from "../../kernel/threads/find_medium.ts";
import { readHistory } from "../../kernel/threads/threads.ts";
import { threadView } from "../../kernel/views.ts";
import { toTime } from "./manage_shares.ts";
import { linkOver, verifyShare } from "./share_token.ts";
import { type CurrentThread, findShare, type StoredShare } from "./stored_shares.ts";

/** Most entries of a page. */
const PAGE = 200;

type Deps = Pick<HttpDeps, "store" | "clock" | "approvalSecrets">;

/** A thread that a link is good for. */
interface OpenShare extends CurrentThread {
  readonly link: StoredShare;
  readonly header: ThreadHeader;
}

/**
 * The messages of a thread behind entry `after`, by the token of a link. `mediumUrl` makes the address of a stored medium of an entry.
 *
 * @throws {AgentError} links_not_configured, link_expired, store_corrupt
 */
export async function readShared(
  token: string,
  { after, mediumUrl }: {
    readonly after: number;
    mediumUrl(blob: string, entry: number): string;
  },
  deps: Deps,
): Promise<SharedThread> {
  return await withShare(token, async ({ ref, link, header }) => {
    const limit = Math.min(PAGE, link.entries - after);
    const { entries } = limit > 0 ? await readHistory(ref, { after, limit }, deps) : { entries: [] };
    const end = after + entries.length;
    return {
      title: threadView(ref, header).title ?? null,
      sharedAt: toTime(link.createdAt),
      expiresAt: toTime(link.expiresAt),
      messages: entries.flatMap((entry, index) =>
        toMessage(entry, (blob) => mediumUrl(blob, after + index)) ?? []
      ),
      next: entries.length > 0 && end < link.entries ? end : null,
    };
  }, deps);
}

/**
 * The medium of input `entry` that has these bytes, with their base64, by the token of a link.
 *
 * @throws {AgentError} media_unknown - the link does not show it; links_not_configured, link_expired, store_corrupt
 */
export async function readSharedMedium(
  token: string,
  { blob, entry: index }: { readonly blob: string; readonly entry: number },
  deps: Deps & Pick<HttpDeps, "media">,
): Promise<{ readonly medium: StoredMedium; readonly base64: string }> {
  return await withShare(token, async ({ ref, link }) => {
    const entry = index < link.entries ? await entryAt(ref, index, deps) : undefined;
    const medium = entry?.type === "user" && isWords(entry) ? findMediumIn(entry, blob) : undefined;
    const base64 = medium && await deps.media?.read(ref, medium.source.blob, deps.store);
    if (medium !== undefined && base64 !== undefined) return { medium, base64 };
    throw new AgentError("media_unknown", `This link shows no medium ${blob} of entry ${index}.`);
  }, deps);
}

/** Reads by a link that is good before and afterwards: what it revokes meanwhile is refused. */
async function withShare<T>(token: string, read: (share: OpenShare) => Promise<T>, deps: Deps): Promise<T> {
  const claims = await verifyShare(token, deps);
  const share = await findShare(claims, deps);
  if (share === undefined) throw linkOver();
  const result = await openShare(share, deps).then(read).catch((thrown: unknown) => {
    throw thrown instanceof AgentError && thrown.code === "thread_unknown" ? linkOver() : thrown;
  });
  if (await findShare(claims, deps) === undefined) throw linkOver();
  return result;
}

/** The thread of a link, when it is the one that the link was made for, with the history that it had. */
async function openShare(
  { ref, createdAt, link }: CurrentThread & { readonly link: StoredShare },
  deps: Deps,
): Promise<OpenShare> {
  const [snapshot, last] = await Promise.all([
    deps.store.read(ref),
    entryAt(ref, link.entries - 1, deps),
  ]);
  if (snapshot === undefined || last?.id !== link.last) throw linkOver();
  if (readMeta(ref, snapshot.header).createdAt !== createdAt) throw linkOver();
  return { ref, createdAt, link, header: snapshot.header };
}

/** The message of an entry; undefined for one that a link does not show. */
function toMessage(entry: EntryView, mediumUrl: (blob: string) => string): SharedMessage | undefined {
  switch (entry.type) {
    case "user": {
      if (!isWords(entry)) return undefined;
      const parts = entry.parts ?? [{ type: "text" as const, text: entry.text }];
      return withParts("user", parts.map((part) => part.type === "text" ? part : toMedium(part, mediumUrl)));
    }
    case "assistant":
      return withParts(
        "assistant",
        entry.blocks.flatMap((block) =>
          block.type === "text" ? [{ type: block.type, text: block.text }] : []
        ),
      );
    case "tool":
    case "summary":
    case "notice":
    case "cut":
    case "failure":
      return undefined;
  }
}

/** False for an input that is the result of a call. */
function isWords({ resultOf }: { readonly resultOf?: string }): boolean {
  return resultOf === undefined;
}

function withParts(role: SharedMessage["role"], parts: SharedMessage["parts"]): SharedMessage | undefined {
  const shown = parts.filter((part) => part.type !== "text" || part.text.trim() !== "");
  return shown.length === 0 ? undefined : { role, parts: shown };
}

/** A medium that the provider reads by a URL has none here: the URL may be a secret of the caller. */
function toMedium(
  { type, mediaType, name, id }: Exclude<PartView, { readonly type: "text" }>,
  mediumUrl: (blob: string) => string,
): SharedMedium {
  return { type, mediaType, name, url: id === undefined ? undefined : mediumUrl(id) };
}
