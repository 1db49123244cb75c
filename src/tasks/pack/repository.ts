// Where the project lives, for package.json: npm accepts a provenance only where `repository` names what has built the package.

import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** The fields of package.json that follow from the address of a repository. */
export interface RepositoryFields {
  readonly repository?: { readonly type: "git"; readonly url: string; readonly directory?: string };
  readonly homepage?: string;
  readonly bugs?: string;
}

/**
 * The address of the repository as a browser opens it, `https://github.com/owner/name`; undefined for a folder, and for what is no
 * address of a code host. `remote` is what git names it by.
 *
 * @example
 * ```ts
 * import { toRepository } from "./repository.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(toRepository("git@github.com:owner/name.git"), "https://github.com/owner/name");
 * assert.equal(toRepository("../treadle"), undefined);
 * ```
 */
export function toRepository(remote: string): string | undefined {
  const form =
    /^(?:https:\/\/(?:[^@/]+@)?|ssh:\/\/git@|git@)([\w.-]+\.\w+)(?::\d+)?[:/]([\w./~-]+?)(?:\.git)?\/?$/;
  const [, host, path] = form.exec(remote.trim()) ?? [];
  return host === undefined || path === undefined ? undefined : `https://${host}/${path}`;
}

/** The repository that a CI of GitHub builds, else the remote `origin` of the folder; undefined where there is none. */
export async function findRepository(folder: URL): Promise<string | undefined> {
  const [server, name] = [Deno.env.get("GITHUB_SERVER_URL"), Deno.env.get("GITHUB_REPOSITORY")];
  if (server !== undefined && name !== undefined) return toRepository(`${server}/${name}`);
  const origin = await promisify(execFile)("git", ["remote", "get-url", "origin"], { cwd: folder })
    .catch(() => undefined);
  return origin === undefined ? undefined : toRepository(origin.stdout);
}

/** The fields for a package in a folder of the repository, which ends with a slash and is empty at its root; none without a repository. */
export function toRepositoryFields(repository: string | undefined, folder: string): RepositoryFields {
  if (repository === undefined) return {};
  const directory = folder === "" ? {} : { directory: folder.replace(/\/$/, "") };
  return {
    repository: { type: "git", url: `git+${repository}.git`, ...directory },
    homepage: `${repository}#readme`,
    bugs: `${repository}/issues`,
  };
}
