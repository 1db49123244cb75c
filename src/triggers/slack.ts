// Slack: `X-Slack-Signature: v0=<hex>` of HMAC-SHA-256 over `v0:<seconds>:<body>`, for events, interactions and slash commands.

import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { textKeys, textSecretProblem, verifySignatures } from "./signature.ts";
import { parseTime, verifyTime } from "./timestamp.ts";
import { refuse, type Trigger, WINDOW_MS } from "./trigger.ts";

const VERSION = "v0";

/** Requests of Slack apps. */
export const slack: Trigger = {
  name: "slack",
  windowMs: WINDOW_MS,
  secretProblem: textSecretProblem,
  async verify({ headers, body, now }, secrets, windowMs) {
    const line = headers.get("x-slack-signature");
    const time = headers.get("x-slack-request-timestamp");
    if (!line) return refuse("signature_missing");
    if (!line.startsWith(`${VERSION}=`)) return refuse("signature_malformed");
    if (!time) return refuse("timestamp_missing");
    const at = parseTime(time);
    if (at === undefined) return refuse("timestamp_malformed");
    const verdict = await verifySignatures({
      algorithm: "sha256",
      encoding: "hex",
      signatures: [line.slice(VERSION.length + 1)],
      message: [`${VERSION}:${time}:`, body],
    }, textKeys(secrets));
    return verdict.verified ? verifyTime(at, now, windowMs) : verdict;
  },
  factsOf({ payload }) {
    if (!isJsonObject(payload)) return { id: undefined, event: undefined };
    // Interactions and commands have a trigger_id, which no two of them share; they are not sent again.
    return { id: readText(payload.event_id) ?? readText(payload.trigger_id), event: findEvent(payload) };
  },
  greetingOf({ payload }) {
    if (!isJsonObject(payload) || payload.type !== "url_verification") return undefined;
    return { challenge: readText(payload.challenge) ?? "" };
  },
};

/** `app_mention` or `message.channel_join` of an event, `block_actions` of an interaction, `slash_command` of a command. */
function findEvent(payload: JsonObject): string | undefined {
  const { event, type, command } = payload;
  if (isJsonObject(event)) {
    const kind = readText(event.type);
    const subtype = readText(event.subtype);
    return kind === undefined || subtype === undefined ? kind : `${kind}.${subtype}`;
  }
  return typeof command === "string" ? "slash_command" : readText(type);
}

function readText(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
