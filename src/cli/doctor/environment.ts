// Whether the variables of a deployment have values that it takes.

import { EXAMPLE_MODEL } from "../../core/model/example_model.ts";
import type { Env } from "../../core/ports.ts";
import { findMistypedVariables } from "../../deps/mistyped.ts";
import { checkSettings } from "../../deps/settings.ts";
import { createFindings, type Finding } from "./finding.ts";

const { ok, error, warning } = createFindings("environment");

/** A line for each variable whose form is not obvious; others are corrected or removed. */
const EXAMPLES: Readonly<Record<string, string>> = {
  PORT: "PORT=8787",
  TREADLE_API_KEYS: "TREADLE_API_KEYS=acme:$(openssl rand -hex 24)",
  TREADLE_APPROVAL_SECRET: "TREADLE_APPROVAL_SECRET=$(openssl rand -hex 32)",
  TREADLE_APPROVAL_SECRET_PREVIOUS: "TREADLE_APPROVAL_SECRET_PREVIOUS=$(openssl rand -hex 32)",
  TREADLE_MOVE_SECRET: "TREADLE_MOVE_SECRET=$(openssl rand -hex 32)",
  TREADLE_CANCEL_WATCH: "TREADLE_CANCEL_WATCH=subscribe",
  TREADLE_CORS_ORIGINS: "TREADLE_CORS_ORIGINS=https://app.example.com",
  TREADLE_HISTORY_CACHE: "TREADLE_HISTORY_CACHE=16000000",
  TREADLE_LEDGER: "TREADLE_LEDGER=on",
  TREADLE_MAX_STEPS: "TREADLE_MAX_STEPS=1024",
  TREADLE_MODEL: `TREADLE_MODEL=${EXAMPLE_MODEL}`,
  TREADLE_OPEN: "TREADLE_OPEN=0",
  TREADLE_PREFIX_CHECKS: "TREADLE_PREFIX_CHECKS=0.01",
  TREADLE_THREAD_TTL: "TREADLE_THREAD_TTL=30d",
  TREADLE_RATE_LIMIT: "TREADLE_RATE_LIMIT=key=600/1m,token=60/1m,user=120/1m",
  TREADLE_ALLOW_PRIVATE_HOSTS: "TREADLE_ALLOW_PRIVATE_HOSTS=localhost,*.svc.example",
  TREADLE_SEAL_SECRETS: "TREADLE_SEAL_SECRETS=$(openssl rand -hex 32)",
  TREADLE_TOKEN_NOT_BEFORE: "TREADLE_TOKEN_NOT_BEFORE=2026-11-22T15:00:00Z",
  TREADLE_TOKEN_SECRETS: "TREADLE_TOKEN_SECRETS=$(openssl rand -hex 32)",
  TREADLE_TOOL_CHOICE: "TREADLE_TOOL_CHOICE=auto",
  UPSTASH_REDIS_REST_URL: "UPSTASH_REDIS_REST_URL=https://<name>.upstash.io",
  UPSTASH_REDIS_REST_TOKEN: "UPSTASH_REDIS_REST_TOKEN=<the token beside the URL in the Upstash console>",
  OPENAI_BASE_URL: "OPENAI_BASE_URL=https://api.openai.com/v1",
};

/** The findings about the variables, one for each that is wrong. */
export function checkEnvironment(env: Env): Finding[] {
  const checked = checkSettings(env);
  if (checked.ok) return [ok("every variable has a value that a deployment takes")];
  const firsts = new Map(checked.problems.toReversed().map((problem) => [problem.variable, problem]));
  return [...firsts.values()].toReversed().map(({ variable, detail }) =>
    isRedisAddress(variable, env)
      ? error(
        `${variable} has the address of the Redis protocol; Treadle uses the REST API`,
        suggestFix(variable),
      )
      : error(`${variable} ${detail}`, suggestFix(variable))
  );
}

/** The findings about names that nothing reads and that are like one that is read. */
export function checkNames(env: Env): Finding[] {
  return findMistypedVariables(env, []).map(({ name, meant }) =>
    warning(
      `nothing reads ${name}${meant === undefined ? "" : `; did you mean ${meant}?`}`,
      meant === undefined ? `remove ${name}` : `write ${meant} in place of ${name}`,
    )
  );
}

function isRedisAddress(variable: string, env: Env): boolean {
  return variable === "UPSTASH_REDIS_REST_URL" && /^rediss?:/.test(env[variable] ?? "");
}

function suggestFix(variable: string): string {
  return EXAMPLES[variable] ?? `correct ${variable}, or remove it`;
}
