// The packages of a release on their way to npm.

/** A package that is packed. */
export interface PackedPackage {
  readonly name: string;
  readonly version: string;
  /** The path of its `.tgz` file. */
  readonly tarball: string;
}

/** Runs npm with these arguments; rejects where npm ends with a failure. */
export type RunNpm = (...args: readonly string[]) => Promise<{ readonly stdout: string }>;

/** The arguments that publish a tarball. The provenance is signed by the CI that builds: GitHub Actions, GitLab. */
export function toPublish(tarball: string, ...flags: readonly string[]): string[] {
  return ["publish", tarball, "--provenance", "--access", "public", ...flags];
}

/**
 * Publishes packages in their order, except those whose version the registry has: a release that broke off goes on. Returns the names of
 * those that were published.
 *
 * @throws {Error} as `npm` does, when it refuses a package: those before it are published
 */
export async function publishPackages(packages: readonly PackedPackage[], npm: RunNpm): Promise<string[]> {
  const published: string[] = [];
  for (const { name, version, tarball } of packages) {
    if (await isPublished(name, version, npm)) continue;
    await npm(...toPublish(tarball));
    published.push(name);
  }
  return published;
}

/** npm ends with a failure for a package that the registry has not, and prints nothing for a version that it has not. */
async function isPublished(name: string, version: string, npm: RunNpm): Promise<boolean> {
  const { stdout } = await npm("view", `${name}@${version}`, "version").catch(() => ({ stdout: "" }));
  return stdout.trim() === version;
}
