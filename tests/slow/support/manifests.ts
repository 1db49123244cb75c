/** The manifests of the project and of its tests, for tests that look up a package or copy the project. */
import project from "../../../deno.json" with { type: "json" };
import cli from "../../../src/cli/deno.json" with { type: "json" };
import evaluation from "../../../src/evaluation/deno.json" with { type: "json" };
import browser from "../../../src/playground/browser/deno.json" with { type: "json" };
import studio from "../../../src/playground/deno.json" with { type: "json" };
import channels from "../../../src/plugins/channels/deno.json" with { type: "json" };
import react from "../../../src/react/deno.json" with { type: "json" };
import bridge from "../../../src/redis_rest/deno.json" with { type: "json" };
import bench from "../../bench/deno.json" with { type: "json" };
import tests from "../../deno.json" with { type: "json" };
import slow from "../deno.json" with { type: "json" };
import { join } from "node:path/posix";
import { projectRoot } from "../../support/project.ts";

/** Every package that src imports, those of members of the workspace included. */
const ofSource = { ...project.imports, ...cli.imports, ...browser.imports, ...bridge.imports };

/** Every package that the project imports, its tests included, by name, as manifests have them. */
export const packages: Readonly<Record<string, string>> = {
  ...ofSource,
  ...tests.imports,
  ...bench.imports,
  ...slow.imports,
};

/** The manifests of the packages by their folders. */
const PACKAGES = {
  ".": project,
  "src/cli": cli,
  "src/evaluation": evaluation,
  "src/playground": studio,
  "src/plugins/channels": channels,
  "src/react": react,
  "src/redis_rest": bridge,
};

/** The file of every entry of the packages, as a path of the project, by the names that users import. */
export const entryFiles: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(PACKAGES).flatMap(([folder, { name, exports }]) =>
    Object.entries(exports).map(([entry, file]) => [`${name}${entry.slice(1)}`, join(folder, file)])
  ),
);

/** Copies deno.json and deno.lock to a folder that has no tests, so the manifest has no member. */
export async function copyManifest(folder: string): Promise<void> {
  const { workspace: _members, ...manifest } = project;
  await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify({ ...manifest, imports: ofSource }));
  await Deno.copyFile(new URL("deno.lock", projectRoot), `${folder}/deno.lock`);
}
