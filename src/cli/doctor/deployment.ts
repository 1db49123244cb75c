// Whether a deployment answers, knows the key, and lets the pages of an origin call.

import { ERROR_CODES, type ErrorCode } from "../../core/error.ts";
import type { Clock } from "../../core/ports.ts";
import { MAKE_KEY } from "./access.ts";
import { findRedirect, whyUnreachable } from "../project/unreachable.ts";
import { printable } from "../terminal/text.ts";
import { createFindings, type Finding } from "./finding.ts";
import { skewFindings } from "./store.ts";

const { ok, error, warning } = createFindings("deployment");

/** A deployment, and what to ask it. */
export interface Deployment {
  /** The base URL, with the path below which Treadle is mounted. */
  readonly url: string;
  readonly key?: string | undefined;
  /** The origin of a page that calls it. */
  readonly origin?: string | undefined;
}

const TIMEOUT_MS = 10_000;

/** Threads that are listed. */
const NEWEST = 100;

/** The findings about a deployment. */
export async function checkDeployment(
  { url, key, origin }: Deployment,
  { fetch, clock }: { readonly fetch: typeof globalThis.fetch; readonly clock: Clock },
): Promise<Finding[]> {
  const base = URL.parse(url);
  if (base === null || !/^https?:$/.test(base.protocol)) {
    return [error(`${url} is no address of a deployment`, "--url https://agents.example.com")];
  }
  const root = `${base.origin}${base.pathname.replace(/\/+$/, "")}`;
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${root}${path}`, { ...init, redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });
  try {
    const health = await ask("/healthz");
    const to = findRedirect(health);
    if (to !== undefined) {
      await health.body?.cancel();
      const target = `${to.origin}${to.pathname}`.replace(/\/healthz$/, "");
      return [error(`${base.host} redirects to ${target}, and a redirect drops the key`, `--url ${target}`)];
    }
    const found = [
      ...healthFindings(base.host, health.status, await health.json().catch(() => undefined)),
      ...skewFindings(Date.parse(health.headers.get("date") ?? ""), clock(), base.host),
    ];
    if (found.some(({ level }) => level === "error")) return found;
    return [
      ...found,
      ...await keyFindings(ask, key),
      ...await formFindings(ask, key),
      ...await pauseFindings(ask, key),
      ...await cacheFindings(ask, key),
      ...origin === undefined ? [] : await corsFindings(ask, origin),
    ];
  } catch (thrown) {
    const why = whyUnreachable(thrown);
    return [error(
      `${base.host} does not answer: ${why}`,
      /certificate/i.test(why) ? `renew the certificate of ${base.hostname}` : `curl -i ${root}/healthz`,
    )];
  }
}

type Ask = (path: string, init?: RequestInit) => Promise<Response>;

function healthFindings(host: string, status: number, body: unknown): Finding[] {
  const { status: word, store, code, detail }: Readonly<Record<string, unknown>> = Object(body);
  if (status === 200 && word === "ok") {
    return [ok(`${host} answers, and reaches its store (${String(store)})`)];
  }
  if (code === "not_configured") {
    return [
      error(
        `${host} has no keys and refuses every request`,
        `on Cloudflare: npx wrangler secret put TREADLE_API_KEYS; elsewhere set ${MAKE_KEY}`,
        code,
      ),
    ];
  }
  if (code === "config_invalid") {
    return [
      error(
        `${host} has a wrong configuration; its log names the variables`,
        "npx wrangler tail, or the log of the deployment",
        code,
      ),
    ];
  }
  if (typeof code === "string") {
    return [
      error(
        `${host} answers ${status} ${code}: ${String(detail)}`,
        "correct UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN of the deployment",
        isErrorCode(code) ? code : undefined,
      ),
    ];
  }
  return [
    error(
      `${host} answers ${status}, and not as Treadle does`,
      "--url <the address with the path that Treadle is mounted at>",
    ),
  ];
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_CODES, code);
}

async function keyFindings(ask: Ask, key: string | undefined): Promise<Finding[]> {
  const open = await ask("/v1/agents");
  await open.body?.cancel();
  const findings = open.status === 200
    ? [
      warning(
        "it serves everybody who reaches it without a key",
        `set ${MAKE_KEY} and remove TREADLE_OPEN; in an app, authenticate returns null for strangers`,
      ),
    ]
    : [];
  if (key === undefined) {
    return open.status === 200 ? findings : [
      warning(
        "the key was not tried, for none is given",
        "treadle doctor --url <url> --key <key>, or TREADLE_KEY",
      ),
    ];
  }
  const response = await ask("/v1/agents", { headers: { authorization: `Bearer ${key}` } });
  await response.body?.cancel();
  if (response.status === 200) return [...findings, ok("it takes the key")];
  if (response.status === 401) {
    return [
      error(
        "it refuses the key",
        "--key <the part after the colon of an entry of TREADLE_API_KEYS, or a token that the app takes>",
        "unauthorized",
      ),
    ];
  }
  return [error(`it answers ${response.status} to a request with the key`, "read the log of the deployment")];
}

/** The fields of an answer; none where the key may not read it, or is missing. */
async function read(
  ask: Ask,
  path: string,
  key: string | undefined,
): Promise<Readonly<Record<string, unknown>>> {
  if (key === undefined) return {};
  const response = await ask(path, { headers: { authorization: `Bearer ${key}` } });
  const body: unknown = await response.json().catch(() => undefined);
  return response.status === 200 ? Object(body) : {};
}

/** Which version it is, and whether its newest threads are of a newer one. */
async function formFindings(ask: Ask, key: string | undefined): Promise<Finding[]> {
  const { version, schema } = await read(ask, "/v1/deployment", key);
  if (typeof schema !== "number") return [];
  const { threads = [] } = await read(ask, `/v1/threads?archived=all&limit=${NEWEST}`, key);
  const listed = Array.isArray(threads) ? threads : [];
  const newer = listed.filter((thread) => Object(thread).code === "schema_unsupported").length;
  return [
    ok(`it is Treadle ${String(version)}: it reads threads of schema 1 to ${schema}, and writes ${schema}`),
    ...newer === 0 ? [] : [error(
      `${newer} of its newest ${listed.length} threads are of a newer version, or locked by a move: it refuses each request for them`,
      "deploy the version that has written them again; treadle doctor --store <store> has the numbers of all",
      "schema_unsupported",
    )],
  ];
}

/** What is paused; nothing where the key may not read that. */
async function pauseFindings(ask: Ask, key: string | undefined): Promise<Finding[]> {
  const { pauses } = await read(ask, "/v1/pauses", key);
  if (!Array.isArray(pauses)) return [];
  return pauses.map((pause) => {
    const { agent, since, by, reason }: Readonly<Record<string, unknown>> = Object(pause);
    const what = agent === "*" ? "all agents are" : `agent ${String(agent)} is`;
    const why = reason === null ? "" : `: ${String(reason)}`;
    const who = by === null ? "" : ` by ${String(by)}`;
    return warning(
      printable(`${what} paused since ${String(since)}${who}${why}`),
      agent === "*" ? "treadle resume" : `treadle resume ${String(agent)}`,
    );
  });
}

/** Why prompts of the last 30 days were read from the provider's cache less than before; nothing where the key may not read that. */
async function cacheFindings(ask: Ask, key: string | undefined): Promise<Finding[]> {
  const { suggestions } = await read(ask, "/v1/analytics/suggestions", key);
  if (!Array.isArray(suggestions)) return [];
  return suggestions.flatMap((each) => {
    const { kind, message }: Readonly<Record<string, unknown>> = Object(each);
    if (kind !== "cache_share_fell") return [];
    return [warning(
      String(message),
      "GET /v1/analytics/choices?by=day,agent,model has cachedTokens, uncachedTokens and promptCuts of each day",
    )];
  });
}

async function corsFindings(ask: Ask, origin: string): Promise<Finding[]> {
  const response = await ask("/v1/threads/doctor/steps", {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,content-type",
    },
  });
  await response.body?.cancel();
  if (response.headers.get("access-control-allow-origin") === origin) {
    return [ok(`pages of ${origin} may call it`)];
  }
  return [error(`pages of ${origin} may not call it`, `TREADLE_CORS_ORIGINS=${origin} for the deployment`)];
}
