// Packages that one entry alone needs and that are not installed with this one: optional peers.

import { CommandError } from "../command_error.ts";

/** True for the error of an `import()` that found no package of this name, as Node and Deno make it. */
export function isMissing(name: string, thrown: unknown): boolean {
  return thrown instanceof Error && "code" in thrown && thrown.code === "ERR_MODULE_NOT_FOUND" &&
    thrown.message.includes(`'${name}'`);
}

/** What to say instead. */
export function missingPackage(name: string): CommandError {
  return new CommandError("package_missing", `${name} is not installed. Fix: npm install ${name}`);
}
