// `treadle schedules`: shows the schedules of a running deployment, pauses them, and runs them now.

import { Command } from "commander";
import type { ScheduleView, StartedRun } from "../../core/contract/schedules.ts";
import { print } from "../output.ts";
import { connect } from "../project/connect.ts";
import { toStateWord } from "../terminal/status_words.ts";
import { formatTable } from "../terminal/table.ts";
import { showTime } from "../terminal/times.ts";
import { requestDoor, serverCommand, type ServerCommandOptions } from "./_server_command.ts";

const DOOR = { plugin: "schedules()", entry: "schedules" } as const;

/** The command with its subcommands. */
export function schedulesCommand(): Command {
  return new Command("schedules")
    .description("Shows the schedules of a deployment, pauses them, and runs them now.")
    .addCommand(listCommand())
    .addCommand(
      changeCommand("pause", "Pauses a schedule: its times pass without a run.", "Stop the runs of one:"),
    )
    .addCommand(
      changeCommand("resume", "Resumes a schedule: it goes on with its next time.", "Have them go on:"),
    )
    .addCommand(runCommand());
}

function listCommand(): Command {
  return serverCommand("list", "Lists the schedules with their next and last runs.", {
    "schedules list": "The schedules of this project:",
  }).action(async ({ json = false, ...server }: ServerCommandOptions) => {
    await using connection = await connect(server);
    const list = await requestDoor<{ schedules: readonly ScheduleView[] }>(
      connection,
      DOOR,
      "/v1/schedules",
    );
    print(list, json, ({ schedules }) => toTable(schedules));
  });
}

function changeCommand(action: "pause" | "resume", description: string, example: string): Command {
  return serverCommand(action, description, { [`schedules ${action} triage nightly`]: example })
    .argument("<agent>", "the agent")
    .argument("<name>", "the schedule")
    .action(async (agent: string, name: string, { json = false, ...server }: ServerCommandOptions) => {
      await using connection = await connect(server);
      const path = `${toSchedulePath(agent, name)}/${action}`;
      const changed = await requestDoor<ScheduleView>(connection, DOOR, path, { method: "POST" });
      print(changed, json, (schedule) => toTable([schedule]));
    });
}

function runCommand(): Command {
  const lines = {
    "schedules run triage nightly": "One run now, also while it is paused:",
    "schedules run triage nightly --idempotency-key today": "The same key is the same run:",
  };
  return serverCommand("run", "Runs a schedule now; its times do not change.", lines)
    .argument("<agent>", "the agent")
    .argument("<name>", "the schedule")
    .option("--idempotency-key <key>", "a key that is the same run each time; a new one by default")
    .action(
      async (
        agent: string,
        name: string,
        { idempotencyKey, json = false, ...server }: ServerCommandOptions & {
          readonly idempotencyKey?: string;
        },
      ) => {
        await using connection = await connect(server);
        const key = idempotencyKey ?? crypto.randomUUID(); // a request that is sent again starts one run
        const started = await requestDoor<StartedRun>(
          connection,
          DOOR,
          `${toSchedulePath(agent, name)}/run`,
          {
            method: "POST",
            headers: { "idempotency-key": key },
          },
        );
        print(
          started,
          json,
          ({ thread }) => `${agent}/${name} runs in ${thread}. Follow it: treadle threads tail ${thread}`,
        );
      },
    );
}

function toSchedulePath(agent: string, name: string): string {
  return `/v1/schedules/${encodeURIComponent(agent)}/${encodeURIComponent(name)}`;
}

function toTable(schedules: readonly ScheduleView[]): string {
  if (schedules.length === 0) {
    return "There is no schedule. An agent has them: defineAgent({ schedules: [{ name, cron, input }] })";
  }
  return formatTable<ScheduleView>([
    { head: "AGENT", cell: ({ agent }) => agent },
    { head: "SCHEDULE", cell: ({ name }) => name },
    { head: "STATUS", cell: ({ status }) => toStateWord(status) },
    { head: "WHEN", cell: ({ cron, at, timezone }) => cron === null ? at ?? "" : `${cron} ${timezone}` },
    { head: "NEXT", cell: ({ next }) => next === null ? "" : showTime(next) },
    {
      head: "LAST",
      cell: ({ last }) => {
        if (last === null) return "";
        const { at, error } = last;
        return error === null ? showTime(at) : { text: `${showTime(at)}: ${error}`, style: "red" };
      },
    },
    { head: "LAST THREAD", cell: ({ last }) => last?.thread ?? "", overflow: "drop" },
  ], schedules);
}
