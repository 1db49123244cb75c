// Discord as a platform of channels. A post has a nonce that Discord enforces: one that is sent again returns the message that stands.

import { isJsonObject, type JsonObject } from "../../../core/json.ts";
import type { HttpDeps } from "../../../http/context.ts";
import {
  type ChannelMessage,
  type IncomingMessage,
  type Place,
  type Platform,
  PostRefused,
  type Quote,
} from "../channel.ts";
import { writeDecision } from "../incoming_fields.ts";
import { isLater } from "../reading/turns.ts";
import type { DiscordApi } from "./api.ts";
import { readQuote } from "./payloads.ts";

/** A message has at most 2,000 characters. */
const LONGEST_TEXT = 1_990;

/** A channel takes about five messages or edits in five seconds. */
const EDIT_MS = 1_500;

/** Most characters of a nonce. */
const NONCE_CHARS = 25;

/** Messages that are read before a command, the most of one page. */
const EARLIER = 100;

/** The type of the message that stands for the one a thread was begun on, and types of messages with words. */
const THREAD_STARTER = 21;
const WRITTEN = [0, 19, 20, THREAD_STARTER, 23];

/** Flags of messages: for the person alone. */
const EPHEMERAL = 64;

/** Types and styles of components: https://docs.discord.com/developers/components/reference */
const ROW = 1;
const BUTTON = 2;
const GREEN = 3;
const RED = 4;

/** Nothing in a text notifies people. */
const NO_MENTIONS: JsonObject = { parse: [] };

/** The platform, with the calls of one bot. */
export function openPlatform(
  api: DiscordApi,
  receive: Platform["receive"],
  { clock, sha256 }: Pick<HttpDeps, "clock" | "sha256">,
): Platform {
  const isFresh = ({ token, until }: Place) => token !== undefined && Number(until) > clock();
  return {
    longestText: LONGEST_TEXT,
    editMs: EDIT_MS,
    receive,
    nameUser: (user) => `<@${user}>`,
    // Ids are numbers of 64 bits as texts, and rise with time: https://docs.discord.com/developers/reference#snowflakes
    isLater,
    whispersAlone: (place) => place.kind === "private" || isFresh(place),
    async post(place, message) {
      // A channel may have a conversation for each person, and keys are those of one conversation.
      const nonce = await sha256([place.channel, place.owner, message.key].join(" "));
      const posted = await api.send("a message", {
        method: "POST",
        path: `channels/${place.channel}/messages`,
        body: { ...toContent(message, place), nonce: nonce.slice(0, NONCE_CHARS), enforce_nonce: true },
      });
      return String(isJsonObject(posted) ? posted.id : "");
    },
    isIdempotent: true,
    // A post with the same nonce returns the message: there is nothing to search for.
    find: () => Promise.resolve(undefined),
    async edit(place, id, message) {
      await api.send("an edit", {
        method: "PATCH",
        path: `channels/${place.channel}/messages/${id}`,
        body: toContent(message, place),
      });
    },
    async whisper(place, person, text) {
      if (isFresh(place)) {
        await api.send("a note", {
          method: "POST",
          path: `webhooks/${place.application}/${place.token}`,
          body: { content: cut(text), flags: EPHEMERAL, allowed_mentions: NO_MENTIONS },
        });
        return;
      }
      if (place.kind !== "private") throw new PostRefused(`no token for a note to ${person}`);
      await api.send("a note", {
        method: "POST",
        path: `channels/${place.channel}/messages`,
        body: { content: cut(text), allowed_mentions: NO_MENTIONS },
      });
    },
    readEarlier: (message, after) => readEarlier(api, message, after),
    download: ({ ref }, maxBytes) => api.download(ref, maxBytes),
  };
}

/** The newest messages before one, without those of the bot: https://docs.discord.com/developers/resources/message#get-channel-messages */
async function readEarlier(
  api: DiscordApi,
  { order = "", place: { channel, application } }: IncomingMessage,
  after = "0",
): Promise<readonly Quote[]> {
  const messages = await api.send("the messages before a command", {
    method: "GET",
    path: `channels/${channel}/messages?before=${order}&limit=${EARLIER}`,
  });
  return (Array.isArray(messages) ? messages : []).filter(isJsonObject).reverse().flatMap((message) => {
    const { id, type, referenced_message: begin } = message;
    if (!WRITTEN.some((each) => each === type) || !isLater(String(id), after)) return [];
    const read = readQuote(type === THREAD_STARTER ? begin : message);
    return read === undefined || read.author === application ? [] : [read.quote];
  });
}

/** An edit without components would leave those that stand there. */
function toContent({ text, decides }: ChannelMessage, { owner = "" }: Place): JsonObject {
  const content = { content: text, allowed_mentions: NO_MENTIONS };
  if (decides === undefined) return { ...content, components: [] };
  const buttonOf = (approved: boolean, label: string, style: number): JsonObject => ({
    type: BUTTON,
    style,
    label,
    custom_id: writeDecision(approved, `${decides}:${owner}`),
  });
  const buttons = [buttonOf(true, "Approve", GREEN), buttonOf(false, "Deny", RED)];
  return { ...content, components: [{ type: ROW, components: buttons }] };
}

function cut(text: string): string {
  return text.slice(0, LONGEST_TEXT).toWellFormed();
}
