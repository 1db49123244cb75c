// The declarations of the package: the compiler of TypeScript writes one file for each module, and those stay that an
// entry refers to. A type error is an error here, since a type that is not found would be `any` for the user.

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import config from "../../../deno.json" with { type: "json" };
import { PAGE_NAMES } from "../../http/page/names.ts";
import { COMMAND_LINE, findPackageName } from "./manifest.ts";

const PROJECT = fileURLToPath(new URL("../../../", import.meta.url));

/** Types of files that are imported as text. */
export const TEXT_FILES: string = ["*.css", "*.html", "*.txt", ...PAGE_NAMES.map((name) => `*/dist/${name}`)]
  .map((pattern) => `declare module "${pattern}" {\n  const text: string;\n  export default text;\n}\n`).join(
    "",
  );

/** Node 20 has what ES2023 has, and whole strings; what is newer must not be used by the package. */
const LIBRARIES = [
  "es2023",
  "es2024.string",
  "esnext.disposable",
  "dom",
  "dom.iterable",
  "dom.asynciterable",
];

/** A comment, or a string with what makes it the specifier of a module: `from "x"`, `import("x")`, `import "x"`. */
const SPECIFIER = /\/\*[^]*?\*\/|\/\/.*|(\bfrom |\bimport\(|\bimport )?"((?:[^"\\]|\\.)*)"/g;

/**
 * Writes the declarations of these entries, as paths below src without an extension, and returns the packages that they
 * import. What the compiler knows of unchanged modules stays in the folder `kept`, for the next time: it checks the others alone, in a
 * fifth of the time and half of the memory.
 *
 * @throws {Error} with the compiler's report
 */
export async function declarePackage(entries: readonly string[], lib: URL, kept?: URL): Promise<string[]> {
  const folder = kept === undefined
    ? await Deno.makeTempDir({ prefix: "treadle-declarations-" })
    : fileURLToPath(kept).replace(/\/$/, "");
  await Deno.mkdir(folder, { recursive: true });
  try {
    // One compiler at a time; the lock is the system's, so it ends with the process that holds it.
    using lock = await Deno.open(`${folder}/lock`, { create: true, write: true });
    await lock.lock(true);
    await compile(entries, folder);
    return await copyReferred(entries, `${folder}/out/src/`, fileURLToPath(lib));
  } finally {
    if (kept === undefined) await Deno.remove(folder, { recursive: true });
  }
}

async function compile(entries: readonly string[], folder: string): Promise<void> {
  await Deno.writeTextFile(`${folder}/text_files.d.ts`, TEXT_FILES);
  await Deno.writeTextFile(
    `${folder}/tsconfig.json`,
    JSON.stringify({
      compilerOptions: {
        ...config.compilerOptions,
        lib: LIBRARIES,
        target: "es2023",
        module: "esnext",
        moduleResolution: "bundler",
        typeRoots: [`${PROJECT}node_modules/@types`],
        types: ["deno", "node"],
        paths: { react: [`${PROJECT}src/react/react.d.ts`] },
        allowImportingTsExtensions: true,
        resolveJsonModule: true,
        skipLibCheck: true,
        declaration: true,
        emitDeclarationOnly: true,
        noEmitOnError: true,
        incremental: true,
        tsBuildInfoFile: `${folder}/known.json`,
        rootDir: PROJECT,
        outDir: `${folder}/out`,
      },
      files: [
        `${folder}/text_files.d.ts`,
        ...[...entries, COMMAND_LINE].map((entry) => `${PROJECT}src/${entry}.ts`),
      ],
    }),
  );
  const tsc = ["run", "-A", "-q", `${config.imports.typescript}/tsc`, "-p", folder, "--pretty", "false"];
  const args = [...tsc, "--checkers", "1"]; // several know each type several times: half as much memory again, and no less time on two cores
  await promisify(execFile)(Deno.execPath(), args, { cwd: PROJECT }).catch((thrown: { stdout?: string }) => {
    throw new Error(`The declarations cannot be made:\n${thrown.stdout ?? ""}`, { cause: thrown });
  });
}

/** Copies what the entries refer to, with `.js` for `.ts` in what a declaration imports, as every resolver knows it. */
async function copyReferred(entries: readonly string[], from: string, to: string): Promise<string[]> {
  const packages = new Set<string>();
  const modules = new Set(entries);
  for (const module of modules) {
    const text = await Deno.readTextFile(`${from}${module}.d.ts`);
    const written = text.replace(SPECIFIER, (whole, before?: string, specifier = "") => {
      if (before === undefined) return whole;
      const name = findPackageName(specifier);
      if (name !== undefined) packages.add(name);
      if (!specifier.startsWith(".")) return whole;
      modules.add(new URL(specifier, `file:///${module}`).pathname.slice(1).replace(/\.ts$/, ""));
      return `${before}"${specifier.replace(/\.ts$/, ".js")}"`;
    });
    const file = `${to}${module}.d.ts`;
    await Deno.mkdir(file.slice(0, file.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(file, written);
  }
  return [...packages];
}
