// The npm packages of this state of the project, packed once for all test processes of the machine: under a folder of the
// system's temporary files that is named by a hash of everything that goes into them.

import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { MEMBERS, RUNTIME, toFolderName } from "../../../src/tasks/pack/members.ts";
import config from "../../../deno.json" with { type: "json" };
import { fromFileUrl, projectRoot, walkFiles } from "../../support/project.ts";

/** What the packages are made from. */
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

let packing: Promise<ReadonlyMap<string, Packed>> | undefined;
let installing: Promise<string> | undefined;

/** The path of the tarball of a package. */
export async function packedTarball(name: string = RUNTIME.name): Promise<string> {
  return (await packed(name)).tarball;
}

/** A package, as a tarball and as a folder. */
export async function packed(name: string = RUNTIME.name): Promise<Packed> {
  const found = (await packAll()).get(name);
  if (found === undefined) throw new Error(`No package has the name ${name}.`);
  return found;
}

/** All packages by their names, the runtime first. */
export function packAll(): Promise<ReadonlyMap<string, Packed>> {
  return packing ??= once("tarballs", async (home) => {
    await removeOld();
    return await pack(`${home}/npm`);
  }).then((tarballs) =>
    new Map(
      tarballs.split("\n").map((tarball, index) => {
        const member = MEMBERS[index] ?? RUNTIME;
        return [member.name, { tarball, folder: tarball.replace(/[^/]*$/, `${toFolderName(member)}/`) }];
      }),
    )
  );
}

/**
 * A `node_modules` folder that has all packages and what they depend on, as `npm install` of their tarballs and their optional peers makes
 * it; only to be read.
 */
export async function installedPackage(): Promise<string> {
  const all = await packAll();
  return await (installing ??= once("installed", async (home) => {
    const peers = MEMBERS.flatMap(({ optionalPeers }) => Object.keys(optionalPeers));
    const others = [...new Set(peers)].filter((name) => !all.has(name)).map(rangeOf);
    return await installInto(`${home}/installed`, [
      ...Array.from(all.values(), ({ tarball }) => tarball),
      ...others,
    ]);
  }));
}

/** A `node_modules` folder that `npm install` makes of these in a new folder, and that its user removes. */
export async function installInto(folder: string, packages: readonly string[]): Promise<string> {
  await Deno.mkdir(folder, { recursive: true });
  await Deno.writeTextFile(`${folder}/package.json`, "{}");
  await install(folder, ...packages);
  return `${folder}/node_modules`;
}

/** `react@^19.2.0`: the range that the project itself has, which the peer's may be wider than. */
function rangeOf(name: string): string {
  const target = Object.entries(config.imports).find(([each]) => each === name)?.[1] ?? name;
  return target.replace(/^npm:/, "");
}

/** `npm install` in a folder that has a package.json. */
async function install(folder: string, ...packages: readonly string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command("npm", {
    args: [
      "install",
      ...packages,
      "--prefer-offline",
      "--no-audit",
      "--no-fund",
      "--ignore-scripts",
      "--silent",
    ],
    cwd: folder,
    stdin: "null",
  }).output();
  if (!success) {
    throw new Error(`${packages.join()} cannot be installed:\n${new TextDecoder().decode(stderr)}`);
  }
}

/** What `make` returned when it was called for this state of the project, in whatever process that was. */
async function once(what: string, make: (home: string) => Promise<string>): Promise<string> {
  const home = `${CACHE}/${await stateOfProject()}`;
  await Deno.mkdir(home, { recursive: true });
  // The lock is the system's, so it ends with the process that holds it.
  using lock = await Deno.open(`${home}/lock`, { create: true, write: true });
  await lock.lock(true);
  const known = await Deno.readTextFile(`${home}/${what}.path`).catch(() => undefined);
  if (known !== undefined) return known;
  const made = await make(home);
  await Deno.writeTextFile(`${home}/${what}.path`, made);
  return made;
}

async function pack(folder: string): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "-q", fromFileUrl(new URL("src/tasks/pack.ts", projectRoot)), "--out", folder],
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  if (!success) throw new Error(`The packages cannot be made:\n${text.decode(stderr)}`);
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
