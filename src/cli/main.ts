// `treadle`: the command line of the package. Each command is a file in commands/.

import process from "node:process";
import { Command } from "commander";
import config from "./deno.json" with { type: "json" };
import { feedbackCommand } from "./commands/reports/feedback.ts";
import { alarmsCommand } from "./commands/operate/alarms.ts";
import { agentsCommand } from "./commands/agents.ts";
import { backupCommand } from "./commands/stores/backup.ts";
import { catalogueCommand } from "./commands/catalogue.ts";
import { completionCommand } from "./commands/completion.ts";
import { devCommand } from "./commands/dev.ts";
import { docsCommand } from "./commands/docs.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { lintCommand } from "./commands/lint.ts";
import { evalCommand } from "./commands/eval.ts";
import { newCommand } from "./commands/new.ts";
import { openapiCommand } from "./commands/openapi.ts";
import { keysCommand } from "./commands/operate/keys.ts";
import { pauseCommand, pausesCommand, resumeCommand, stopCommand } from "./commands/operate/pauses.ts";
import { policiesCommand } from "./commands/policies.ts";
import { redisRestCommand } from "./commands/redis_rest.ts";
import { restoreCommand } from "./commands/stores/restore.ts";
import { runCommand } from "./commands/run.ts";
import { threadsCommand } from "./commands/threads/threads.ts";
import { inboxCommand } from "./commands/inbox.ts";
import { openCommand } from "./commands/open.ts";
import { schedulesCommand } from "./commands/schedules.ts";
import { tenantsCommand } from "./commands/stores/tenants.ts";
import { failuresCommand } from "./commands/reports/failures.ts";
import { toolsCommand } from "./commands/reports/tools.ts";
import { tokensCommand } from "./commands/tokens.ts";
import { usageCommand } from "./commands/reports/usage.ts";
import { webhooksCommand } from "./commands/webhooks.ts";
import { verifyCommand } from "./commands/verify.ts";
import { runCommandLine } from "./run_program.ts";

/** The program with all of its commands. */
export function createProgram(): Command {
  return new Command("treadle")
    .description("Builds, runs and examines agents as stateless edge functions.")
    .version(config.version)
    .enablePositionalOptions() // so that --version of a subcommand is its own
    .commandsGroup("A project:")
    .addCommand(newCommand())
    .addCommand(devCommand())
    .addCommand(agentsCommand())
    .addCommand(doctorCommand())
    .addCommand(openCommand())
    .commandsGroup("Runs and people:")
    .addCommand(runCommand())
    .addCommand(threadsCommand())
    .addCommand(inboxCommand())
    .commandsGroup("A deployment:")
    .addCommand(policiesCommand())
    .addCommand(schedulesCommand())
    .addCommand(pauseCommand())
    .addCommand(resumeCommand())
    .addCommand(pausesCommand())
    .addCommand(stopCommand())
    .addCommand(webhooksCommand())
    .addCommand(alarmsCommand())
    .addCommand(feedbackCommand())
    .addCommand(usageCommand())
    .addCommand(failuresCommand())
    .addCommand(toolsCommand())
    .addCommand(tokensCommand())
    .addCommand(keysCommand())
    .addCommand(catalogueCommand())
    .addCommand(backupCommand())
    .addCommand(restoreCommand())
    .addCommand(tenantsCommand())
    .commandsGroup("Quality:")
    .addCommand(lintCommand())
    .addCommand(evalCommand())
    .addCommand(verifyCommand())
    .commandsGroup("Others:")
    .addCommand(completionCommand())
    .addCommand(docsCommand())
    .addCommand(openapiCommand())
    .addCommand(redisRestCommand())
    .helpCommand("help [command]", "Prints the help of a command.");
}

/** Runs the command that the arguments name; after a failure the exit code of the process is 1. */
export async function runProgram(args: readonly string[]): Promise<void> {
  await runCommandLine(createProgram(), args);
}

if (import.meta.main) await runProgram(process.argv.slice(2));
