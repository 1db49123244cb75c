// What the channels of platforms read of the environment: a token, secrets of requests, and the address of the API.

import type { ChannelSetup } from "./channel.ts";

/** Where the settings of a platform stand, and what they have to be. */
export interface SettingNames {
  /** Name of the variable with the token. */
  readonly token: string;
  /** Names of the variables with secrets of requests: the first one is required, the others are of a rotation. */
  readonly secrets: readonly string[];
  /** Name of the variable with another address of the API than `defaultUrl`. */
  readonly apiUrl: string;
  readonly defaultUrl: string;
  /** What is wrong with a secret, as the end of a sentence that begins with its name; undefined when it can be used. */
  readonly secretProblem: (secret: string) => string | undefined;
}

/** The settings of a platform. Where one was refused, another stands in its place: the deployment does not start then. */
export interface PlatformSettings {
  readonly token: string;
  /** Those that are set. */
  readonly secrets: readonly string[];
  /** With a slash at its end. */
  readonly url: URL;
}

/** Where the API of a platform is, and how the bot proves itself. */
export type PlatformAccount = Pick<PlatformSettings, "url" | "token">;

/** Reads the settings; `refuse` of the setup gets what is wrong with them. */
export function readSettings(
  { token, secrets, apiUrl, defaultUrl, secretProblem }: SettingNames,
  { env, refuse }: Pick<ChannelSetup, "env" | "refuse">,
): PlatformSettings {
  const textOf = (variable: string) => {
    const value = env[variable];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const accessToken = textOf(token);
  if (accessToken === undefined) refuse(`${token} is not set`);
  const known = secrets.flatMap((variable) => {
    const secret = textOf(variable);
    const problem = secret === undefined ? undefined : secretProblem(secret);
    if (problem !== undefined) refuse(`${variable} ${problem}`);
    return secret === undefined ? [] : [secret];
  });
  if (known.length === 0) refuse(`${secrets[0]} is not set`);
  const url = URL.parse((textOf(apiUrl) ?? defaultUrl).replace(/\/*$/, "/"));
  if (url === null || !/^https?:$/.test(url.protocol)) refuse(`${apiUrl} must be an http or https URL`);
  return { token: accessToken ?? "", secrets: known, url: url ?? new URL(defaultUrl) };
}
