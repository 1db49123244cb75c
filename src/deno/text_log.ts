// The log of a terminal: one line for each message, the fields of an error on lines of their own.

import type { Log } from "../core/ports.ts";
import { CONSOLE_METHODS } from "../deps/ports.ts";

/** How the log is written: `text` for people, `json` for machines. */
export type LogFormat = "text" | "json";

/** The format that TREADLE_LOG names; without it `text` on a terminal, and `json` elsewhere and on Deno Deploy. */
export function logFormat(named: string | undefined, isDeployed: boolean): LogFormat {
  if (named === "text" || named === "json") return named;
  return !isDeployed && Deno.stdout.isTerminal() ? "text" : "json";
}

/** The playground of a server, without a slash at the end. */
export interface PageAddress {
  url?: string;
}

type Fields = NonNullable<Parameters<Log>[2]>;

/** Fields that a person needs in no line: ids of traces and requests, and the one tenant of a server without keys. */
const HIDDEN = new Set(["at", "level", "message", "trace_id", "span_id", "request"]);

/** Fields that have a place of their own. */
const PLACED = new Set(["method", "route", "status", "ms", "code", "detail", "cause", "frames"]);

/**
 * Messages as text on the console: stdout for `info`, stderr otherwise. A request is time, method, route, status,
 * milliseconds and code:
 *
 * ```text
 * 11:02:33 POST /v1/threads/:id/steps 502 1076 ms model_network
 * 11:02:33 warn step failed model_network thread=hello
 *   openai/gpt-5: The provider cannot be reached.
 * ```
 *
 * Of what names a step, the last line is the link to it.
 *
 * @param colours whether status and level are coloured
 * @param page where the playground is, once the server listens
 */
export function textLog(colours: boolean, page: PageAddress = {}): Log {
  const paint = (code: number, text: string) => colours ? `\x1b[${code}m${text}\x1b[0m` : text;
  return (level, message, fields = {}) => {
    const time = paint(DIM, new Date().toTimeString().slice(0, 8));
    const head = message === "request"
      ? requestText(fields, paint)
      : [...level === "info" ? [] : [paint(COLOURS[level], level)], message].join(" ");
    const code = toText(fields.code);
    const line = [time, head, code && paint(level === "info" ? DIM : COLOURS[level], code), restText(fields)];
    const text = [
      line.filter((part) => part !== "").join(" "),
      ...errorLines(fields),
      ...linkLines(fields, page),
    ]
      .join("\n");
    console[CONSOLE_METHODS[level]](text);
  };
}

const DIM = 2;
const GREEN = 32;
const YELLOW = 33;
const RED = 31;
const COLOURS = { info: DIM, warn: YELLOW, error: RED } as const;

function requestText(
  { method, route, status, ms }: Fields,
  paint: (code: number, text: string) => string,
): string {
  const number = Number(status);
  const colour = number >= 500 ? RED : number >= 400 ? YELLOW : GREEN;
  return `${toText(method)} ${toText(route) || "(no route)"} ${paint(colour, toText(status))} ${
    toText(ms)
  } ms`;
}

/** `thread=hello agent=demo`. */
function restText(fields: Fields): string {
  return Object.entries(fields)
    .filter(([name, value]) => !HIDDEN.has(name) && !PLACED.has(name) && toText(value) !== "")
    .filter(([name, value]) => name !== "tenant" || value !== LOCAL_TENANT)
    .map(([name, value]) => `${name}=${toText(value)}`)
    .join(" ");
}

/** The tenant of requests to a server without keys. */
const LOCAL_TENANT = "local";

function errorLines({ detail, cause, frames }: Fields): string[] {
  const lines = [
    toText(detail),
    toText(cause) && `${toText(cause)} ${toText(frames).replaceAll(" < ", "\n  ")}`,
  ];
  return lines.filter((line) => line !== "").map((line) => `  ${line}`);
}

function linkLines({ thread, step }: Fields, { url }: PageAddress): string[] {
  if (url === undefined || typeof thread !== "string" || typeof step !== "number") return [];
  return [`  ${url}/#${encodeURIComponent(thread)}/${step}`];
}

function toText(value: Fields[string]): string {
  return value === undefined || value === null ? "" : String(value);
}
