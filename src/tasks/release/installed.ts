// What an install has written: every package below a `node_modules`, its size, and whether it would have run a script.

/** One package of an install. */
export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  /** The folder, with a slash at its end. */
  readonly folder: string;
  /** Bytes of its own files, without those of packages inside it. */
  readonly bytes: number;
  /** What npm would run while it installs the package: names of scripts, and `binding.gyp`. */
  readonly scripts: readonly string[];
}

/** What npm runs of a package that comes from a registry. */
const SCRIPTS = ["preinstall", "install", "postinstall"] as const;

/** The packages of a `node_modules` folder, those inside others included, by name and place. */
export async function listInstalled(nodeModules: string): Promise<InstalledPackage[]> {
  const found: InstalledPackage[] = [];
  for (const folder of await foldersIn(nodeModules)) {
    const text = await Deno.readTextFile(`${folder}/package.json`).catch(() => undefined);
    if (text !== undefined) {
      const { name, version, scripts = {} }: PackageJson = JSON.parse(text);
      const { bytes, hasBinding } = await measure(folder);
      found.push({
        name,
        version,
        folder: `${folder}/`,
        bytes,
        scripts: [
          ...SCRIPTS.filter((script) => scripts[script] !== undefined),
          ...hasBinding ? ["binding.gyp"] : [],
        ],
      });
    }
    const within = `${folder}/node_modules`;
    if (await isFolder(within)) found.push(...await listInstalled(within));
  }
  return found.sort((a, b) => `${a.name} ${a.folder}` < `${b.name} ${b.folder}` ? -1 : 1);
}

interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly scripts?: Readonly<Record<string, string>>;
}

/** The folders of packages: `hono`, `@upstash/redis`. */
async function foldersIn(nodeModules: string): Promise<string[]> {
  const folders: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(nodeModules)) {
    if (!isDirectory || name.startsWith(".")) continue;
    if (name.startsWith("@")) folders.push(...await foldersIn(`${nodeModules}/${name}`));
    else folders.push(`${nodeModules}/${name}`);
  }
  return folders;
}

async function measure(folder: string): Promise<{ readonly bytes: number; readonly hasBinding: boolean }> {
  let [bytes, hasBinding] = [0, false];
  for await (const { name, isDirectory, isFile } of Deno.readDir(folder)) {
    if (isDirectory && name !== "node_modules") bytes += (await measure(`${folder}/${name}`)).bytes;
    if (isFile) bytes += (await Deno.stat(`${folder}/${name}`)).size;
    if (name === "binding.gyp") hasBinding = true;
  }
  return { bytes, hasBinding };
}

async function isFolder(path: string): Promise<boolean> {
  return (await Deno.stat(path).catch(() => undefined))?.isDirectory === true;
}
