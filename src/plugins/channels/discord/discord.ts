// Discord: signed interactions in, messages of the bot out.

import { decode, joinBytes } from "../../../triggers/signature.ts";
import { parseTime, verifyTime } from "../../../triggers/timestamp.ts";
import { refuse, type Trigger, WINDOW_MS } from "../../../triggers/trigger.ts";
import type { Channel, ChannelOptions, ChannelSetup, Platform } from "../channel.ts";
import { readSettings } from "../platform_settings.ts";
import { receiveSigned, type SignedRequests } from "../receive_signed.ts";
import { DiscordApi } from "./api.ts";
import { readInteraction } from "./payloads.ts";
import { openPlatform } from "./platform.ts";

/** What `discord` takes; all but the agent has a default. */
export interface DiscordOptions extends ChannelOptions {
  /** Name of the variable with the token of the bot; DISCORD_BOT_TOKEN by default. */
  readonly token?: string;
  /** Name of the variable with the public key of the application, 64 hex digits; DISCORD_PUBLIC_KEY by default. */
  readonly publicKey?: string;
}

/** Bytes of a public key and of a signature. */
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;

/**
 * The channel of an application: `/channels/discord` is its interactions endpoint URL, and people write by a slash command. Messages that are
 * no commands come by the gateway alone, a socket that stays open; this channel has none. `DISCORD_API_URL` names another API than
 * `https://discord.com/api/v10`.
 */
export function discord(options: DiscordOptions): Channel {
  const { name = "discord" } = options;
  return { ...options, name, open: (setup) => open(options, setup) };
}

function open(
  { token = "DISCORD_BOT_TOKEN", publicKey = "DISCORD_PUBLIC_KEY", shared = false }: DiscordOptions,
  setup: ChannelSetup,
): Platform {
  const settings = readSettings({
    token,
    secrets: [publicKey],
    apiUrl: "DISCORD_API_URL",
    defaultUrl: "https://discord.com/api/v10/",
    secretProblem: scheme.secretProblem,
  }, setup);
  const requests: SignedRequests = {
    scheme,
    secrets: settings.secrets,
    windowMs: WINDOW_MS,
    readPayload: (interaction, now) => readInteraction(interaction, { shared, now }),
  };
  const api = new DiscordApi(settings, setup.deps);
  return openPlatform(api, (request) => receiveSigned(request, requests), setup.deps);
}

/** Ed25519 over the time and the body: https://docs.discord.com/developers/interactions/overview#setting-up-an-endpoint */
const scheme: Pick<Trigger, "secretProblem" | "verify"> = {
  secretProblem: (key) =>
    decode(key, "hex")?.length === KEY_BYTES ? undefined : `must have ${KEY_BYTES * 2} hex digits`,
  async verify({ headers, body, now }, [publicKey = ""], windowMs) {
    const line = headers.get("x-signature-ed25519");
    const time = headers.get("x-signature-timestamp");
    if (!line) return refuse("signature_missing");
    if (!time) return refuse("timestamp_missing");
    const at = parseTime(time);
    if (at === undefined) return refuse("timestamp_malformed");
    const signature = decode(line, "hex");
    if (signature?.length !== SIGNATURE_BYTES) return refuse("signature_malformed");
    const raw = decode(publicKey, "hex") ?? new Uint8Array();
    const key = await crypto.subtle.importKey("raw", raw, { name: "Ed25519" }, false, ["verify"]);
    const isRight = await crypto.subtle.verify({ name: "Ed25519" }, key, signature, joinBytes([time, body]));
    return isRight ? verifyTime(at, now, windowMs) : refuse("signature_wrong");
  },
};
