// The modules of the packages: one ES module for each entry, and chunks for what they share and for what is imported on first use.
// Packages stay imports. Members beside the runtime are bundled with it: a chunk belongs to the first of them that loads it, and the
// others import it from there, so that a class is one class in all of them.

import { fileURLToPath, pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import {
  type Contained,
  formatLicences,
  formatNotice,
  listPackageFolders,
  readContained,
} from "./licences.ts";
import { CONTAINED, findPackageName, INTERNAL } from "./manifest.ts";
import { findEntryName, type Member, STUDIO } from "./members.ts";

const PROJECT = fileURLToPath(new URL("../../../", import.meta.url));
const SOURCE = fileURLToPath(new URL("../../", import.meta.url));

/** What was written of a member. */
export interface Bundled {
  /** The packages that its modules import, other members among them. */
  readonly imported: ReadonlySet<string>;
  /** The text about the licences of those whose code stands in the modules; "" without any. */
  readonly licences: string;
  /** Whether another member imports chunks of it. */
  readonly isShared: boolean;
}

/**
 * Writes the modules of these members, each into its folder of `libs`. Where several load a module, the first of them has it.
 *
 * `import.meta.main` becomes false: in a bundle a module stands in a file with others, of which one may be the main module.
 *
 * @throws {Error} the entry of a member would belong to another one
 */
export async function bundleMembers(libs: ReadonlyMap<Member, URL>): Promise<ReadonlyMap<Member, Bundled>> {
  const folder = await Deno.makeTempDir({ prefix: "treadle-modules-" });
  try {
    const { metafile: { outputs } } = await esbuild.build({
      entryPoints: Array.from(libs.keys(), ({ entries }) => Object.values(entries)).flat()
        .map((entry) => `${SOURCE}${entry}.ts`),
      absWorkingDir: PROJECT,
      outbase: SOURCE,
      outdir: folder,
      chunkNames: "chunks/[name]-[hash]",
      bundle: true,
      splitting: true,
      metafile: true,
      format: "esm",
      platform: "neutral",
      // Of what the package contains: its code for every runtime, without modules of Node.
      conditions: ["browser"],
      mainFields: ["browser", "module", "main"],
      target: "es2023",
      define: { "import.meta.main": "false" },
      plugins: [packagesStayImports, studioStaysImport],
      logLevel: "warning",
    });
    return await distribute(new Outputs(outputs, folder), libs);
  } finally {
    await esbuild.stop();
    await Deno.remove(folder, { recursive: true });
  }
}

/** The files that esbuild has written, by their paths below its folder, such as `chunks/error-ABCD.js`. */
class Outputs {
  readonly #files = new Map<string, esbuild.Metafile["outputs"][string]>();
  readonly #paths = new Map<string, string>();

  constructor(outputs: esbuild.Metafile["outputs"], readonly folder: string) {
    const base = pathToFileURL(`${folder}/`).href;
    for (const [name, output] of Object.entries(outputs)) {
      const path = new URL(name, pathToFileURL(PROJECT)).href.slice(base.length);
      this.#files.set(path, output);
      this.#paths.set(name, path);
    }
  }

  /** What a file has. */
  inputsOf(path: string): readonly string[] {
    return Object.keys(this.#files.get(path)?.inputs ?? {});
  }

  /** The packages that a file imports. */
  packagesOf(path: string): readonly string[] {
    return (this.#files.get(path)?.imports ?? []).filter(({ external }) => external)
      .flatMap(({ path: specifier }) => findPackageName(specifier) ?? []);
  }

  /** These files and all that they import, at once or later. */
  reach(paths: readonly string[]): ReadonlySet<string> {
    const reached = new Set(paths);
    for (const path of reached) {
      for (const { path: name, external } of this.#files.get(path)?.imports ?? []) {
        const imported = external ? undefined : this.#paths.get(name);
        if (imported !== undefined) reached.add(imported);
      }
    }
    return reached;
  }
}

/** Gives each file to the first member that loads it. */
async function distribute(
  outputs: Outputs,
  libs: ReadonlyMap<Member, URL>,
): Promise<ReadonlyMap<Member, Bundled>> {
  const owners = new Map<string, Member>();
  for (const member of libs.keys()) {
    for (const path of outputs.reach(listFiles(member))) {
      if (!owners.has(path)) owners.set(path, member);
    }
  }
  const shared = new Set<Member>();
  const imported = new Map<Member, Set<string>>(Array.from(libs.keys(), (member) => [member, new Set()]));
  const contained = new Map<Member, Map<string, Contained>>();
  for (const [path, owner] of owners) {
    const lib = libs.get(owner);
    if (lib === undefined) continue;
    const packages = imported.get(owner);
    for (const name of outputs.packagesOf(path)) packages?.add(name);
    const written = importByName(await Deno.readTextFile(`${outputs.folder}/${path}`), path, (target) => {
      const other = owners.get(target);
      if (other === undefined || other === owner) return undefined;
      packages?.add(other.name);
      const entry = findEntry(other, target);
      if (entry === undefined) shared.add(other);
      return entry ?? `${other.name}/${INTERNAL}/${target.slice("chunks/".length)}`;
    });
    const parts = await Promise.all(listPackageFolders(outputs.inputsOf(path)).map(readContained));
    const known = contained.get(owner) ?? new Map<string, Contained>();
    for (const part of parts) known.set(part.name, part);
    contained.set(owner, known);
    const file = new URL(path, lib);
    await Deno.mkdir(new URL(".", file), { recursive: true });
    await Deno.writeTextFile(file, parts.length === 0 ? written : `${formatNotice(parts)}\n${written}`);
  }
  for (const member of libs.keys()) assertOwnEntries(member, owners);
  return new Map(Array.from(libs.keys(), (member) => [member, {
    imported: imported.get(member) ?? new Set(),
    licences: formatLicences([...contained.get(member)?.values() ?? []]),
    isShared: shared.has(member),
  }]));
}

/** An import of a file as esbuild writes it: `from "./a.js"`, `import("./a.js")`, `import "./a.js"`. */
const IMPORT = /(\bfrom |\bimport\(|^import )"(\.\.?\/[^"]+\.js)"/gm;

/** The text of a module, with names of packages for the files that `name` has one for. */
function importByName(text: string, path: string, name: (target: string) => string | undefined): string {
  return text.replace(IMPORT, (whole, before: string, specifier: string) => {
    const found = name(new URL(specifier, `file:///${path}`).pathname.slice(1));
    return found === undefined ? whole : `${before}"${found}"`;
  });
}

function listFiles({ entries }: Member): string[] {
  return Object.values(entries).map((module) => `${module}.js`);
}

/** The name of an entry by its file. */
function findEntry({ name, entries }: Member, file: string): string | undefined {
  const entry = Object.entries(entries).find(([, module]) => `${module}.js` === file)?.[0];
  return entry === undefined ? undefined : `${name}${entry.slice(1)}`;
}

/** An entry that another package loads would be a part of that one: it would have what it is to be without. */
function assertOwnEntries(member: Member, owners: ReadonlyMap<string, Member>): void {
  for (const file of listFiles(member)) {
    const owner = owners.get(file);
    if (owner !== member) throw new Error(`${member.name}: ${owner?.name} imports its entry ${file}.`);
  }
}

/** What the modules of src import stays an import, but for the packages that are contained, with all that these import. */
const packagesStayImports: esbuild.Plugin = {
  name: "packages-stay-imports",
  setup({ onResolve }) {
    onResolve({ filter: /^[^.\/]/ }, ({ path, importer, kind }) => {
      if (kind === "entry-point" || importer.includes("/node_modules/")) return undefined;
      const name = findPackageName(path);
      return name !== undefined && CONTAINED.has(name) ? undefined : { path, external: true };
    });
  },
};

/** The files of the page are imported by the name of their package, which is there or not. */
const studioStaysImport: esbuild.Plugin = {
  name: "studio-stays-import",
  setup({ onResolve }) {
    onResolve({ filter: /\/playground\/\w+\.ts$/ }, ({ path, importer, kind }) => {
      if (kind === "entry-point" || importer.startsWith(`${PROJECT}${STUDIO.folder}`)) return undefined;
      const { href } = new URL(path, pathToFileURL(importer));
      const name = findEntryName(href.slice(pathToFileURL(SOURCE).href.length).replace(/\.ts$/, ""));
      return name === undefined ? undefined : { path: name, external: true };
    });
  },
};
