// Where the package is on this machine: in a clone, or installed from npm.

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { CommandError } from "../command_error.ts";

/** The folder of the package. */
export interface PackageRoot {
  readonly folder: string;
  /** It is a clone of the repository, not the package that npm has. */
  readonly isClone: boolean;
}

/**
 * The folder above this module that has the templates: how deep this module is in it depends on how the package was built.
 *
 * @throws {CommandError} package_missing
 */
export function packageRoot(): PackageRoot {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "templates"))) {
    const parent = dirname(folder);
    if (parent === folder) {
      throw new CommandError(
        "package_missing",
        "The templates of the package are not beside it; install @treadle/treadle again.",
      );
    }
    folder = parent;
  }
  return { folder, isClone: existsSync(join(folder, "deno.json")) };
}
