// Why a module of a project cannot be loaded: the file at fault, which may be an imported one, and what to do.

import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { cliFolder } from "../package_folder.ts";

/** A module that cannot be loaded. */
export interface LoadFailure {
  /** With the file of the project and its line before it, where the runtime names them. Without a full stop. */
  readonly reason: string;
  /** What to do, as a sentence; undefined where the reason says all. */
  readonly fix: string | undefined;
}

/**
 * Reads what `import()` has thrown. Node 22 writes the file of a syntax error as the first line of the stack (`file:///p/a.ts:2`) and
 * not into the message; Deno has it in the message. An error of a module's own code has it in its frames.
 *
 * @example
 * ```ts
 * import { explainFailure } from "./load_failure.ts";
 * import assert from "node:assert/strict";
 *
 * const thrown = Object.assign(new SyntaxError("TypeScript enum is not supported in strip-only mode"), {
 *   code: "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX",
 *   stack: "file:///project/src/kinds.ts:1\nexport enum Kind { A }\n",
 * });
 * assert.equal(
 *   explainFailure(thrown, "/project").reason,
 *   "src/kinds.ts:1: TypeScript enum is not supported in strip-only mode",
 * );
 * ```
 */
export function explainFailure(thrown: unknown, folder: string = resolve(".")): LoadFailure {
  const { code, message = String(thrown), stack = "" } = Object(thrown);
  const reason = String(message).replace(/\.$/, "");
  const place = reason.includes("file://") ? undefined : findPlace(String(stack), folder);
  return { reason: place === undefined ? reason : `${place}: ${reason}`, fix: findFix(code, reason) };
}

/** The first file of the project in a stack with its line: no package, and nothing of a clone's own source. */
function findPlace(stack: string, folder: string): string | undefined {
  const root = pathToFileURL(`${folder}/`).href;
  const own = new URL("src/", cliFolder()).href;
  for (const [, url = "", line] of stack.matchAll(/(file:\/\/[^\s()]+?):(\d+)/g)) {
    if (!url.startsWith(root) || url.startsWith(own) || url.includes("/node_modules/")) continue;
    return `${fileURLToPath(url).slice(fileURLToPath(root).length)}:${line}`;
  }
  return undefined;
}

function findFix(code: unknown, reason: string): string | undefined {
  if (code === "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX") {
    return "Node removes types alone: write it without parameter properties, enums and namespaces, which " +
      "erasableSyntaxOnly of tsconfig.json finds, or run the command on Deno.";
  }
  const [, name] = /^Cannot find package '((?:@[^/']+\/)?[^/']+)/.exec(reason) ?? [];
  return code === "ERR_MODULE_NOT_FOUND" && name !== undefined ? `npm install ${name}` : undefined;
}
