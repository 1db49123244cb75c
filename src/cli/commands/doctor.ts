// `treadle doctor`: examines a project on this machine, or a deployment.

import { Command } from "commander";
import process from "node:process";
import { CommandError } from "../command_error.ts";
import { type Finding, toText } from "../doctor/finding.ts";
import { examples, print } from "../output.ts";
import { readStoreEnv, STORE_FORMS } from "../project/store_options.ts";

interface DoctorOptions {
  readonly store?: string;
  readonly tenant?: string;
  readonly url?: string;
  readonly key?: string;
  readonly origin?: string;
  readonly envFile?: string;
  readonly json?: boolean;
}

/** The command. Its exit code is 1 when it finds an error. */
export function doctorCommand(): Command {
  return new Command("doctor")
    .description(
      "Examines a project, with --url a deployment, or with --store what a store has, and names each fault with its fix.",
    )
    .argument("[folder]", "the folder of the project", ".")
    .option("--url <url>", "examine the deployment at this address")
    .option("--key <key>", "an API key of the deployment; TREADLE_KEY by default")
    .option(
      "--origin <origin>",
      "the origin of a page that calls the deployment, such as https://app.example.com",
    )
    .option("--store <store>", `examine the forms of what a store has: ${STORE_FORMS}`)
    .option("--tenant <tenant>", "of which tenant; a file of sqlite is examined whole without it")
    .option("--env-file <file>", "the file with the variables of the project, or of the store")
    .option("--json", "print the findings as JSON: [{check, level, detail, fix, see}]")
    .addHelpText(
      "after",
      examples({
        "doctor": "Examine the project in this folder:",
        "doctor --env-file .env.production": "Examine it with the variables of a deployment:",
        "doctor --url https://agents.example.com --key $TREADLE_KEY": "Examine a deployment:",
        "doctor --store sqlite:.data/treadle.sqlite": "Before an upgrade or a rollback, examine a store:",
      }),
    )
    .action(async (folder: string, { json = false, ...options }: DoctorOptions) => {
      const findings = await examine(folder, options);
      print(findings, json, toText);
      if (findings.some(({ level }) => level === "error")) process.exitCode = 1;
    });
}

async function examine(
  folder: string,
  { store, tenant, url, key, origin, envFile }: DoctorOptions,
): Promise<readonly Finding[]> {
  if (store !== undefined && url !== undefined) {
    throw new CommandError("command_line_invalid", "--store and --url examine two things: name one.");
  }
  if (store !== undefined) {
    const { checkStoredForms } = await import("../doctor/stored_forms.ts");
    return await checkStoredForms({ store, tenant, env: readStoreEnv(envFile) });
  }
  const ports = { env: process.env, fetch, clock: Date.now, versions: process.versions };
  if (url === undefined) {
    return await (await import("../doctor/project_findings.ts")).projectFindings(folder, envFile, ports);
  }
  const { checkDeployment } = await import("../doctor/deployment.ts");
  return await checkDeployment({ url, key: key ?? process.env.TREADLE_KEY, origin }, ports);
}
