// `deno task release`: everything of a release but publishing it. `--tarball <file>`, once for each package, takes tarballs that
// are packed already, and `--out <folder>` is where the bill of materials and the sizes go.

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { pack, PACKAGE_FOLDER } from "./pack.ts";
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

const run = promisify(execFile);

/**
 * Checks tarballs as npm installs them together, and writes `sbom.cdx.json` and `sizes.json` into `out`, a folder with a slash at its
 * end.
 *
 * @throws {Error} publint, attw or npm refuse a tarball, or a package has an install script
 */
export async function prepareRelease(
  tarballs: readonly string[],
  out: string,
): Promise<readonly InstalledPackage[]> {
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
    await Deno.writeTextFile(`${out}sbom.cdx.json`, sbom);
    const sizes = installed.map(({ name, version, bytes }) => ({ name, version, bytes }));
    await Deno.writeTextFile(`${out}sizes.json`, `${JSON.stringify(sizes, null, 2)}\n`);
    line.show("npm publishes without sending anything");
    for (const tarball of tarballs) await run("npm", publishing(tarball, "--dry-run", "--silent"));
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

function publishing(tarball: string, ...flags: readonly string[]): string[] {
  return ["publish", tarball, "--provenance", "--access", "public", ...flags];
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
  const { values } = parseArgs({
    args: Deno.args,
    options: { tarball: { type: "string", multiple: true }, out: { type: "string" } },
  });
  const tarballs = values.tarball ?? await packWithProgress();
  const out = `${(values.out ?? fileURLToPath(PACKAGE_FOLDER)).replace(/\/$/, "")}/`;
  console.log(toText(await prepareRelease(tarballs, out)));
  for (const tarball of tarballs) console.log(`npm ${publishing(tarball).join(" ")}`);
}
