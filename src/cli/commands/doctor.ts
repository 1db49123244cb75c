// `treadle doctor`: examines a project on this machine, or a deployment.

import { Command } from "commander";
import process from "node:process";
import { toText } from "../doctor/finding.ts";
import { examples, print } from "../output.ts";

interface DoctorOptions {
  readonly url?: string;
  readonly key?: string;
  readonly origin?: string;
  readonly envFile?: string;
  readonly json?: boolean;
}

/** The command. Its exit code is 1 when it finds an error. */
export function doctorCommand(): Command {
  return new Command("doctor")
    .description("Examines a project, or with --url a deployment, and names each fault with its fix.")
    .argument("[folder]", "the folder of the project", ".")
    .option("--url <url>", "examine the deployment at this address")
    .option("--key <key>", "an API key of the deployment; TREADLE_KEY by default")
    .option(
      "--origin <origin>",
      "the origin of a page that calls the deployment, such as https://app.example.com",
    )
    .option("--env-file <file>", "the file with the variables of the project")
    .option("--json", "print the findings as JSON: [{check, level, detail, fix, see}]")
    .addHelpText(
      "after",
      examples({
        "doctor": "Examine the project in this folder:",
        "doctor --env-file .env.production": "Examine it with the variables of a deployment:",
        "doctor --url https://agents.example.com --key $TREADLE_KEY": "Examine a deployment:",
      }),
    )
    .action(async (folder: string, { url, key, origin, envFile, json = false }: DoctorOptions) => {
      const ports = { env: process.env, fetch, clock: Date.now, versions: process.versions };
      const findings = url === undefined
        ? await (await import("../doctor/project_findings.ts")).projectFindings(folder, envFile, ports)
        : await (await import("../doctor/deployment.ts")).checkDeployment({
          url,
          key: key ?? process.env.TREADLE_KEY,
          origin,
        }, ports);
      print(findings, json, toText);
      if (findings.some(({ level }) => level === "error")) process.exitCode = 1;
    });
}
