// Slack: signed events and interactions in, messages of the Web API out.

import { slack as scheme } from "../../../triggers/slack.ts";
import { WINDOW_MS } from "../../../triggers/trigger.ts";
import type { Channel, ChannelOptions, ChannelSetup, Platform } from "../channel.ts";
import { readSettings } from "../platform_settings.ts";
import { receiveSigned } from "../receive_signed.ts";
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
  setup: ChannelSetup,
): Platform {
  const settings = readSettings({
    token,
    secrets,
    apiUrl: "SLACK_API_URL",
    defaultUrl: "https://slack.com/api/",
    secretProblem: scheme.secretProblem,
  }, setup);
  const requests = { scheme, secrets: settings.secrets, windowMs: WINDOW_MS, readPayload };
  return openPlatform(new SlackApi(settings, setup.deps), (request) => receiveSigned(request, requests));
}
