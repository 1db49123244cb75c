// What a project writes to depend on Treadle: a range of versions on npm, or a clone on this machine.

import { existsSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { CommandError } from "../command_error.ts";
import { shellWord } from "./shell_word.ts";

/** How a project depends on the package. */
export interface Dependency {
  /** The value in `dependencies` of package.json. */
  readonly npm: string;
  /** The value in `imports` of deno.json. */
  readonly deno: string;
  /** The folder that deno.json links, of a clone. */
  readonly link?: string;
  /** What `deno run` is given for the command line, as words of a shell. */
  readonly cli: string;
}

/** The command line of the installed package. */
const CLI = "@treadle/treadle";

/** What is known of the package and the project. */
export interface DependencyFacts {
  /** The folder of the package that makes the project. */
  readonly home: string;
  /** The version of the package. */
  readonly version: string;
  /** The folder of the project. */
  readonly project: string;
  /** What --package says: a range, or the path of a tarball. */
  readonly asked: string | undefined;
  /** Whether the template has a deno.json, a package.json or both. */
  readonly manifests: readonly ("deno.json" | "package.json")[];
}

/**
 * The dependency of a new project. A clone is linked by deno.json as it is, so that changes count at once; npm takes a clone
 * only packed.
 *
 * @throws {CommandError} package_missing - the tarball is not there, or Deno cannot take one
 */
export function resolveDependency({ home, version, project, asked, manifests }: DependencyFacts): Dependency {
  if (asked?.endsWith(".tgz")) {
    if (manifests.includes("deno.json")) {
      throw new CommandError(
        "package_missing",
        `Deno takes no tarball (${asked}); give --package a range of versions such as ^${version}.`,
      );
    }
    return ofTarball(resolve(asked), project, "name another path.");
  }
  const isClone = existsSync(join(home, "deno.json"));
  if (asked !== undefined || !isClone) {
    const range = asked ?? `^${version}`;
    return { npm: range, deno: `npm:@treadle/treadle@${range}`, cli: CLI };
  }
  if (manifests.includes("deno.json")) {
    const link = toPath(project, home);
    const deno = `jsr:@treadle/treadle@^${version}`;
    return { npm: `^${version}`, deno, link, cli: toCliArguments(link) };
  }
  const packed = join(home, "dist", "npm", `treadle-treadle-${version}.tgz`);
  return ofTarball(packed, project, "write it in the clone: deno task pack.");
}

/** Deno takes the settings of the folder with the module that it runs, and a fresh clone has no node_modules. */
function toCliArguments(clone: string): string {
  return `--node-modules-dir=none ${shellWord(`${clone}/src/cli/main.ts`)}`;
}

function ofTarball(tarball: string, project: string, fix: string): Dependency {
  if (!existsSync(tarball)) {
    throw new CommandError("package_missing", `There is no tarball ${tarball}. Fix: ${fix}`);
  }
  const npm = `file:${toPath(project, tarball)}`;
  return { npm, deno: npm, cli: CLI };
}

/** The way from the project, with forward slashes on every system. */
function toPath(project: string, target: string): string {
  const path = relative(project, target).replaceAll("\\", "/");
  return path.startsWith(".") ? path : `./${path || basename(target)}`;
}
