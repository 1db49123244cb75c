// The npm package of this state of the project, packed once for all test processes of the machine: under a folder of the
// system's temporary files that is named by a hash of everything that goes into the package.

import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { fromFileUrl, projectRoot, walkFiles } from "./project.ts";

/** What the package is made from. */
const FOLDERS = ["src", "templates"];
const FILES = ["deno.json", "deno.lock", "README.md", "LICENSE", "CHANGELOG.md"];

/** Hours after which a package of another state is removed: until then another test run may use it. */
const KEPT_HOURS = 12;

const CACHE = `${tmpdir().replaceAll("\\", "/")}/treadle-packed`;

/** A package that was packed. */
export interface Packed {
  /** The path of the `.tgz` file. */
  readonly tarball: string;
  /** The same package as a folder, with a slash at its end. */
  readonly folder: string;
}

let packing: Promise<Packed> | undefined;

/** The path of the tarball of the package. */
export async function packedTarball(): Promise<string> {
  return (await packed()).tarball;
}

/** The package, as a tarball and as a folder. */
export function packed(): Promise<Packed> {
  return packing ??= find();
}

async function find(): Promise<Packed> {
  const folder = `${CACHE}/${await stateOfProject()}`;
  await Deno.mkdir(folder, { recursive: true });
  // The lock is the system's, so it ends with the process that holds it.
  using lock = await Deno.open(`${folder}/lock`, { create: true, write: true });
  await lock.lock(true);
  const known = await Deno.readTextFile(`${folder}/tarball`).catch(() => undefined);
  if (known !== undefined) return { tarball: known, folder: `${folder}/npm/` };
  await removeOld();
  const tarball = await pack(`${folder}/npm`);
  await Deno.writeTextFile(`${folder}/tarball`, tarball);
  return { tarball, folder: `${folder}/npm/` };
}

async function pack(folder: string): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "-q", fromFileUrl(new URL("src/cli/pack.ts", projectRoot)), "--out", folder],
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  if (!success) throw new Error(`The package cannot be made:\n${text.decode(stderr)}`);
  return text.decode(stdout).trim();
}

async function stateOfProject(): Promise<string> {
  const hash = createHash("sha256");
  const paths = [...FILES];
  for (const folder of FOLDERS) paths.push(...await Array.fromAsync(walkFiles(folder)).catch(() => []));
  for (const path of paths) hash.update(`${path}\n`).update(await Deno.readFile(new URL(path, projectRoot)));
  return hash.digest("hex").slice(0, 16);
}

async function removeOld(): Promise<void> {
  for await (const { name } of Deno.readDir(CACHE)) {
    const { mtime } = await Deno.stat(`${CACHE}/${name}`);
    if (Date.now() - Number(mtime) > KEPT_HOURS * 3_600_000) {
      await Deno.remove(`${CACHE}/${name}`, { recursive: true });
    }
  }
}
