// `treadle new`: makes a project from a template, or from a starter over it.

import { Command, Option } from "commander";
import { env, stdin, stdout } from "node:process";
import config from "../deno.json" with { type: "json" };
import { CommandError } from "../command_error.ts";
import { createProject } from "../new/create_project.ts";
import { detectPackageManager } from "../new/package_manager.ts";
import { shellWord } from "../new/shell_word.ts";
import { findStarter, STARTER_NAMES, STARTER_TEMPLATES, STARTERS } from "../new/starters.ts";
import { askTemplate, isTemplate, type Template, TEMPLATE_NAMES, TEMPLATES } from "../new/templates.ts";
import { examples, print } from "../output.ts";

interface NewOptions {
  readonly template?: string;
  readonly starter?: string;
  readonly package?: string;
  readonly json?: boolean;
}

/** The command. On a terminal it asks for the template that is not given; elsewhere it takes the first. */
export function newCommand(): Command {
  return new Command("new")
    .description("Makes a project: an agent, a tool with its test, and a server.")
    .argument("<folder>", "the folder to make; its last name is the name of the project")
    .option("--template <name>", `one of ${TEMPLATE_NAMES.join(", ")}`)
    .addOption(
      // The choices are for completion and help; findStarter refuses others, with the fix.
      new Option("--starter <name>", "a project by its job").choices(STARTER_NAMES).argParser(String),
    )
    .option(
      "--package <version>",
      "the range of versions of the packages, or the path of the tarball of @treadle/treadle",
    )
    .option("--json", "print JSON, and ask nothing")
    .addHelpText("after", `\nStarters:\n${listStarters()}`)
    .addHelpText(
      "after",
      examples({
        "new my-agent": "Make a project in my-agent:",
        "new my-agent --template cloudflare": "For Cloudflare Workers, without a question:",
        "new my-agent --starter webhook-triage": "By its job:",
      }),
    )
    .action(async (folder: string, options: NewOptions) => {
      const { template: named, package: dependency, json = false } = options;
      const starter = findStarter(options.starter);
      const template = await chooseTemplate(named, json, starter && STARTER_TEMPLATES);
      const project = await createProject({ folder, template, starter, version: config.version, dependency });
      const manager = detectPackageManager(env.npm_config_user_agent);
      const next = [`cd ${shellWord(folder)}`, ...TEMPLATES[template].start(manager)];
      const source = starter === undefined ? `template ${template}` : `starter ${starter} for ${template}`;
      print(
        { name: project.name, folder, template, ...starter && { starter }, files: [...project.files], next },
        json,
        () => `${project.name} is made from the ${source}. Go on with:\n\n  ${next.join("\n  ")}\n`,
      );
    });
}

function listStarters(): string {
  const lines = Object.entries(STARTERS).map(([name, description]) => `  ${name.padEnd(18)}${description}`);
  return lines.join("\n");
}

async function chooseTemplate(
  named: string | undefined,
  json: boolean,
  offered: readonly Template[] = TEMPLATE_NAMES,
): Promise<Template> {
  if (named === undefined) {
    return !json && stdin.isTTY && stdout.isTTY ? await askTemplate(stdin, stdout, offered) : "deno";
  }
  if (isTemplate(named)) return named;
  throw new CommandError(
    "template_unknown",
    `There is no template "${named}". Fix: --template ${TEMPLATE_NAMES.join(", --template ")}`,
  );
}
