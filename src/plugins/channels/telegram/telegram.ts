// Telegram: updates by a webhook in, calls of the Bot API out.

import { isSame } from "../../../http/access/keyring.ts";
import { refuse, type Trigger, VERIFIED } from "../../../triggers/trigger.ts";
import type { Channel, ChannelOptions, ChannelSetup, Platform } from "../channel.ts";
import { readSettings } from "../platform_settings.ts";
import { receiveSigned, type SignedRequests } from "../receive_signed.ts";
import { TelegramApi } from "./api.ts";
import { readUpdate, type TelegramBot } from "./payloads.ts";
import { openPlatform } from "./platform.ts";

/** What `telegram` takes. */
export interface TelegramOptions extends ChannelOptions {
  /** The username of the bot, without `@`: people mention it in groups. */
  readonly username: string;
  /** Name of the variable with the token of the bot; TELEGRAM_BOT_TOKEN by default. */
  readonly token?: string;
  /** Names of the variables with the secret token of the webhook, and with the one before while it is replaced. */
  readonly secrets?: readonly string[];
}

/** https://core.telegram.org/bots/features#creating-a-new-bot */
const USERNAME = /^[A-Za-z][A-Za-z0-9_]{3,31}$/;

/** The number of the bot stands before the colon. */
const TOKEN = /^(\d{1,16}):[\w-]{16,}$/;

/** What setWebhook takes as its secret token, and 16 of them at least. */
const SECRET = /^[\w-]{16,256}$/;

const SECRET_HEADER = "x-telegram-bot-api-secret-token";

/**
 * The channel of a bot: `/channels/telegram` is the URL of its webhook. `TELEGRAM_API_URL` names another server than
 * `https://api.telegram.org`.
 */
export function telegram(options: TelegramOptions): Channel {
  const { name = "telegram" } = options;
  return { ...options, name, open: (setup) => open(options, setup) };
}

function open(
  {
    username,
    token = "TELEGRAM_BOT_TOKEN",
    secrets = ["TELEGRAM_WEBHOOK_SECRET", "TELEGRAM_WEBHOOK_SECRET_PREVIOUS"],
  }: TelegramOptions,
  setup: ChannelSetup,
): Platform {
  if (!USERNAME.test(username)) setup.refuse("username must be the username of a bot, without @");
  const settings = readSettings({
    token,
    secrets,
    apiUrl: "TELEGRAM_API_URL",
    defaultUrl: "https://api.telegram.org/",
    secretProblem: scheme.secretProblem,
  }, setup);
  const [, id] = TOKEN.exec(settings.token) ?? [];
  if (settings.token !== "" && id === undefined) setup.refuse(`${token} must be the token of a bot`);
  const bot: TelegramBot = { username, id: Number(id) };
  const requests: SignedRequests = {
    scheme,
    secrets: settings.secrets,
    windowMs: 0,
    readPayload: (update) => readUpdate(update, bot),
  };
  const api = new TelegramApi(settings, setup.deps);
  return openPlatform(api, (request) => receiveSigned(request, requests));
}

/** Telegram signs nothing: each request has the secret that the webhook was set with. */
const scheme: Pick<Trigger, "secretProblem" | "verify"> = {
  secretProblem: (secret) => SECRET.test(secret) ? undefined : "must have 16 to 256 letters, digits, _ and -",
  verify({ headers }, secrets) {
    const presented = headers.get(SECRET_HEADER);
    if (presented === null) return Promise.resolve(refuse("signature_missing"));
    const isKnown = secrets.map((secret) => isSame(secret, presented)).includes(true);
    return Promise.resolve(isKnown ? VERIFIED : refuse("signature_wrong"));
  },
};
