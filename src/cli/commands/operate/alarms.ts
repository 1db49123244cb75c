// `treadle alarms`: the rules of a deployment's alarms, and which of them are raised.

import type { Command } from "commander";
import type { AlarmList, AlarmView } from "../../../plugins/alarms/contract.ts";
import { print } from "../../output.ts";
import { connect } from "../../project/connect.ts";
import { toStateWord } from "../../terminal/status_words.ts";
import { formatTable } from "../../terminal/table.ts";
import { showTime, toDuration } from "../../terminal/times.ts";
import { requestDoor, serverCommand, type ServerCommandOptions } from "../_server_command.ts";

const DOOR = { plugin: "alarms()", entry: "alarms" } as const;

/** The command. */
export function alarmsCommand(): Command {
  return serverCommand("alarms", "Lists the rules of alarms, and which of them are raised.", {
    "alarms": "The alarms of this project:",
  }).action(async ({ json = false, ...server }: ServerCommandOptions) => {
    await using connection = await connect(server);
    print(await requestDoor<AlarmList>(connection, DOOR, "/v1/analytics/alarms"), json, toText);
  });
}

function toText({ checkedAt, alarms }: AlarmList): string {
  if (alarms.length === 0) {
    return "There is no rule. The deployment has them: alarms({ rules: [{ name, when }] })";
  }
  const table = formatTable<AlarmView>([
    { head: "ALARM", cell: ({ name }) => name },
    { head: "STATUS", cell: ({ status }) => toStateWord(status) },
    { head: "VALUE", cell: (alarm) => showValue(alarm, alarm.value) },
    { head: "LIMIT", cell: (alarm) => showValue(alarm, alarm.threshold) },
    { head: "OF", cell: ({ agent, tool }) => [tool, agent].filter((each) => each !== null).join(" of ") },
    { head: "RAISED", cell: ({ raisedAt }) => raisedAt === null ? "" : showTime(raisedAt) },
    { head: "ENDED", cell: ({ endedAt }) => endedAt === null ? "" : showTime(endedAt), overflow: "drop" },
  ], alarms);
  return `${table}\n${checkedAt === null ? "Not evaluated yet." : `Evaluated ${showTime(checkedAt)}.`}`;
}

function showValue({ unit }: AlarmView, value: number | null): string {
  if (value === null) return "";
  if (unit === "seconds") return toDuration(value * 1_000);
  return unit === "share" ? `${Math.round(value * 1_000) / 10} %` : `${value} ${unit}`;
}
