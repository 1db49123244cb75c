// The environment of the process, found without a global or a module that one runtime alone has.

import type { Env } from "../core/ports.ts";

/** True on Cloudflare Workers, where variables and bindings come with each request. */
export function isWorkers(): boolean {
  return globalThis.navigator?.userAgent === "Cloudflare-Workers";
}

/** The variables of the process on Deno, Node and Bun, as they are now; empty where there is no process. */
export function processEnvironment(): Env {
  const host: unknown = Reflect.get(globalThis, "process");
  if (typeof host !== "object" || host === null || !("env" in host)) return {};
  return toTexts(Object(host.env));
}

/**
 * The texts of a record. Numbers and truth values are texts too: `TREADLE_OPEN = 1` in the `vars` of wrangler.toml is a number. Other
 * values, such as the bindings of a Worker, are left out.
 */
export function toTexts(record: object): Record<string, string> {
  const texts = Object.entries(record).filter(([, value]) =>
    /^(?:string|number|boolean)$/.test(typeof value)
  );
  return Object.fromEntries(texts.map(([name, value]) => [name, String(value)]));
}
