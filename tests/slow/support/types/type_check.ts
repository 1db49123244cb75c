/**
 * The types of modules of the project, by the compiler of TypeScript: a fifth of the CPU time of `deno check`, which remains the
 * check of all that is committed (`deno task check`). Only for modules that a test makes or chooses.
 */

import config from "../../../../deno.json" with { type: "json" };
import { TEXT_FILES } from "../../../../src/tasks/pack/declarations.ts";
import { entryFiles } from "../manifests.ts";
import { fromFileUrl, projectRoot } from "../../../support/project.ts";

/** What the compiler reports of these files and all that they import, "" when nothing is wrong. Packages are those of this project. */
export async function typeErrors(files: readonly string[]): Promise<string> {
  const project = fromFileUrl(projectRoot);
  const folder = await Deno.makeTempDir({ prefix: "treadle-types-" });
  try {
    await Deno.writeTextFile(`${folder}/text_files.d.ts`, TEXT_FILES);
    await Deno.writeTextFile(
      `${folder}/tsconfig.json`,
      JSON.stringify({
        compilerOptions: {
          ...config.compilerOptions,
          lib: ["esnext", "dom", "dom.iterable", "dom.asynciterable"],
          target: "esnext",
          module: "esnext",
          jsx: "react-jsx",
          moduleResolution: "bundler",
          typeRoots: [`${project}node_modules/@types`],
          types: ["deno", "node"],
          paths: { ...namedFiles(project), react: [`${project}src/react/react.d.ts`] },
          allowImportingTsExtensions: true,
          resolveJsonModule: true,
          skipLibCheck: true,
          noEmit: true,
        },
        files: [`${folder}/text_files.d.ts`, ...files],
      }),
    );
    // One thread takes half of the CPU time of all.
    const words = ["-p", folder, "--pretty", "false", "--singleThreaded"];
    const args = ["run", "-A", "-q", `${config.imports.typescript}/tsc`, ...words];
    const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd: project })
      .output();
    const [report = "", fault = ""] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
    if (!success && report === "") throw new Error(`The compiler of TypeScript did not run:\n${fault}`);
    return report;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** The entries of the packages by the names that users import, and the files that deno.json has under a name. */
function namedFiles(project: string): Record<string, string[]> {
  const named = Object.entries(config.imports).filter(([, file]) => file.startsWith("./"))
    .map(([name, file]) => [name, file.slice(2)] as const);
  const files = [...Object.entries(entryFiles), ...named];
  return Object.fromEntries(files.map(([name, file]) => [name, [`${project}${file}`]]));
}
