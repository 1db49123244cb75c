// `deno task release`: checks a release, and writes its notes, its bill of materials and its sizes. `--tarball <file>`, once for each
// package, takes tarballs that are packed already, and `--out <folder>` is where the texts go. `--publish` publishes what it has
// packed, as `.github/workflows/release.yml` does for a tag. `--version <version>` does none of it: it gives the manifests and the
// section Unreleased of CHANGELOG.md that version.

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { pack, PACKAGE_FOLDER } from "./pack.ts";
import { hasSection, nameRelease, writeNotes } from "./release/changes.ts";
import { MEMBERS, VERSION } from "./pack/members.ts";
import { findRepository } from "./pack/repository.ts";
import { publishPackages, toPublish } from "./release/publish.ts";
import { type InstalledPackage, listInstalled } from "./release/installed.ts";
import { startProgress } from "../cli/terminal/progress.ts";
import { formatTable } from "../cli/terminal/table.ts";

/** What checks `exports` and the declarations behind them, with the ranges of tests/slow/deno.json. */
export const CHECKS: readonly (readonly [specifier: string, ...args: readonly string[]])[] = [
  ["npm:publint@^0.3.25", "run", "--strict"],
  ["npm:@arethetypeswrong/cli@^0.18.5/attw", "--profile", "esm-only", "--no-definitely-typed"],
];

/** Bytes that a program may print. */
const MOST_PRINTED = 64 * 1024 * 1024;

/** Rows of the table that is printed; sizes.json has all. */
const SHOWN = 12;

const PROJECT = new URL("../../", import.meta.url);
const CHANGELOG = new URL("CHANGELOG.md", PROJECT);

const run = promisify(execFile);

/**
 * Checks tarballs as npm installs them together, and writes `notes.md`, `sbom.cdx.json` and `sizes.json` into `out`, a folder with a slash
 * at its end.
 *
 * @throws {Error} publint, attw or npm refuse a tarball, a package has an install script, or CHANGELOG.md says nothing of the release
 */
