// Issues and pull requests of GitHub: signed webhooks in, comments out.

import { github as scheme } from "../../../triggers/github.ts";
import type { Channel, ChannelOptions, ChannelSetup, Platform } from "../channel.ts";
import { readSettings } from "../platform_settings.ts";
import { receiveSigned, type SignedRequests } from "../receive_signed.ts";
import { GitHubApi } from "./api.ts";
import { readPayload } from "./payloads.ts";
import { openPlatform } from "./platform.ts";

/** What `github` takes. */
export interface GitHubOptions extends ChannelOptions {
  /** The login of the account that the token belongs to: people mention it, and its own comments are no messages. */
  readonly login: string;
  /** Name of the variable with the token; GITHUB_TOKEN by default. */
  readonly token?: string;
  /** Names of the variables with the secret of the webhook, and with the one before while it is replaced. */
  readonly secrets?: readonly string[];
}

/** A login of a person, or of an app with `[bot]` behind it. */
const LOGIN = /^[A-Za-z0-9][A-Za-z0-9-]{0,38}(?:\[bot\])?$/;

/**
 * The channel of issues and pull requests: `/channels/github` is the payload URL of a webhook with the events `issues` and
 * `issue_comment`. `GITHUB_API_URL` names the API of a GitHub Enterprise Server.
 */
export function github(options: GitHubOptions): Channel {
  const { name = "github" } = options;
  return { ...options, name, open: (setup) => open(options, setup) };
}

function open(
  { login, token = "GITHUB_TOKEN", secrets = ["GITHUB_WEBHOOK_SECRET", "GITHUB_WEBHOOK_SECRET_PREVIOUS"] }:
    GitHubOptions,
  setup: ChannelSetup,
): Platform {
  if (!LOGIN.test(login)) setup.refuse("login must be a login of GitHub");
  const settings = readSettings({
    token,
    secrets,
    apiUrl: "GITHUB_API_URL",
    defaultUrl: "https://api.github.com/",
    secretProblem: scheme.secretProblem,
  }, setup);
  const requests: SignedRequests = {
    scheme,
    secrets: settings.secrets,
    windowMs: 0,
    readPayload: (payload) => readPayload(payload, login),
  };
  const api = new GitHubApi(settings, setup.deps);
  return openPlatform(api, { login, receive: (request) => receiveSigned(request, requests) });
}
