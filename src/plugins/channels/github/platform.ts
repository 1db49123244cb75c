// GitHub as a platform of channels. A comment has its key in an invisible mark, by which it is found when the response was lost.

import { AgentError } from "../../../core/error.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import {
  type ChannelMessage,
  type IncomingMessage,
  type Place,
  type Platform,
  PostRefused,
  type Quote,
} from "../channel.ts";
import { withoutComments } from "../reading/prose.ts";
import { isLater } from "../reading/turns.ts";
import type { GitHubApi } from "./api.ts";
import { isSame } from "./payloads.ts";

/** A comment has at most 65,536 characters. */
const LONGEST_TEXT = 60_000;

/** GitHub permits about 80 changes a minute. */
const EDIT_MS = 5_000;

/** Comments of one page, and pages that are searched. */
const PAGE = 100;
const MOST_PAGES = 10;

/** Pages that are read for a message, the last ones. */
const EARLIER_PAGES = 3;

/** What a mark begins with; no text of a model has it. */
const MARK = "<!-- treadle ";

/** What stands in a text in place of the beginning of a mark. No part of it forms a mark. */
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
      await postComment(api, place, `${formatBody(message)}\n\n${formatMark(message.key)}`),
    find: (place, key, since) => findComment(api, place, { login, mark: formatMark(key), since }),
    async edit({ repo }, id, message) {
      await api.send("PATCH", `repos/${repo}/issues/comments/${id}`, { body: formatBody(message) });
    },
    async remove({ repo }, id) {
      try {
        await api.send("DELETE", `repos/${repo}/issues/comments/${id}`);
      } catch (error) {
        if (!(error instanceof PostRefused) || error.code !== "status_404") throw error;
      }
    },
    isLater: (message, than) => isLaterComment(message, than),
    readEarlier: (message, after) => readEarlier(api, message, { login, after }),
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
function formatBody({ text, decides }: ChannelMessage): string {
  const words = text.replaceAll(MARK, NO_MARK);
  return decides === undefined
    ? words
    : `${words}\n\nComment \`/approve ${decides}\` or \`/deny ${decides}\`.`;
}

function formatMark(key: string): string {
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

/**
 * The comments before one, without those of the account of the agent. They are listed from the oldest on, and the issue says how many there
 * are: https://docs.github.com/rest/issues/comments#list-issue-comments
 */
async function readEarlier(
  api: GitHubApi,
  { order = "", place: { repo, issue, comments: count } }: IncomingMessage,
  { login, after = "0" }: { readonly login: string; readonly after: string | undefined },
): Promise<readonly Quote[]> {
  // The count may be of before this comment.
  const last = Math.ceil((Number(count) + 1) / PAGE);
  const found: JsonObject[] = [];
  for (let page = last; page > Math.max(0, last - EARLIER_PAGES); page--) {
    const comments = await api.send(
      "GET",
      `repos/${repo}/issues/${issue}/comments?per_page=${PAGE}&page=${page}`,
    );
    const each = (Array.isArray(comments) ? comments : []).filter(isJsonObject);
    found.unshift(...each);
    if (each.some(({ id }) => !isLater(String(id), after))) break;
  }
  return found.filter(({ id }) => isLater(order, String(id)) && isLater(String(id), after))
    .flatMap(({ id, user, body }) => {
      const by = isJsonObject(user) ? String(user.login) : "ghost";
      const text = withoutComments(typeof body === "string" ? body : "").trim();
      return isSame(by, login) || text === "" ? [] : [{ id: `comment.${String(id)}`, by: `@${by}`, text }];
    });
}

/** A person may write the mark too: only a comment of the account of the agent counts. */
function isMarked(comment: Json, mark: string, login: string): boolean {
  if (!isJsonObject(comment) || !isJsonObject(comment.user) || typeof comment.body !== "string") return false;
  return isSame(String(comment.user.login), login) && comment.body.endsWith(mark);
}

/** Ids of comments rise, and an issue is older than each comment on it. */
function isLaterComment(message: string, than: string): boolean {
  const [kind, id] = message.split(".");
  return kind === "comment" && Number(id) > Number(than);
}
