// The entry `@treadle/treadle/wakers/qstash`: wake-ups go through QStash, which delivers each as a signed POST /wake.

import { Hono } from "hono/tiny";
import { AgentError, failureFields, unreachable } from "../../core/error.ts";
import { createQStashPublisher, type QStashPublisher } from "./qstash_waker.ts";
import { parseMessage, type WakeMessage } from "./message.ts";
import { qstash as signed } from "../../triggers/qstash.ts";
import { readBytes } from "../../http/body.ts";
import { type App, type HttpContext, type HttpDeps, type HttpEnv, resolveDefer } from "../../http/context.ts";
import type { Plugin } from "../../http/plugin.ts";
import { problemBody } from "../../http/errors.ts";
import type { EnvSource } from "../../core/tool/bindings.ts";

/** How wake-ups go through QStash; its address and keys are variables. */
export interface QStashOptions {
  /** How often QStash repeats a delivery that fails, from 0 to 5; 3 by default, the most of its free plan. */
  readonly retries?: number;
  /**
   * True: QStash delivers one wake-up of a thread at a time, by a flow control key for each thread. False by default: a thread runs
   * one step at a time in any case, and a delivery that finds it busy is repeated.
   */
  readonly oneByOne?: boolean;
  /** True: without QSTASH_TOKEN the deployment starts as if it had no such door. */
  readonly optional?: boolean;
}

/** Where the deliveries of QStash arrive, below the base path. */
const PATH = "/wake";

/** Most bytes of a delivery; a message has less than 1 KB. */
const MOST_BYTES = 8_192;

/** Milliseconds by which the clocks of QStash and of the deployment may differ. */
const LEEWAY_MS = 60_000;

/** How often the work of one wake-up is put off by a message; then the cron pump finds it by the due index. */
const MOST_ATTEMPTS = 10;

/**
 * Wake-ups through QStash. The same delivery may come twice within the 5 minutes that its signature is good for; a wake-up does
 * nothing for a version that the thread has left, so a repetition is harmless. QSTASH_TOKEN, QSTASH_CURRENT_SIGNING_KEY,
 * QSTASH_NEXT_SIGNING_KEY and TREADLE_PUBLIC_URL must be set, QSTASH_URL may be.
 *
 * @throws {AgentError} config_invalid, from `open`: with every variable that is missing or wrong
 * @example
 * ```ts ignore
 * import { standard } from "@treadle/treadle";
 * import { serve } from "@treadle/treadle/deno";
 * import { qstash } from "@treadle/treadle/wakers/qstash";
 *
 * export default serve({ agents, plugins: [...standard(), qstash()] });
 * ```
 */
export function qstash({ retries = 3, oneByOne = false, optional = false }: QStashOptions = {}): Plugin {
  return {
    name: "qstash",
    open({ deps, env }) {
      if (!Number.isInteger(retries) || retries < 0 || retries > 5) {
        throw new AgentError("config_invalid", "qstash() takes retries from 0 to 5.");
      }
      if (optional && (env.QSTASH_TOKEN ?? "") === "") return {};
      const { signingKeys, ...variables } = readQStashVariables(env);
      const publisher = createQStashPublisher({ ...variables, retries, oneByOne }, deps);
      const { destination: url } = variables;
      const routes: App = new Hono<HttpEnv>();
      routes.post(PATH, async (c) => {
        const body = await readBytes(c.req.raw, { sleep: deps.sleep, limit: MOST_BYTES });
        const { headers } = c.req.raw;
        const verdict = await signed.verify(
          { headers, body, url, now: deps.clock() },
          signingKeys,
          LEEWAY_MS,
        );
        if (!verdict.verified) {
          const { because } = verdict;
          deps.log("warn", "a delivery to /wake was refused", { because, requestId: c.var.requestId });
          throw new AgentError(
            "webhook_unverified",
            "The delivery is not signed by QStash for this deployment and this body.",
          );
        }
        const message = parseMessage(parseBody(body));
        return message === undefined ? respondMalformed(c) : await deliver(c, message, publisher, deps);
      });
      return {
        routes,
        isSigned: (method, path) => method === "POST" && path === PATH,
        waker: { name: "qstash", schedule: (wake) => publisher.publish({ wake, attempt: 0 }) },
      };
    },
  };
}

/** Does the work within the request: QStash waits 15 minutes for the response, and an isolate with an open request is kept. */
async function deliver(
  c: HttpContext,
  { wake, attempt }: WakeMessage,
  publisher: QStashPublisher,
  { wakes, clock, log }: HttpDeps,
): Promise<Response> {
  const io = { defer: resolveDefer(c) };
  const work = wakes.handle(wake, io);
  io.defer(work); // a connection that closes does not end the step
  const outcome = await work;
  switch (outcome.type) {
    case "handled":
    case "stale":
      return c.json({ outcome: outcome.type });
    case "again": {
      const { afterMs, because } = outcome;
      const { tenant, name } = wake;
      if (attempt >= MOST_ATTEMPTS) {
        log("warn", "a wake-up was put off too often; the cron pump goes on with it", {
          tenant,
          name,
          because,
        });
        return c.json({ outcome: "left", because });
      }
      try {
        await publisher.publish({ wake: { ...wake, notBefore: clock() + afterMs }, attempt: attempt + 1 });
      } catch (thrown) {
        log("warn", "a wake-up was not published again; QStash repeats its delivery", {
          tenant,
          name,
          because,
          ...failureFields(thrown),
        });
        throw new AgentError("waker_unavailable", "The work is put off; deliver it again.", {
          retryAfterMs: afterMs,
          cause: thrown,
        });
      }
      return c.json({ outcome: "again", because });
    }
    default:
      return unreachable(outcome);
  }
}

/** Signed, and yet no wake-up: QStash must not repeat it, which this status and header say. */
function respondMalformed(c: HttpContext): Response {
  const error = new AgentError("invalid_request", "The delivery is no wake-up; it is not repeated.");
  c.set("errorCode", error.code);
  return new Response(JSON.stringify(problemBody(error, c.var.requestId, { status: 489 })), {
    status: 489,
    headers: { "content-type": "application/problem+json", "upstash-nonretryable-error": "true" },
  });
}

function parseBody(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

/** What the environment says. */
interface QStashVariables {
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
function readQStashVariables(env: EnvSource): QStashVariables {
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
