// The entry of `@treadle/studio`: the files of the page and openapi.json inside a module, for a runtime without files
// and without a binding to static assets. They are 470 KB of text, 90 KB compressed.

import { AgentError } from "../core/error.ts";
import openapi from "./dist/openapi.json" with { type: "json" }; // not text: Deno loads a file in one form only
import { TEXTS } from "./texts.ts";

const FILES: ReadonlyMap<string, string> = new Map([...TEXTS, ["openapi.json", JSON.stringify(openapi)]]);

/**
 * Reads a file of the page by its name, such as `index.html`; it fits `assets` of `createTreadle` and `serve`.
 *
 * @throws {AgentError} not_found - rejected, for a name that the page does not have
 */
export function readAsset(name: string): Promise<string> {
  const text = FILES.get(name);
  if (text !== undefined) return Promise.resolve(text);
  return Promise.reject(new AgentError("not_found", `The page has no file ${name}.`));
}
