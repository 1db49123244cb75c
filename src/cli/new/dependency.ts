// What a project writes to depend on the packages of Treadle: a range of versions on npm, or a clone on this machine.

import { existsSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { CommandError } from "../command_error.ts";
import { shellWord } from "./shell_word.ts";

/** The packages that templates and starters name: the runtime, the command line and what it needs, the page, channels. */
export const PACKAGES = ["treadle", "cli", "evaluation", "studio", "channels"] as const;

/** One of them. */
export type PackageName = typeof PACKAGES[number];

/** How a project depends on the packages. */
export interface Dependency {
  /** The value in `dependencies` of package.json. */
  readonly npm: (name: PackageName) => string;
  /** The value in `imports` of deno.json. */
  readonly deno: (name: PackageName) => string;
  /** The folder that deno.json links, of a clone. */
  readonly link?: string;
  /** What `deno run` is given for the command line, as words of a shell. */
  readonly cli: string;
}

/** What is known of the package and the project. */
export interface DependencyFacts {
  /** The folder of the command line's package, or of the clone. */
  readonly home: string;
  /** The version of the packages. */
  readonly version: string;
  /** The folder of the project. */
  readonly project: string;
  /** What --package says: a range, or the path of the tarball of the runtime, which has those of the others beside it. */
  readonly asked: string | undefined;
  /** The packages that the project names. */
  readonly packages: readonly PackageName[];
  /** Whether the template has a deno.json, a package.json or both. */
  readonly manifests: readonly ("deno.json" | "package.json")[];
}

/**
 * The dependency of a new project. A clone is linked by deno.json as it is, so that changes count at once; npm takes a clone
 * only packed.
 *
 * @throws {CommandError} package_missing - the tarball is not there, or Deno cannot take one
 */
export function resolveDependency(
  { home, version, project, asked, packages, manifests }: DependencyFacts,
): Dependency {
  if (asked?.endsWith(".tgz")) {
    if (manifests.includes("deno.json")) {
      throw new CommandError(
        "package_missing",
        `Deno takes no tarball (${asked}); give --package a range of versions such as ^${version}.`,
      );
    }
    return ofTarball(resolve(asked), packages, project, "name another path.");
  }
  const isClone = existsSync(join(home, "deno.json"));
  if (asked !== undefined || !isClone) {
    const range = asked ?? `^${version}`;
    const deno = (name: PackageName) => `npm:@treadle/${name}@${range}`;
    return { npm: () => range, deno, cli: shellWord(deno("cli")) };
  }
  if (manifests.includes("deno.json")) {
    const link = toPath(project, home);
    return {
      npm: () => `^${version}`,
      deno: (name) => `jsr:@treadle/${name}@^${version}`,
      link,
      cli: toCliArguments(link),
    };
  }
  const packed = join(home, "dist", "npm", `treadle-treadle-${version}.tgz`);
  return ofTarball(packed, packages, project, "write it in the clone: deno task pack.");
}

/** Deno takes the settings of the folder with the module that it runs, and a fresh clone has no node_modules. */
function toCliArguments(clone: string): string {
  return `--node-modules-dir=none ${shellWord(`${clone}/src/cli/main.ts`)}`;
}

function ofTarball(
  tarball: string,
  packages: readonly PackageName[],
  project: string,
  fix: string,
): Dependency {
  for (const path of packages.map((name) => besideTarball(tarball, name))) {
    if (!existsSync(path)) {
      throw new CommandError("package_missing", `There is no tarball ${path}. Fix: ${fix}`);
    }
  }
  const toValue = (name: PackageName) => `file:${toPath(project, besideTarball(tarball, name))}`;
  return { npm: toValue, deno: toValue, cli: "npm:@treadle/cli" };
}

/** The tarball of a package beside that of the runtime, by the names that npm gives them: `treadle-cli-0.1.0.tgz`. */
function besideTarball(tarball: string, name: PackageName): string {
  return join(dirname(tarball), basename(tarball).replace(/^treadle-treadle-/, `treadle-${name}-`));
}

/** The way from the project, with forward slashes on every system. */
function toPath(project: string, target: string): string {
  const path = relative(project, target).replaceAll("\\", "/");
  return path.startsWith(".") ? path : `./${path || basename(target)}`;
}