export async function prepareRelease(
  tarballs: readonly string[],
  out: string,
): Promise<readonly InstalledPackage[]> {
  const notes = writeNotes(await Deno.readTextFile(CHANGELOG), VERSION, await findRepository(PROJECT));
  using line = startProgress("publint and attw check the tarballs");
  for (const tarball of tarballs) {
    for (const [specifier, ...args] of CHECKS) {
      await run(Deno.execPath(), ["run", "-A", "-q", specifier, ...args, tarball], {
        maxBuffer: MOST_PRINTED,
      });
    }
  }
  line.show("npm installs the tarballs into an empty folder");
  const folder = await Deno.makeTempDir({ prefix: "treadle_release_" });
  try {
    await Deno.writeTextFile(`${folder}/package.json`, '{"name":"release","version":"0.0.0","private":true}');
    const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--silent"];
    await run("npm", ["install", ...tarballs, ...quiet], { cwd: folder });
    const installed = await listInstalled(`${folder}/node_modules`);
    assertNoScripts(installed);
    line.show("npm writes the bill of materials");
    const { stdout: sbom } = await run("npm", ["sbom", "--sbom-format", "cyclonedx"], {
      cwd: folder,
      maxBuffer: MOST_PRINTED,
    });
    await Deno.mkdir(out, { recursive: true });
    await Deno.writeTextFile(`${out}notes.md`, notes);
    await Deno.writeTextFile(`${out}sbom.cdx.json`, sbom);
    const sizes = installed.map(({ name, version, bytes }) => ({ name, version, bytes }));
    await Deno.writeTextFile(`${out}sizes.json`, `${JSON.stringify(sizes, null, 2)}\n`);
    line.show("npm publishes without sending anything");
    for (const tarball of tarballs) await run("npm", toPublish(tarball, "--dry-run", "--silent"));
    return installed;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** @throws {Error} naming each package that would run a script while npm installs it */
export function assertNoScripts(installed: readonly InstalledPackage[]): void {
  const found = installed.filter(({ scripts }) => scripts.length > 0);
  if (found.length === 0) return;
  const named = found.map(({ name, version, scripts }) => `${name} ${version}: ${scripts.join(", ")}`);
  throw new Error(`An install runs scripts of packages:\n${named.join("\n")}`);
}

/**
 * What has to hold before a release is packed that is to be published.
 *
 * @throws {Error} the version has no section, the tag that the CI builds is another one, or a provenance has no repository to name
 */
async function assertPublishable(): Promise<void> {
  if (!hasSection(await Deno.readTextFile(CHANGELOG), VERSION)) {
    throw new Error(`CHANGELOG.md has no section of ${VERSION}: deno task release --version ${VERSION}`);
  }
  const tag = Deno.env.get("GITHUB_REF_NAME");
  if (tag !== undefined && tag !== `v${VERSION}`) {
    throw new Error(`The tag is ${tag}, and the packages have the version ${VERSION}.`);
  }
  if (await findRepository(PROJECT) === undefined) {
    throw new Error(
      "git remote get-url origin is no address of a code host, which the provenance has to name.",
    );
  }
}

/** Gives the manifests of all packages and the changes that no release has yet a version. */
async function raiseVersion(version: string): Promise<void> {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`${version} is no version such as 0.2.0.`);
  const day = new Date().toISOString().slice(0, 10);
  await Deno.writeTextFile(CHANGELOG, nameRelease(await Deno.readTextFile(CHANGELOG), version, day));
  for (const { folder } of MEMBERS) {
    const file = new URL(`${folder}deno.json`, PROJECT);
    const text = await Deno.readTextFile(file);
    await Deno.writeTextFile(file, text.replace(`"version": "${VERSION}"`, `"version": "${version}"`));
  }
}

async function packWithProgress(): Promise<string[]> {
  using _line = startProgress("packing");
  return await pack(PACKAGE_FOLDER);
}

function toText(installed: readonly InstalledPackage[]): string {
  const largest = installed.toSorted((a, b) => b.bytes - a.bytes).slice(0, SHOWN);
  const all = installed.reduce((sum, { bytes }) => sum + bytes, 0);
  const table = formatTable<InstalledPackage>([
    { head: "PACKAGE", cell: ({ name }) => name },
    { head: "VERSION", cell: ({ version }) => version },
    { head: "KB", cell: ({ bytes }) => String(Math.round(bytes / 1_000)), align: "right" },
  ], largest);
  return `${table}\n${installed.length} packages, ${(all / 1_000_000).toFixed(1)} MB, no install script`;
}

if (import.meta.main) {
  const { values: { tarball, out, publish, version } } = parseArgs({
    args: Deno.args,
    options: {
      tarball: { type: "string", multiple: true },
      out: { type: "string" },
      publish: { type: "boolean" },
      version: { type: "string" },
    },
  });
  if (version === undefined) await release(tarball, out ?? fileURLToPath(PACKAGE_FOLDER), publish === true);
  else await raiseVersion(version);
}

async function release(
  packed: readonly string[] | undefined,
  out: string,
  publish: boolean,
): Promise<void> {
  if (publish && packed !== undefined) throw new Error("--publish publishes what it packs itself.");
  if (publish) await assertPublishable();
  const tarballs = packed ?? await packWithProgress();
  console.log(toText(await prepareRelease(tarballs, `${out.replace(/\/$/, "")}/`)));
  if (!publish) {
    for (const tarball of tarballs) console.log(`npm ${toPublish(tarball).join(" ")}`);
    return;
  }
  const packages = MEMBERS.map(({ name }, index) => {
    return { name, version: VERSION, tarball: tarballs[index] ?? "" };
  });
  const published = await publishPackages(packages, async (...args) => await run("npm", [...args]));
  for (const name of published) console.log(`published ${name} ${VERSION}`);
}
