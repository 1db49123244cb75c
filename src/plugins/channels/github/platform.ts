// GitHub as a platform of channels. A comment has its key in a mark that is not shown, by which it is found when the response was lost.

import { AgentError } from "../../../core/error.ts";
import { isJsonObject, type Json } from "../../../core/json.ts";
import type { ChannelMessage, Place, Platform } from "../channel.ts";
import type { GitHubApi } from "./api.ts";

/** A comment has at most 65,536 characters. */
const LONGEST_TEXT = 60_000;

/** GitHub permits about 80 changes a minute. */
const EDIT_MS = 5_000;

/** Comments of one page, and pages that are searched. */
const PAGE = 100;
const MOST_PAGES = 10;

/** What a mark begins with; no text of a model has it. */
const MARK = "<!-- treadle ";

/** What stands in a text in place of the beginning of a mark. Nothing that is taken out of it leaves a mark. */
const NO_MARK = "<!-- treadle_ ";

/** The platform, with the calls of one account. */
export function openPlatform(
  api: GitHubApi,
  { login, receive }: { readonly login: string; readonly receive: Platform["receive"] },
): Platform {
  return {
    longestText: LONGEST_TEXT,
    editMs: EDIT_MS,
    receive,
    nameUser: (user) => `@${user}`,
    post: async (place, message) =>
      await postComment(api, place, `${bodyOf(message)}\n\n${markOf(message.key)}`),
    find: (place, key, since) => findComment(api, place, { login, mark: markOf(key), since }),
    async edit({ repo }, id, message) {
      await api.send("PATCH", `repos/${repo}/issues/comments/${id}`, { body: bodyOf(message) });
    },
    isLater: (message, than) => isLaterComment(message, than),
    // Nothing on GitHub is for one person alone.
    whisper: async (place, person, text) => void await postComment(api, place, `@${person} ${text}`),
    download: () => Promise.reject(new AgentError("outbound_refused", "A comment has no files of its own.")),
  };
}

async function postComment(api: GitHubApi, { repo, issue }: Place, body: string): Promise<string> {
  const comment = await api.send("POST", `repos/${repo}/issues/${issue}/comments`, { body });
  return String(isJsonObject(comment) ? comment.id : "");
}

/** The text, and how a person decides by a comment. */
function bodyOf({ text, decides }: ChannelMessage): string {
  const words = text.replaceAll(MARK, NO_MARK);
  return decides === undefined
    ? words
    : `${words}\n\nComment \`/approve ${decides}\` or \`/deny ${decides}\`.`;
}

function markOf(key: string): string {
  return `${MARK}${key} -->`;
}

async function findComment(
  api: GitHubApi,
  { repo, issue }: Place,
  { login, mark, since }: { readonly login: string; readonly mark: string; readonly since: number },
): Promise<string | undefined> {
  const query = `since=${new Date(since).toISOString()}&per_page=${PAGE}`;
  for (let page = 1; page <= MOST_PAGES; page++) {
    const comments = await api.send("GET", `repos/${repo}/issues/${issue}/comments?${query}&page=${page}`);
    if (!Array.isArray(comments)) return undefined;
    const found = comments.find((comment) => isMarked(comment, mark, login));
    if (isJsonObject(found)) return String(found.id);
    if (comments.length < PAGE) return undefined;
  }
  return undefined;
}

/** A person may write the mark too: only a comment of the account of the agent counts. */
function isMarked(comment: Json, mark: string, login: string): boolean {
  if (!isJsonObject(comment) || !isJsonObject(comment.user) || typeof comment.body !== "string") return false;
  return String(comment.user.login).toLowerCase() === login.toLowerCase() && comment.body.endsWith(mark);
}

/** Ids of comments rise, and an issue is older than each comment on it. */
function isLaterComment(message: string, than: string): boolean {
  const [kind, id] = message.split(".");
  return kind === "comment" && Number(id) > Number(than);
}
