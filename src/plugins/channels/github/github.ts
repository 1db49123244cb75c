// Issues and pull requests of GitHub: signed webhooks in, comments out.

import { parseEchoedJson } from "../../../http/strict_json.ts";
import { readFields } from "../../../http/body.ts";
import type { Json } from "../../../core/json.ts";
import { github as scheme } from "../../../triggers/github.ts";
import type {
  Channel,
  ChannelOptions,
  ChannelSetup,
  Platform,
  Received,
  ReceivedRequest,
} from "../channel.ts";
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

const API_URL = "https://api.github.com/";

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
  { env, deps, refuse }: ChannelSetup,
): Platform {
  const textOf = (variable: string) => {
    const value = env[variable];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  if (!LOGIN.test(login)) refuse("login must be a login of GitHub");
  const accessToken = textOf(token);
  if (accessToken === undefined) refuse(`${token} is not set`);
  const signing = secrets.flatMap((variable) => {
    const secret = textOf(variable);
    const problem = secret === undefined ? undefined : scheme.secretProblem(secret);
    if (problem !== undefined) refuse(`${variable} ${problem}`);
    return secret === undefined ? [] : [secret];
  });
  if (signing.length === 0) refuse(`${secrets[0]} is not set`);
  const url = URL.parse((textOf("GITHUB_API_URL") ?? API_URL).replace(/\/*$/, "/"));
  if (url === null || !/^https?:$/.test(url.protocol)) refuse("GITHUB_API_URL must be an http or https URL");
  const api = new GitHubApi({ url: url ?? new URL(API_URL), token: accessToken ?? "" }, deps);
  return openPlatform(api, { login, receive: (request) => receive(request, signing, login) });
}

async function receive(
  request: ReceivedRequest,
  secrets: readonly string[],
  login: string,
): Promise<Received> {
  const verdict = await scheme.verify(request, secrets, 0);
  if (!verdict.verified) return { type: "forged", because: verdict.because };
  const payload = payloadOf(request);
  const greeting = scheme.greetingOf?.({ headers: request.headers, payload });
  return greeting === undefined ? readPayload(payload, login) : { type: "greeting", body: greeting };
}

/** JSON, or a form with JSON in it, as the webhook is set. */
function payloadOf({ body }: ReceivedRequest): Json {
  const text = new TextDecoder().decode(body);
  if (/^\s*\{/.test(text)) return parseEchoedJson(text);
  const { payload } = readFields(text);
  return payload === undefined ? null : parseEchoedJson(payload);
}
