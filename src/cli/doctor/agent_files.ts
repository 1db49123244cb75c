// Whether the YAML agents of a project can be compiled, and whether the module beside them has what they say.

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { yamlProblemText } from "../../agents/yaml/spec.ts";
import { DRIVERS } from "../../deps/built_in.ts";
import { PROVIDERS } from "../../provider_registry.ts";
import { AGENT_FOLDERS, COMPILED } from "../agent_folders.ts";
import { compileAgents } from "../compile_agents.ts";
import { createFindings, type Finding } from "./finding.ts";

const { ok, error, warning } = createFindings("yaml");

/** The findings about each folder with YAML agents. Nothing is written. */
export async function checkAgentFiles(project: string): Promise<Finding[]> {
  const folders = AGENT_FOLDERS.filter((folder) => hasYaml(join(project, folder)));
  return (await Promise.all(folders.map((folder) => checkFolder(project, folder)))).flat();
}

function hasYaml(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).some((name) => /\.ya?ml$/.test(name));
}

async function checkFolder(project: string, folder: string): Promise<Finding[]> {
  const compiled = await compileAgents(join(project, folder), {
    check: true,
    drivers: Object.keys(DRIVERS),
    providers: Object.keys(PROVIDERS).sort(),
  });
  if (compiled.type === "problems") {
    return compiled.problems.map((problem) => {
      const file = join(folder, problem.file.slice(join(project, folder).length));
      return error(yamlProblemText({ ...problem, file }), problem.fix);
    });
  }
  const names = compiled.agents.join(", ") || "no agent";
  if (compiled.state === "current") return [ok(`${folder}/${COMPILED} has what the files say: ${names}`)];
  const fix = `treadle agents ${folder}`;
  return existsSync(join(project, folder, COMPILED))
    ? [warning(`${folder}/${COMPILED} has not what the files say (${names}), and is what is served`, fix)]
    : [error(`the files of ${folder} (${names}) are not compiled, so nothing serves them`, fix)];
}
