// The declarations of the packages: the compiler of TypeScript writes one file for each module, and those stay that an
// entry refers to. A type error is an error here, since a type that is not found would be `any` for the user.

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import config from "../../../deno.json" with { type: "json" };
import { PAGE_NAMES } from "../../http/page/names.ts";
import { findPackageName, INTERNAL } from "./manifest.ts";
import type { Member } from "./members.ts";

const PROJECT = fileURLToPath(new URL("../../../", import.meta.url));

/** Types of files that are imported as text. */
export const TEXT_FILES: string = [
  "*.css",
  "*.html",
  "*.txt",
  "*/page.js",
  ...PAGE_NAMES.map((name) => `*/dist/${name}`),
]
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

/** What was written of a member. */
export interface Declared {
  /** The packages that its declarations import, other members among them. */
  readonly imported: ReadonlySet<string>;
  /** Whether another member refers to declarations of it. */
  readonly isShared: boolean;
}

/**
 * Writes the declarations of the entries of these members, each into its folder of `libs`. What the compiler knows of unchanged modules
 * stays in the folder `kept`, for the next time: it checks the others alone, in a fifth of the time and half of the memory.
 *
 * @throws {Error} with the compiler's report
 */
export async function declareMembers(
  libs: ReadonlyMap<Member, URL>,
  kept?: URL,
): Promise<ReadonlyMap<Member, Declared>> {
  const folder = kept === undefined
    ? await Deno.makeTempDir({ prefix: "treadle-declarations-" })
    : fileURLToPath(kept).replace(/\/$/, "");
  await Deno.mkdir(folder, { recursive: true });
  try {
    // One compiler at a time; the lock is the system's, so it ends with the process that holds it.
    using lock = await Deno.open(`${folder}/lock`, { create: true, write: true });
    await lock.lock(true);
    await compile(Array.from(libs.keys(), ({ entries }) => Object.values(entries)).flat(), folder);
    return await copyReferred(libs, `${folder}/out/src/`);
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
        tsBuildInfoFile: `${folder}/out/known.json`, // a state without what it says was written is worth nothing
        rootDir: PROJECT,
        outDir: `${folder}/out`,
      },
      files: [
        `${folder}/text_files.d.ts`,
        ...entries.map((entry) => `${PROJECT}src/${entry}.ts`),
      ],
    }),
  );
  const tsc = ["run", "-A", "-q", `${config.imports.typescript}/tsc`, "-p", folder, "--pretty", "false"];
  const args = [...tsc, "--checkers", "1"]; // several know each type several times: half as much memory again, and no less time on two cores
  await promisify(execFile)(Deno.execPath(), args, { cwd: PROJECT }).catch((thrown: { stdout?: string }) => {
    throw new Error(`The declarations cannot be made:\n${thrown.stdout ?? ""}`, { cause: thrown });
  });
}

/**
 * Copies what the entries refer to, with `.js` for `.ts` in what a declaration imports, as every resolver knows it. A member beside the
 * runtime refers to the declarations of the runtime, and of others beside it; another member has copies of those that it needs.
 */
async function copyReferred(
  libs: ReadonlyMap<Member, URL>,
  from: string,
): Promise<ReadonlyMap<Member, Declared>> {
  const members = [...libs.keys()];
  const imported = new Map(members.map((member) => [member, new Set<string>()]));
  const shared = new Set<Member>();
  const referred = new Map<string, { readonly member: Member; readonly module: string }>();
  const refer = (member: Member, module: string) =>
    referred.set(`${member.name} ${module}`, { member, module });
  for (const member of members) for (const module of Object.values(member.entries)) refer(member, module);
  for (const { member, module } of referred.values()) { // of those too that are added meanwhile
    const packages = imported.get(member);
    const text = await Deno.readTextFile(`${from}${module}.d.ts`);
    const written = text.replace(SPECIFIER, (whole, before?: string, specifier = "") => {
      if (before === undefined) return whole;
      const name = findPackageName(specifier);
      if (name !== undefined) packages?.add(name);
      if (!specifier.startsWith(".")) return whole;
      const target = new URL(specifier, `file:///${module}`).pathname.slice(1).replace(/\.ts$/, "");
      const owner = findOwner(target, member, members);
      refer(owner, target);
      if (owner === member) return `${before}"${specifier.replace(/\.ts$/, ".js")}"`;
      packages?.add(owner.name);
      shared.add(owner);
      return `${before}"${owner.name}/${INTERNAL}/${target}.js"`;
    });
    const file = new URL(`${module}.d.ts`, libs.get(member));
    await Deno.mkdir(new URL(".", file), { recursive: true });
    await Deno.writeTextFile(file, written);
  }
  return new Map(members.map((member) => [member, {
    imported: imported.get(member) ?? new Set(),
    isShared: shared.has(member),
  }]));
}

/** The member whose package has the declaration of a module that `member` refers to. */
function findOwner(module: string, member: Member, members: readonly Member[]): Member {
  if (!member.isBesideRuntime) return member;
  const beside = members.filter(({ isBesideRuntime, folder }) =>
    isBesideRuntime && `src/${module}`.startsWith(folder)
  );
  return beside.toSorted((one, other) => other.folder.length - one.folder.length)[0] ?? member;
}
