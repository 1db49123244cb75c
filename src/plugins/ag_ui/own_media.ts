// Media of the conversation that a client sends back by the URLs that it was given: an edited message has those of the one before.

import type { NewMedia, NewPart } from "../../core/content/new_part.ts";
import { AgentError } from "../../core/error.ts";
import type { MediaView } from "../../core/contract/entries.ts";
import { assertOwn } from "../../kernel/threads/assert_own.ts";
import { findMedium } from "../../kernel/threads/find_medium.ts";
import type { Whose } from "../../kernel/owner.ts";
import type { HttpDeps } from "../../http/context.ts";
import { mayBelongTo } from "../../http/conversation/branches.ts";
import type { ReadContent } from "../../http/conversation/content.ts";
import { type Path, refuse } from "../../http/conversation/refuse.ts";

/** Where a medium of a thread is. */
interface MediaPlace {
  readonly thread: string;
  readonly id: string;
  readonly index: number;
}

/** The place that a URL of this API names; undefined for any other URL. */
export function placeOfMedia(url: string): MediaPlace | undefined {
  const [, thread, id, index] =
    /^\/v1\/threads\/([^/?]+)\/media\/([0-9a-f]{64})\?entry=(\d{1,9})$/.exec(url) ??
      [];
  if (thread === undefined || id === undefined) return undefined;
  return { thread, id, index: Number(index) };
}

/** Whose conversation a message is of. */
export interface Conversation {
  readonly id: string;
  readonly caller: Whose;
}

/**
 * The content with copies of the media that the conversation has. `path` is its place in the body.
 *
 * @throws {AgentError} invalid_request - a medium that it does not have, or of another conversation
 */
export async function withOwnMedia(
  content: ReadContent,
  of: Conversation,
  path: Path,
  deps: HttpDeps,
): Promise<ReadContent> {
  const { text, parts = [] } = content;
  if (!parts.some(isOwn)) return content;
  const read: NewPart[] = [];
  for (const part of parts) read.push(isOwn(part) ? await readOwn(part, of, path, deps) : part);
  const media = read.filter((part) => part.type !== "text");
  return { text, parts: read, media };
}

function isOwn(part: NewPart): part is NewMedia & { source: { type: "url" } } {
  return part.type !== "text" && part.source.type === "url" && placeOfMedia(part.source.url) !== undefined;
}

async function readOwn(
  { source: { url } }: { readonly source: { readonly url: string } },
  { id, caller }: Conversation,
  path: Path,
  deps: HttpDeps,
): Promise<NewMedia> {
  const place = placeOfMedia(url);
  if (place === undefined || !mayBelongTo(id, place.thread)) throw refuseMedium(path, url);
  const ref = { tenant: caller.tenant, thread: place.thread };
  try {
    await assertOwn(ref, caller, deps);
    const { source: { blob, bytes }, ...medium } = await findMedium(ref, place, deps);
    return { ...medium, source: { type: "copy", from: ref, blob, bytes } };
  } catch (thrown) {
    if (thrown instanceof AgentError && UNKNOWN.has(thrown.code)) throw refuseMedium(path, url);
    throw thrown;
  }
}

const UNKNOWN: ReadonlySet<string> = new Set(["thread_unknown", "media_unknown"]);

function refuseMedium(path: Path, url: string): AgentError {
  return refuse(
    path,
    `has a medium that is not of this conversation: ${JSON.stringify(url.slice(0, 200))}`,
  );
}

/** True where the media of a content are those of an entry, by their places, sizes and types. */
export function areSameMedia(media: readonly NewMedia[], views: readonly MediaView[]): boolean {
  return media.length === views.length && media.every(({ mediaType, source }, index) => {
    const view = views[index];
    if (view?.mediaType !== mediaType) return false;
    if (source.type !== "url") return view.bytes === source.bytes;
    const place = placeOfMedia(source.url);
    return place === undefined ? view.url === source.url : view.id === place.id;
  });
}
