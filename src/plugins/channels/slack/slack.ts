// Slack: signed events and interactions in, messages of the Web API out.

import { parseEchoedJson } from "../../../http/strict_json.ts";
import { readFields } from "../../../http/body.ts";
import type { Json } from "../../../core/json.ts";
import { slack as scheme } from "../../../triggers/slack.ts";
import { WINDOW_MS } from "../../../triggers/trigger.ts";
import type {
  Channel,
  ChannelOptions,
  ChannelSetup,
  Platform,
  Received,
  ReceivedRequest,
} from "../channel.ts";
import { SlackApi } from "./api.ts";
import { readPayload } from "./payloads.ts";
import { openPlatform } from "./platform.ts";

/** What `slack` takes; all but the agent has a default. */
export interface SlackOptions extends ChannelOptions {
  /** Name of the variable with the token of the bot; SLACK_BOT_TOKEN by default. */
  readonly token?: string;
  /** Names of the variables with the signing secret, and with the one before while it is replaced. */
  readonly secrets?: readonly string[];
}

const API_URL = "https://slack.com/api/";

/**
 * The channel of a Slack app in one workspace. Its request URL, for events and for interactivity, is `/channels/slack`.
 * `SLACK_API_URL` names another API than `https://slack.com/api/`, such as that of GovSlack.
 */
export function slack(options: SlackOptions): Channel {
  const { name = "slack" } = options;
  return { ...options, name, open: (setup) => open(options, setup) };
}

function open(
  { token = "SLACK_BOT_TOKEN", secrets = ["SLACK_SIGNING_SECRET", "SLACK_SIGNING_SECRET_PREVIOUS"] }:
    SlackOptions,
  { env, deps, refuse }: ChannelSetup,
): Platform {
  const textOf = (variable: string) => {
    const value = env[variable];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const botToken = textOf(token);
  if (botToken === undefined) refuse(`${token} is not set`);
  const signing = secrets.flatMap((variable) => {
    const secret = textOf(variable);
    const problem = secret === undefined ? undefined : scheme.secretProblem(secret);
    if (problem !== undefined) refuse(`${variable} ${problem}`);
    return secret === undefined ? [] : [secret];
  });
  if (signing.length === 0) refuse(`${secrets[0]} is not set`);
  const url = URL.parse(textOf("SLACK_API_URL") ?? API_URL);
  if (url === null || !/^https?:$/.test(url.protocol)) refuse("SLACK_API_URL must be an http or https URL");
  const api = new SlackApi({ url: new URL(url ?? API_URL), token: botToken ?? "" }, deps);
  return openPlatform(api, (request) => receive(request, signing));
}

async function receive(request: ReceivedRequest, secrets: readonly string[]): Promise<Received> {
  const verdict = await scheme.verify(request, secrets, WINDOW_MS);
  if (!verdict.verified) return { type: "forged", because: verdict.because };
  const payload = payloadOf(request);
  const greeting = scheme.greetingOf?.({ headers: request.headers, payload });
  return greeting === undefined ? readPayload(payload) : { type: "greeting", body: greeting };
}

/** Events are JSON, interactions a form with JSON in it. */
function payloadOf({ body }: ReceivedRequest): Json {
  const text = new TextDecoder().decode(body);
  if (/^\s*\{/.test(text)) return parseEchoedJson(text);
  const { payload } = readFields(text);
  return payload === undefined ? null : parseEchoedJson(payload);
}
