// Reads and checks the environment of a deployment. Errors name variables and leave out their values.

import * as z from "zod/mini";
import { AgentError } from "../core/error.ts";
import { parseToolChoice } from "../core/tool_choice/parse_tool_choice.ts";
import type { Env } from "../core/ports.ts";
import { check } from "../core/problems.ts";
import { LEAST_LIFETIME_MS } from "../core/store/limits.ts";
import { TENANT } from "../core/text/id.ts";
import { isHostPattern } from "../core/outbound/host_pattern.ts";
import { LIMITED, type Limited, type RateLimit, type RateLimits } from "../core/budget/rate_limit.ts";
import type { ToolChoice } from "../core/tool_choice.ts";
import type { TenantKey } from "../http/access/keyring.ts";
import { resolveScopes } from "../http/access/scopes.ts";

const text = z.optional(z.string());

/** Text that is read as another value. */
function word<T>(fits: (word: string) => boolean, message: string, read: (word: string) => T) {
  return z.pipe(z.string().check(z.refine(fits, message)), z.transform(read));
}

const port = word(
  (digits) => /^\d{1,5}$/.test(digits) && Number(digits) <= 65_535,
  "must be a port number",
  Number,
);

const bytes = word(
  (digits) => /^\d{1,10}$/.test(digits),
  "must be a number of bytes; 0 keeps nothing",
  Number,
);

const megabytes = word(
  (digits) => /^\d{1,6}$/.test(digits),
  "must be a number of megabytes",
  Number,
);

const wakeMs = word(
  (digits) => /^\d{1,6}$/.test(digits) && Number(digits) <= 600_000,
  "must be a number of milliseconds up to 600000; 0 is one step",
  Number,
);

const wakeFailures = word(
  (digits) => /^[1-9]\d?$/.test(digits),
  "must be a number from 1 to 99",
  Number,
);

const maxSteps = word(
  (digits) => /^\d{1,6}$/.test(digits),
  "must be a number of steps; 0 is any number",
  Number,
);

const share = word(
  (digits) => /^(?:0|1|0?\.\d{1,6}|strict)$/.test(digits),
  "must be a share of steps from 0 to 1, such as 0.05, or strict",
  (digits) => digits === "strict" ? digits : Number(digits),
);

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** In milliseconds. */
const duration = word(
  (span) => /^[1-9]\d{0,8}[smhd]$/.test(span),
  "must be a duration such as 45s, 90m, 12h or 30d",
  (span) => Number(span.slice(0, -1)) * (UNIT_MS[span.slice(-1)] ?? NaN),
).check(z.refine((ms) => ms <= 3650 * 86_400_000, "must be at most 10 years (3650d)"));

const url = z.string().check(
  z.refine((address) => /^https?:$/.test(URL.parse(address)?.protocol ?? ""), "must be an http or https URL"),
);

const corsOrigins = z.pipe(z.string(), z.transform(splitItems)).check(
  z.refine(
    (origins) => origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
    "must list origins such as https://example.com",
  ),
);

const apiKeys = z.pipe(z.string(), z.transform((line) => splitItems(line).map(toTenantKey))).check(
  z.refine((keys) => keys.length > 0, "must list tenant:key pairs"),
  z.refine(
    (keys) => keys.every(({ tenant }) => TENANT.test(tenant)),
    "must be tenant:key pairs with tenants of letters, digits, _ and -",
  ),
  z.refine(
    (keys) =>
      keys.every(({ name = "-", scopes = [] }) =>
        TENANT.test(name) && resolveScopes({ scopes }).size === scopes.length
      ),
    "must name a key as tenant/name:key, or with scopes of read, run, decide and manage as tenant/name/read+run:key",
  ),
  z.refine(
    (keys) => keys.every(({ key }) => /^[\x21-\x7e]{16,}$/.test(key)),
    "must have keys of at least 16 visible ASCII characters",
  ),
  z.refine(
    (keys) => new Set(keys.map(({ key }) => key)).size === keys.length,
    "must not give the same key twice",
  ),
);

const toolChoice = z.pipe(
  z.string(),
  z.transform((spelling, { issues }): ToolChoice => {
    const parsed = parseToolChoice(spelling);
    if (parsed !== undefined && parsed.execution === undefined && parsed.parallel === undefined) {
      return parsed.choice;
    }
    const message = parsed?.parallel === false
      ? "cannot limit calls to one; set limits.parallelCalls of the agents"
      : "must be a tool choice such as auto, none, required or a tool's name";
    issues.push({ code: "custom", message, input: spelling });
    return z.NEVER;
  }),
);

