// The settings of QStash, from the environment of the deployment.

import { AgentError } from "../../core/error.ts";
import type { EnvSource } from "../../core/tool/bindings.ts";

/** What the environment says. */
export interface QStashVariables {
  readonly url: string;
  readonly token: string;
  /** The URL under which QStash reaches `POST /wake`. */
  readonly destination: string;
  /** The current key and the next one, which takes its place when keys are rotated. */
  readonly signingKeys: readonly [string, string];
}

const NEEDED = [
  "QSTASH_TOKEN",
  "QSTASH_CURRENT_SIGNING_KEY",
  "QSTASH_NEXT_SIGNING_KEY",
  "TREADLE_PUBLIC_URL",
] as const;

/** The API of QStash in the region of an account that has no other. */
const QSTASH_URL = "https://qstash.upstash.io";

/** @throws {AgentError} config_invalid, with every variable that is missing or wrong; values are left out */
export function readQStashVariables(env: EnvSource): QStashVariables {
  const text = (name: string) => {
    const value = env[name];
    return typeof value === "string" ? value.trim() : "";
  };
  const problems: string[] = NEEDED.filter((name) => text(name) === "").map((name) => `${name} must be set`);
  const publicUrl = text("TREADLE_PUBLIC_URL");
  if (publicUrl !== "" && !isBaseUrl(publicUrl)) {
    problems.push("TREADLE_PUBLIC_URL must be an http or https URL such as https://agents.example.com");
  }
  const url = text("QSTASH_URL") || QSTASH_URL;
  if (!isBaseUrl(url)) problems.push("QSTASH_URL must be an http or https URL");
  if (problems.length > 0) {
    throw new AgentError("config_invalid", `qstash() cannot start: ${problems.join("; ")}.`);
  }
  return {
    url: url.replace(/\/+$/, ""),
    token: text("QSTASH_TOKEN"),
    destination: `${publicUrl.replace(/\/+$/, "")}/wake`,
    signingKeys: [text("QSTASH_CURRENT_SIGNING_KEY"), text("QSTASH_NEXT_SIGNING_KEY")],
  };
}

/** An address without credentials, query and fragment, to which a path can be appended. */
function isBaseUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "" &&
    url.search === "" && url.hash === "";
}
