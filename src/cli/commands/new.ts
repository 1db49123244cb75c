// `treadle new`: makes a project from a template.

import { Command } from "commander";
import { env, stdin, stdout } from "node:process";
import config from "../deno.json" with { type: "json" };
import { CommandError } from "../command_error.ts";
import { createProject } from "../new/create_project.ts";
import { detectPackageManager } from "../new/package_manager.ts";
import { shellWord } from "../new/shell_word.ts";
import { askTemplate, isTemplate, type Template, TEMPLATE_NAMES, TEMPLATES } from "../new/templates.ts";
import { examples, print } from "../output.ts";

interface NewOptions {
  readonly template?: string;
  readonly package?: string;
  readonly json?: boolean;
}

/** The command. On a terminal it asks for the template that is not given; elsewhere it takes the first. */
export function newCommand(): Command {
  return new Command("new")
    .description("Makes a project: an agent, a tool with its test, and a server.")
    .argument("<folder>", "the folder to make; its last name is the name of the project")
    .option("--template <name>", `one of ${TEMPLATE_NAMES.join(", ")}`)
    .option(
      "--package <version>",
      "the range of versions of the packages, or the path of the tarball of @treadle/treadle",
    )
    .option("--json", "print JSON, and ask nothing")
    .addHelpText(
      "after",
      examples({
        "new my-agent": "Make a project in my-agent:",
        "new my-agent --template cloudflare": "For Cloudflare Workers, without a question:",
      }),
    )
    .action(async (folder: string, { template: named, package: dependency, json = false }: NewOptions) => {
      const template = await chooseTemplate(named, json);
      const project = await createProject({ folder, template, version: config.version, dependency });
      const manager = detectPackageManager(env.npm_config_user_agent);
      const next = [`cd ${shellWord(folder)}`, ...TEMPLATES[template].start(manager)];
      print(
        { name: project.name, folder, template, files: [...project.files], next },
        json,
        () =>
          `${project.name} is made from the template ${template}. Go on with:\n\n  ${next.join("\n  ")}\n`,
      );
    });
}

async function chooseTemplate(named: string | undefined, json: boolean): Promise<Template> {
  if (named === undefined) {
    return !json && stdin.isTTY && stdout.isTTY ? await askTemplate(stdin, stdout) : "deno";
  }
  if (isTemplate(named)) return named;
  throw new CommandError(
    "template_unknown",
    `There is no template "${named}". Fix: --template ${TEMPLATE_NAMES.join(", --template ")}`,
  );
}
