// The findings about a project. A later check runs only where the earlier ones leave it something to find: a project with a
// wrong variable does not start, and its start would name the same fault again.

import type { Clock, Env } from "../../core/ports.ts";
import { readProject } from "../project/project.ts";
import { checkAccess } from "./access.ts";
import { checkAgentFiles } from "./agent_files.ts";
import { checkAgents } from "./agents.ts";
import { checkEnvironment, checkNames } from "./environment.ts";
import type { Finding } from "./finding.ts";
import { checkPort, checkRuntime } from "./machine.ts";
import { checkModels, type NamedModel } from "./models.ts";
import { checkStore } from "./store.ts";
import { checkWorkers, hasObjects } from "./workers.ts";

/** What the checks take from the process that runs them. */
export interface DoctorPorts {
  readonly env: Env;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  /** `versions` of node:process. */
  readonly versions: Readonly<Record<string, string | undefined>>;
}

/**
 * Examines the project in a folder with the variables of `envFile`, by default those of its own file.
 *
 * @throws {CommandError} entry_missing, when there is no project in the folder
 */
export async function projectFindings(
  folder: string,
  envFile: string | undefined,
  { env: processEnv, fetch, clock, versions }: DoctorPorts,
): Promise<Finding[]> {
  const project = readProject(folder, processEnv, envFile);
  const { env, wrangler } = project;
  const findings = [
    ...checkRuntime(versions),
    ...(wrangler === undefined ? [] : checkWorkers(wrangler, folder)),
    ...checkEnvironment(env),
    ...checkNames(env),
  ];
  if (hasError(findings)) return findings;

  findings.push(
    ...checkAccess(env),
    ...await checkPort(env),
    ...await checkStore(env, {
      folder,
      isWorker: project.entry === undefined,
      hasObjects: wrangler !== undefined && hasObjects(wrangler),
      fetch,
      clock,
    }),
    ...await checkAgentFiles(folder),
  );
  const byDefault: NamedModel = { ref: env.TREADLE_MODEL || "scripted/demo", by: "TREADLE_MODEL" };
  const defaultModel = await checkModels([byDefault], env, fetch);
  if (hasError([...findings, ...defaultModel])) return [...findings, ...defaultModel];

  const agents = await checkAgents(project, byDefault);
  return [...findings, ...agents.findings, ...await checkModels(agents.models, env, fetch)];
}

function hasError(findings: readonly Finding[]): boolean {
  return findings.some(({ level }) => level === "error");
}
