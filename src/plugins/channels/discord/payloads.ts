// What Discord sends: https://docs.discord.com/developers/interactions/receiving-and-responding. Read by hand from the fields that are used.

import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import type { IncomingFile, Place, Received } from "../channel.ts";
import { readDecision, toFileName } from "../incoming_fields.ts";

const NOTHING: Received = { type: "nothing" };

/** Types of interactions. */
const PING = 1;
const COMMAND = 2;
const CLICK = 3;

/** Types of responses. */
const PONG = 1;
const MESSAGE = 4;
const DEFERRED_UPDATE = 6;

/** The type of a command that people write, and of its options. */
const CHAT_INPUT = 1;
const STRING = 3;
const ATTACHMENT = 11;

/** Types of channels that are one conversation: private ones, and threads. */
const OF_ONE = [1, 10, 11, 12];

/** The type of a private channel with the bot. */
const PRIVATE = 1;

/** Milliseconds for which the token of an interaction is good: some less than 15 minutes. */
const TOKEN_MS = 840_000;

/** Most characters of the question that its response shows. */
const SHOWN_CHARS = 1_500;

/** What a verified interaction is; `now` in epoch milliseconds. */
export function readInteraction(
  interaction: Json,
  { shared, now }: { readonly shared: boolean; readonly now: number },
): Received {
  if (!isJsonObject(interaction)) return NOTHING;
  switch (interaction.type) {
    case PING:
      return { type: "greeting", body: { type: PONG } };
    case COMMAND:
      return readCommand(interaction, { shared, now });
    case CLICK:
      return readClick(interaction, now);
    default:
      return NOTHING;
  }
}

/** A command: its texts are the message, its attachments the files. The response shows them, since a command shows its name alone. */
function readCommand(
  interaction: JsonObject,
  { shared, now }: { readonly shared: boolean; readonly now: number },
): Received {
  const { id, data, channel_id: channel, channel: about } = interaction;
  const person = personOf(interaction);
  if (!isJsonObject(data) || data.type !== CHAT_INPUT || person === undefined) return NOTHING;
  if (typeof id !== "string" || typeof channel !== "string") return NOTHING;
  const kind = isJsonObject(about) ? about.type : undefined;
  const isOfOne = shared || OF_ONE.some((each) => each === kind);
  const options = Array.isArray(data.options) ? data.options.filter(isJsonObject) : [];
  const text = options.filter(({ type }) => type === STRING).map(({ value }) => String(value)).join("\n\n")
    .trim();
  const files = options.filter(({ type }) => type === ATTACHMENT).flatMap(({ value }) =>
    readAttachment(data, value)
  );
  if (text === "" && files.length === 0) return NOTHING;
  const shown = [text, ...files.map(({ name }) => name)].join("\n").trim().slice(0, SHOWN_CHARS)
    .toWellFormed();
  const content = `<@${person}> asks:\n${shown.split("\n").map((line) => `> ${line}`).join("\n")}`
    .slice(0, 2_000);
  return {
    type: "message",
    response: { type: MESSAGE, data: { content, allowed_mentions: { parse: [] } } },
    message: {
      id,
      conversation: isOfOne ? channel : `${channel}.${person}`,
      place: {
        channel,
        ...(isOfOne ? {} : { owner: person }),
        ...(kind === PRIVATE ? { kind: "private" } : {}),
        ...readToken(interaction, now),
      },
      person,
      user: person,
      text,
      files,
      isAddressed: true,
    },
  };
}

/** A click on a button. Its id names the call, and whose conversation in a channel it is. */
function readClick(interaction: JsonObject, now: number): Received {
  const { data, channel_id: channel } = interaction;
  const person = personOf(interaction);
  const customId = isJsonObject(data) ? data.custom_id : undefined;
  if (typeof customId !== "string" || typeof channel !== "string" || person === undefined) return NOTHING;
  const decision = readDecision(customId);
  if (decision === undefined) return NOTHING;
  const [callId = "", owner = ""] = decision.call.split(":");
  return {
    type: "decision",
    response: { type: DEFERRED_UPDATE },
    decision: {
      conversation: owner === "" ? channel : `${channel}.${owner}`,
      place: { channel, ...readToken(interaction, now) },
      person,
      user: person,
      callId,
      approved: decision.approved,
    },
  };
}

/** By which a note to the person alone is sent, and until when. */
function readToken({ application_id: application, token }: JsonObject, now: number): Place {
  if (typeof application !== "string" || typeof token !== "string") return {};
  return { application, token, until: String(now + TOKEN_MS) };
}

/** In a server it is the user of a member. */
function personOf({ member, user }: JsonObject): string | undefined {
  const person = isJsonObject(member) ? member.user : user;
  if (!isJsonObject(person) || person.bot === true) return undefined;
  return typeof person.id === "string" ? person.id : undefined;
}

function readAttachment({ resolved }: JsonObject, id: Json | undefined): IncomingFile[] {
  const attachments = isJsonObject(resolved) ? resolved.attachments : undefined;
  const file = isJsonObject(attachments) && typeof id === "string" ? attachments[id] : undefined;
  if (!isJsonObject(file) || typeof file.url !== "string") return [];
  const name = typeof file.filename === "string" ? file.filename : "file";
  const mediaType = typeof file.content_type === "string" ? file.content_type : "application/octet-stream";
  return [{
    ref: file.url,
    name: toFileName(name),
    mediaType: mediaType.split(";")[0] ?? mediaType,
    bytes: Number(file.size) || 0,
  }];
}
