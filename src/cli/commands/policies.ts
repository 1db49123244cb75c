// `treadle policies`: shows and changes the policies of a running deployment, and judges exported threads by one.

import { Command } from "commander";
import process from "node:process";
import type { PolicyDetail, PolicyLine } from "../../core/contract/policies.ts";
import { compileRules } from "../../core/policy/rule_set.ts";
import type { Refusal } from "../../plugins/policies/judge_threads.ts";
import { examples, print } from "../output.ts";
import { connect } from "../project/connect.ts";
import { formatTable } from "../terminal/table.ts";
import { removeAt, requestDoor, serverCommand, type ServerCommandOptions } from "./_server_command.ts";

const DOOR = { plugin: "policies()", entry: "policies" } as const;

/** The command. The exit code of `check` is 0 when the policy would have refused nothing, and 1 when it would, or cannot be read. */
export function policiesCommand(): Command {
  return new Command("policies")
    .alias("policy")
    .description("Shows and changes the policies of a deployment, and judges past threads by one.")
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(putCommand())
    .addCommand(deleteCommand())
    .addCommand(checkCommand());
}

function listCommand(): Command {
  return serverCommand("list", "Lists the policies that agents can name.", {
    "policies list": "The policies of this project:",
  }).action(async ({ json = false, ...server }: ServerCommandOptions) => {
    await using connection = await connect(server);
    const list = await requestDoor<{ policies: readonly PolicyLine[] }>(connection, DOOR, "/v1/policies");
    print(list, json, ({ policies }) =>
      formatTable<PolicyLine>([
        { head: "POLICY", cell: ({ name }) => name },
        {
          head: "ORIGIN",
          cell: ({ origin }) => origin === "stored" ? { text: origin, style: "cyan" } : origin,
        },
      ], policies));
  });
}

function showCommand(): Command {
  const lines = {
    "policies show guarded": "What a name stands for now:",
    "policies show guarded --json > guarded.json": "Keep it, to change it and put it back:",
  };
  return serverCommand("show", "Prints the policy that a name stands for now.", lines)
    .argument("<name>", "the policy")
    .action(async (name: string, { json = false, ...server }: ServerCommandOptions) => {
      await using connection = await connect(server);
      print(await requestDoor<PolicyDetail>(connection, DOOR, toPolicyPath(name)), json, toText);
    });
}

function putCommand(): Command {
  const lines = {
    "policies put guarded policies.yaml": "Store the policy of a file:",
    "policies put guarded guarded.json": "Store what show --json has printed, changed:",
  };
  return serverCommand("put", "Stores a policy. It holds from the next step on.", lines)
    .argument("<name>", "the policy")
    .argument("<file>", "a policies.yaml, or JSON of one policy")
    .action(async (name: string, file: string, { json = false, ...server }: ServerCommandOptions) => {
      const { readPolicyFile } = await import("../policies/read_policy.ts");
      const { name: _name, ...body } = await readPolicyFile(file, name);
      await using connection = await connect(server);
      const stored = await requestDoor<PolicyDetail>(connection, DOOR, toPolicyPath(name), {
        method: "PUT",
        body,
      });
      print(stored, json, (policy) => `${name} is stored.\n${toText(policy)}`);
    });
}

function deleteCommand(): Command {
  const lines = { "policies delete guarded": "Have the policy of the code hold again:" };
  return serverCommand("delete", "Removes a stored policy: that of the code holds again.", lines)
    .argument("<name>", "the policy")
    .action(async (name: string, { json = false, ...server }: ServerCommandOptions) => {
      await using connection = await connect(server);
      await removeAt(connection, toPolicyPath(name));
      print({ name, deleted: true }, json, () => `${name} is deleted.`);
    });
}

function toPolicyPath(name: string): string {
  return `/v1/policies/${encodeURIComponent(name)}`;
}

function toText(policy: PolicyDetail): string {
  const { name, origin, description, mode, choice, conditions, agents } = policy;
  const rules = compileRules(policy.rules).map((rule) => `  rule    ${rule.name}`);
  return [
    `${name}: ${origin}, ${mode === "shadow" ? "only reports" : "enforced"}`,
    ...description === "" ? [] : [`  for     ${description}`],
    ...rules,
    ...conditions.map((each) => `  when    ${JSON.stringify(each.when)}: ${JSON.stringify(each.choice)}`),
    ...choice === null ? [] : [`  choice  ${JSON.stringify(choice)}`],
    `  agents  ${agents.join(", ") || "none"}`,
  ].join("\n");
}

interface CheckOptions {
  readonly policy: string;
  readonly name?: string;
  readonly threads: readonly string[];
  readonly json?: boolean;
}

function checkCommand(): Command {
  return new Command("check")
    .description("Says what a policy would have refused in past threads. No model is called.")
    .requiredOption(
      "--policy <policy>",
      "a built-in name, a policies.yaml, or the JSON of GET /v1/policies/:name",
    )
    .requiredOption("--threads <files...>", "JSON of GET /v1/threads/:id/history, one file a thread")
    .option("--name <name>", "the policy of a file that has several")
    .option("--json", "print what would be refused as JSON")
    .addHelpText(
      "after",
      examples({
        "policies check --policy production --threads t1.json t2.json":
          "Judge two threads by a built-in policy:",
        "policies check --policy policies.yaml --name guarded --threads t1.json": "By one of a file:",
      }),
    )
    .action(async (options: CheckOptions) => {
      if (await check(options) > 0) process.exitCode = 1;
    });
}

/** Prints what would have been refused, and returns how much that is. */
async function check({ policy: source, name, threads, json = false }: CheckOptions): Promise<number> {
  const [{ loadPolicy, readText }, { readExportedThread, refusalLine, refusalsIn }] = await Promise.all([
    import("../policies/read_policy.ts"),
    import("../../plugins/policies/judge_threads.ts"),
  ]);
  const policy = await loadPolicy(source, name);
  const refusals: { readonly file: string; readonly refusal: Refusal }[] = [];
  for (const file of threads) {
    const entries = readExportedThread(await readText(file), file);
    for (const refusal of refusalsIn(entries, policy)) refusals.push({ file, refusal });
  }
  const report = {
    policy: policy.name,
    threads: threads.length,
    refusals: refusals.map(({ file, refusal }) => ({ file, ...refusal })),
  };
  print(report, json, () =>
    [
      ...refusals.map(({ file, refusal }) => refusalLine(file, refusal)),
      `${threads.length} threads, ${refusals.length} refusals by the rules of ${policy.name}.`,
    ].join("\n"));
  return refusals.length;
}