const secret = z.string().check(
  z.regex(/^[\x21-\x7e]{32,}$/, "must have at least 32 visible ASCII characters"),
);

const optionalSecret = z.optional(secret);

const tokenSecrets = z.pipe(z.string(), z.transform(splitItems)).check(
  z.refine(
    (secrets) => secrets.length >= 1 && secrets.length <= 5,
    "must list 1 to 5 secrets, the one that signs first",
  ),
  z.refine(
    (secrets) => secrets.every((each) => /^[\x21-\x7e]{32,}$/.test(each)),
    "must have secrets of at least 32 visible ASCII characters",
  ),
);

const privateHosts = z.pipe(z.string(), z.transform(splitItems)).check(
  z.refine(
    (hosts) => hosts.every(isHostPattern),
    "must list hosts such as localhost, 10.0.0.7:9000, [::1] or *.svc.example",
  ),
);

const openHosts = z.pipe(z.string(), z.transform(splitItems)).check(
  z.refine(
    (hosts) => hosts.every((host) => host === "*" || isHostPattern(host)),
    "must list hosts such as agents.example.com, 10.0.0.7:8000, *.example.com, or * for all",
  ),
);

const instant = word(
  (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?Z$/.test(text) && !Number.isNaN(Date.parse(text)),
  "must be a time in UTC such as 2026-11-22T15:00:00Z",
  Date.parse,
);

const rateLimits = z.pipe(
  z.string(),
  z.transform((line, { issues }): RateLimits => {
    const limits: Partial<Record<Limited, RateLimit>> = {};
    for (const item of splitItems(line)) {
      const [, type, requests = "", count = "", unit = ""] =
        /^(?:(key|token|user)=)?([1-9]\d{0,8})\/([1-9]\d{0,4})([smhd])$/.exec(item) ?? [];
      const types = LIMITED.filter((each) => requests !== "" && (type ?? each) === each);
      if (types.length === 0 || types.some((each) => limits[each] !== undefined)) {
        const message = "must be limits such as 60/1m, or key=600/1m,token=60/1m,user=120/1m, each once";
        issues.push({ code: "custom", message, input: line });
        return z.NEVER;
      }
      for (const each of types) {
        limits[each] = { requests: Number(requests), windowMs: Number(count) * (UNIT_MS[unit] ?? NaN) };
      }
    }
    return limits;
  }),
);

const UPSTASH = ["UPSTASH_REDIS_REST_URL", "UPSTASH_REDIS_REST_TOKEN"] as const;

const settings = z.object({
  PORT: z.optional(port),
  TREADLE_STORE: text,
  TREADLE_API_KEYS: z.optional(apiKeys),
  TREADLE_OPEN: z.optional(z.enum(["0", "1"], "must be 0 or 1")),
  TREADLE_OPEN_HOSTS: z.optional(openHosts),
  TREADLE_TRACE_CONTENT: z.optional(z.enum(["0", "1"], "must be 0 or 1")),
  TREADLE_TRACE_TENANT: z.optional(z.enum(["0", "1"], "must be 0 or 1")),
  TREADLE_MODEL: z._default(
    z.string().check(z.regex(/^[a-z_]+\/\S+$/, "must be provider/model")),
    "scripted/demo",
  ),
  TREADLE_TOOL_CHOICE: z.optional(toolChoice),
  OPENAI_TOOL_CHOICE: z.optional(toolChoice),
  TREADLE_CORS_ORIGINS: z.optional(corsOrigins),
  TREADLE_APPROVAL_SECRET: optionalSecret,
  TREADLE_PUBLIC_URL: z.optional(url),
  TREADLE_APPROVAL_SECRET_PREVIOUS: optionalSecret,
  TREADLE_MOVE_SECRET: optionalSecret,
  TREADLE_TOKEN_SECRETS: z.optional(tokenSecrets),
  TREADLE_TOKEN_AUDIENCE: z._default(
    z.string().check(z.regex(/^[A-Za-z0-9._-]{1,128}$/, "must be 1 to 128 letters, digits, dots, _ and -")),
    "treadle",
  ),
  TREADLE_TOKEN_NOT_BEFORE: z.optional(instant),
  TREADLE_ALLOW_PRIVATE_HOSTS: z.optional(privateHosts),
  TREADLE_SEAL_SECRETS: z.optional(tokenSecrets),
  TREADLE_WEBHOOKS_OUT: text,
  TREADLE_RATE_LIMIT: z.optional(rateLimits),
  TREADLE_BUDGETS: text,
  TREADLE_PRICES: text,
  TREADLE_LOG: z.optional(z.enum(["json", "text"], "must be json or text")),
  TREADLE_LEDGER: z.optional(z.enum(["on", "off"], "must be on or off")),
  TREADLE_THREAD_TTL: z.optional(
    duration.check(
      z.refine(
        (ms) => ms >= LEAST_LIFETIME_MS,
        "must be at least 5m: a thread has to outlive the lease of its step and the repair of a step that vanished",
      ),
    ),
  ),
  TREADLE_WAKE_MS: z._default(wakeMs, 0),
  TREADLE_MAX_STEPS: z.optional(maxSteps),
  TREADLE_PREFIX_CHECKS: z.optional(share),
  TREADLE_WAKE_FAILURES: z._default(wakeFailures, 5),
  TREADLE_CANCEL_WATCH: z.optional(z.enum(["subscribe", "poll", "off"], "must be subscribe, poll or off")),
  TREADLE_HISTORY_CACHE: z._default(bytes, 16_000_000),
  TREADLE_MEDIA_MB: z._default(megabytes, 20),
  TREADLE_MEDIA_TENANT_MB: z.optional(megabytes),
  TREADLE_MEDIA_CACHE: z._default(bytes, 32_000_000),
  UPSTASH_REDIS_REST_URL: z.optional(url),
  UPSTASH_REDIS_REST_TOKEN: text,
  OPENAI_API_KEY: text,
  OPENAI_BASE_URL: z.optional(url),
  OPENAI_API: z.optional(z.enum(["chat", "responses"], "must be chat or responses")),
}).check(({ value, issues }) => {
  if (value.TREADLE_OPEN === "1" && value.TREADLE_API_KEYS !== undefined) {
    const message = "must not be 1 while TREADLE_API_KEYS is set";
    issues.push({ code: "custom", path: ["TREADLE_OPEN"], message, input: value });
  }
  if (value.TREADLE_APPROVAL_SECRET_PREVIOUS !== undefined && value.TREADLE_APPROVAL_SECRET === undefined) {
    const message = "must be set: TREADLE_APPROVAL_SECRET_PREVIOUS only verifies links";
    issues.push({ code: "custom", path: ["TREADLE_APPROVAL_SECRET"], message, input: value });
  }
  const missing = UPSTASH.filter((name) => value[name] === undefined);
  if (missing.length === 1) {
    const message = `must be set: ${UPSTASH.join(" and ")} go together`;
    issues.push({ code: "custom", path: missing, message, input: value });
  }
});

/** The settings of a deployment, by the names of their variables. Durations are in milliseconds. */
export type Settings = z.output<typeof settings>;

/** The names of the variables that a deployment reads, besides those of the providers. */
export const SETTING_NAMES: readonly string[] = Object.keys(settings.shape);

/** A variable that is wrong, and what is wrong with it; `detail` continues a sentence and leaves the value out. */
export interface SettingProblem {
  readonly variable: string;
  readonly detail: string;
}

/**
 * Reads the settings. An empty variable counts as missing, and other variables are ignored.
 *
 * @throws {AgentError} config_invalid, with every variable that is wrong.
 */
export function readSettings(env: Env): Settings {
  const checked = checkSettings(env);
  if (checked.ok) return checked.value;
  const wrong = checked.problems.map(({ variable, detail }) => `${variable} ${detail}`);
  throw new AgentError("config_invalid", `The environment is wrong: ${[...new Set(wrong)].join("; ")}.`);
}

/** The settings, or every variable that is wrong. */
export function checkSettings(
  env: Env,
): { readonly ok: true; readonly value: Settings } | {
  readonly ok: false;
  readonly problems: readonly SettingProblem[];
} {
  const given = SETTING_NAMES.map((name) => [name, env[name] === "" ? undefined : env[name]]);
  const checked = check(settings, Object.fromEntries(given));
  if (checked.ok) return checked;
  return {
    ok: false,
    problems: checked.problems.map(({ path, detail }) => ({ variable: String(path[0]), detail })),
  };
}

function splitItems(line: string): string[] {
  return line.split(",").map((item) => item.trim()).filter((item) => item !== "");
}

/** `tenant:key`, `tenant/name:key` or `tenant/name/scope+scope:key`; without a colon tenant and key are empty, which is refused. */
function toTenantKey(item: string): TenantKey {
  const [, tenant = "", name, scopes, key = ""] = /^([^:/]*)(?:\/([^:/]*))?(?:\/([^:]*))?:(.*)$/.exec(item) ??
    [];
  return { tenant, key, name, scopes: scopes?.split("+") };
}
