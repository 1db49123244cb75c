/** The manifests of the project and of its tests, for tests that look up a package or copy the project. */
import project from "../../../deno.json" with { type: "json" };
import cli from "../../../src/cli/deno.json" with { type: "json" };
import browser from "../../../src/playground/browser/deno.json" with { type: "json" };
import bridge from "../../../src/redis_rest/deno.json" with { type: "json" };
import bench from "../../bench/deno.json" with { type: "json" };
import tests from "../../deno.json" with { type: "json" };
import slow from "../deno.json" with { type: "json" };
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

/** Copies deno.json and deno.lock to a folder that has no tests, so the manifest has no member. */
export async function copyManifest(folder: string): Promise<void> {
  const { workspace: _members, ...manifest } = project;
  await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify({ ...manifest, imports: ofSource }));
  await Deno.copyFile(new URL("deno.lock", projectRoot), `${folder}/deno.lock`);
}
