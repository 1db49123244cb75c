// What an alarm says to people: a sentence of numbers and names, and where they look. Nothing of a thread's text is in it.

import { unreachable } from "../../core/error.ts";
import type { JsonObject } from "../../core/json.ts";
import type { Measured } from "./measure.ts";
import type { Rule } from "./rules.ts";

/** One sentence, such as `6 runs of support have failed within 1h; the limit is 5.` */
export function describeAlarm(rule: Rule, { value, amount, user, calls, thread }: Measured): string {
  const { kind, threshold, withinMs = 0, agent, tool, least } = rule;
  const within = `within ${showMs(withinMs)}`;
  const of = agent === undefined ? "" : ` of ${agent}`;
  switch (kind) {
    case "failed_runs":
      return `${value} runs${of} have failed ${within}; the limit is ${threshold}.`;
    case "tool_failures":
      if (least === undefined) {
        return `${value} calls of ${tool}${of} have failed ${within}; the limit is ${threshold}.`;
      }
      if (value === null) return `Fewer than ${least} calls of ${tool}${of} have ended ${within}.`;
      return `${toPercent(value)} of ${calls} calls of ${tool}${of} have failed ${within}; the limit is ${
        toPercent(threshold)
      }.`;
    case "budget": {
      // Slack reads these as marks, such as those of a broadcast; a user may have any name.
      const whose = user === undefined ? "the tenant" : `user ${user.replaceAll(/[<>&]/g, "_")}`;
      if (value === null) return "No budget of the day is used.";
      return `${toPercent(value)} of the ${amount} of ${whose} for today are used; the limit is ${
        toPercent(threshold)
      }.`;
    }
    case "inbox_age":
      if (value === null) return `No call${of} waits for people.`;
      return `A call of thread ${thread}${of} has waited for people for ${showMs(value)}; the limit is ${
        showMs(threshold)
      }.`;
    default:
      return unreachable(kind);
  }
}

/** Where people look: the API, and the page of the deployment. Paths, where the deployment has no public address. */
export function toLinks({ kind, agent, tool }: Rule, thread: string | undefined, base = ""): JsonObject {
  const threads = (filters: Readonly<Record<string, string | undefined>>) => {
    const named = Object.entries(filters).filter((filter): filter is [string, string] =>
      filter[1] !== undefined
    );
    const search = named.map(([name, value]) => `${name}:${value}`).join(" ");
    return {
      api: `${base}/v1/threads?${new URLSearchParams(named)}`,
      page: `${base}/#/threads/${encodeURIComponent(search)}`,
    };
  };
  switch (kind) {
    case "failed_runs":
      return threads({ status: "failed", agent });
    case "tool_failures":
      return threads({ tool, agent });
    case "budget":
      return { api: `${base}/v1/usage`, page: `${base}/#/usage` };
    case "inbox_age": {
      const api = thread === undefined
        ? "/v1/inbox?order=oldest"
        : `/v1/threads/${encodeURIComponent(thread)}`;
      return { api: `${base}${api}`, page: `${base}/#/inbox` };
    }
    default:
      return unreachable(kind);
  }
}

function toPercent(share: number): string {
  return `${Math.round(share * 1_000) / 10} %`;
}

/** `90s`, `15m`, `4h`: whole units, rounded down. */
function showMs(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return `${Math.floor(ms / 1_000)}s`;
  return minutes % 60 === 0 || minutes >= 6_000 ? `${Math.floor(minutes / 60)}h` : `${minutes}m`;
}
