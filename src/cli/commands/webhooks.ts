// `treadle webhooks`: where a deployment sends webhooks, what did not arrive, and events that began nothing.

import { Command, Option } from "commander";
import type {
  DeliveryDetail,
  DeliveryPage,
  DeliveryView,
  EndpointView,
  EndpointWithSecret,
  RotatedEndpoint,
} from "../../plugins/outgoing_webhooks/contract.ts";
import { OUTGOING_EVENTS } from "../../plugins/outgoing_webhooks/endpoint.ts";
import type { RefusalView, UnmatchedEvents } from "../../core/contract/webhooks.ts";
import { print } from "../output.ts";
import { connect } from "../project/connect.ts";
import { formatQuery } from "../project/query.ts";
import { STANDARD } from "../terminal/standard.ts";
import { toStateWord } from "../terminal/status_words.ts";
import { formatTable } from "../terminal/table.ts";
import { showTime } from "../terminal/times.ts";
import { removeAt, requestDoor, serverCommand, type ServerCommandOptions } from "./_server_command.ts";

const OUTGOING = { plugin: "outgoingWebhooks()", entry: "webhooks/outgoing" } as const;
const INCOMING = { plugin: "webhooks()", entry: "webhooks" } as const;

/** The command with its subcommands. */
export function webhooksCommand(): Command {
  return new Command("webhooks")
    .description("Shows and changes where webhooks go, what did not arrive, and events that began nothing.")
    .addCommand(listCommand())
    .addCommand(addCommand())
    .addCommand(removeCommand())
    .addCommand(rotateCommand())
    .addCommand(enableCommand())
    .addCommand(deliveriesCommand())
    .addCommand(showCommand())
    .addCommand(resendCommand())
    .addCommand(dropCommand())
    .addCommand(unmatchedCommand())
    .addCommand(refusedCommand());
}

function listCommand(): Command {
  return serverCommand("list", "Lists the endpoints that webhooks are sent to.", {
    "webhooks list": "Where webhooks go:",
  }).action(async ({ json = false, ...server }: ServerCommandOptions) => {
    await using connection = await connect(server);
    const path = "/v1/webhook-endpoints";
    const list = await requestDoor<{ endpoints: readonly EndpointView[] }>(connection, OUTGOING, path);
    print(
      list,
      json,
      ({ endpoints }) =>
        endpoints.length === 0
          ? "There is no endpoint. Add one: treadle webhooks add https://example.com/hook"
          : toEndpoints(endpoints),
    );
  });
}

interface AddOptions extends ServerCommandOptions {
  readonly event?: readonly string[];
  readonly agent?: readonly string[];
  readonly description?: string;
}

function addCommand(): Command {
  const lines = {
    "webhooks add https://example.com/hook": "Send every event there:",
    "webhooks add https://example.com/hook --event run.failed --agent support": "Failures of one agent:",
  };
  return serverCommand("add", "Adds an endpoint; prints the secret that signs webhooks, once.", lines)
    .argument("<url>", "where webhooks go: https, and public")
    .addOption(new Option("--event <event...>", "only these events").choices(OUTGOING_EVENTS))
    .option("--agent <name...>", "only events of these agents")
    .option("--description <text>", "what the endpoint is for")
    .action(async (url: string, options: AddOptions) => {
      const { event: events, agent: agents, description, json = false, ...server } = options;
      await using connection = await connect(server);
      const body = { url, events, agents, description };
      const path = "/v1/webhook-endpoints";
      printSecret(await requestDoor<EndpointWithSecret>(connection, OUTGOING, path, { body }), json);
    });
}

function removeCommand(): Command {
  return serverCommand("remove", "Removes an endpoint; what is on its way to it is dropped.", {
    "webhooks remove whe_5kd2": "Send nothing there any more:",
  })
    .argument("<endpoint>", "the id of the endpoint")
    .action(async (id: string, { json = false, ...server }: ServerCommandOptions) => {
      await using connection = await connect(server);
      await removeAt(connection, endpointPath(id));
      print({ id, removed: true }, json, () => `${id} is removed.`);
    });
}

function rotateCommand(): Command {
  return serverCommand("rotate", "Makes a new secret; the one before signs beside it for 24 hours.", {
    "webhooks rotate whe_5kd2": "Replace the secret of an endpoint:",
  })
    .argument("<endpoint>", "the id of the endpoint")
    .action(async (id: string, { json = false, ...server }: ServerCommandOptions) => {
      await using connection = await connect(server);
      const path = `${endpointPath(id)}/rotate`;
      printSecret(
        await requestDoor<RotatedEndpoint>(connection, OUTGOING, path, { method: "POST" }),
        json,
      );
    });
}

function enableCommand(): Command {
  return serverCommand("enable", "Sends to an endpoint again that has answered 410.", {
    "webhooks enable whe_5kd2": "Send there again:",
  })
    .argument("<endpoint>", "the id of the endpoint")
    .action(async (id: string, { json = false, ...server }: ServerCommandOptions) => {
      await using connection = await connect(server);
      const path = `${endpointPath(id)}/enable`;
      const enabled = await requestDoor<EndpointView>(connection, OUTGOING, path, { method: "POST" });
      print(enabled, json, (endpoint) => toEndpoints([endpoint]));
    });
}

interface DeliveriesOptions extends ServerCommandOptions {
  readonly status: string;
  readonly limit: string;
  readonly cursor?: string;
}

function deliveriesCommand(): Command {
  const lines = {
    "webhooks deliveries": "What did not arrive:",
    "webhooks deliveries --status pending": "What is tried again:",
  };
  return serverCommand("deliveries", "Lists webhooks that did not arrive, or are on their way.", lines)
    .addOption(
      new Option("--status <status>", "dead: given up; pending: on its way").choices(["dead", "pending"])
        .default("dead"),
    )
    .option("--limit <count>", "at most so many, 1 to 100", "20")
    .option("--cursor <cursor>", "go on behind the page that ended with this cursor")
    .action(async ({ status, limit, cursor, json = false, ...server }: DeliveriesOptions) => {
      await using connection = await connect(server);
      const path = `/v1/webhook-deliveries${formatQuery({ status, limit, cursor })}`;
      print(
        await requestDoor<DeliveryPage>(connection, OUTGOING, path),
        json,
        (page) => toDeliveries(page, status),
      );
    });
}

function showCommand(): Command {
  return serverCommand("show", "Prints a delivery with the text that is sent.", {
    "webhooks show whd_1.whe_2": "What was to arrive:",
  })
    .argument("<delivery>", "the id of the delivery")
    .action(async (id: string, { json = false, ...server }: ServerCommandOptions) => {
      await using connection = await connect(server);
      const detail = await requestDoor<DeliveryDetail>(connection, OUTGOING, deliveryPath(id));
      print(
        detail,
        json,
        (delivery) => `${toDeliveries({ deliveries: [delivery] }, delivery.status)}\n\n${delivery.body}`,
      );
    });
}

function resendCommand(): Command {
  return serverCommand("resend", "Sends a webhook again that was given up.", {
    "webhooks resend whd_1.whe_2": "Try it again:",
  })
    .argument("<delivery>", "the id of the delivery")
    .action(async (id: string, { json = false, ...server }: ServerCommandOptions) => {
      await using connection = await connect(server);
      const path = `${deliveryPath(id)}/resend`;
      const sent = await requestDoor<DeliveryView>(connection, OUTGOING, path, { method: "POST" });
      print(sent, json, () => `${id} is on its way. See: treadle webhooks deliveries --status pending`);
    });
}

function dropCommand(): Command {
  return serverCommand("drop", "Removes a delivery, which is not sent any more.", {
    "webhooks drop whd_1.whe_2": "Forget it:",
  })
    .argument("<delivery>", "the id of the delivery")
    .action(async (id: string, { json = false, ...server }: ServerCommandOptions) => {
      await using connection = await connect(server);
      await removeAt(connection, deliveryPath(id));
      print({ id, dropped: true }, json, () => `${id} is dropped.`);
    });
}

interface Unmatched {
  readonly from: string;
  readonly to: string;
  readonly unmatched: readonly UnmatchedEvents[];
}

function unmatchedCommand(): Command {
  return serverCommand("unmatched", "Counts events that came in and that no template of an agent took.", {
    "webhooks unmatched": "Those of the last 30 days:",
    "webhooks unmatched --from 2026-11-01 --to 2026-11-07 --json": "Those of a week, as JSON:",
  })
    .option("--from <day>", "the first UTC day; 29 days before the last by default")
    .option("--to <day>", "the last UTC day; today by default")
    .action(
      async (
        { from, to, json = false, ...server }: ServerCommandOptions & {
          readonly from?: string;
          readonly to?: string;
        },
      ) => {
        await using connection = await connect(server);
        const path = `/v1/analytics/webhooks${formatQuery({ from, to })}`;
        print(
          await requestDoor<Unmatched>(connection, INCOMING, path),
          json,
          ({ from, to, unmatched }) =>
            unmatched.length === 0
              ? `From ${from} to ${to} an agent has taken every event.`
              : formatTable<UnmatchedEvents>([
                { head: "DAY", cell: ({ day }) => day },
                { head: "TRIGGER", cell: ({ trigger }) => trigger },
                { head: "AGENT", cell: ({ agent }) => agent },
                { head: "EVENTS", cell: ({ count }) => String(count), align: "right" },
              ], unmatched),
        );
      },
    );
}

function refusedCommand(): Command {
  return serverCommand("refused", "Lists events that came in and began nothing, with the reason of each.", {
    "webhooks refused": "Those of the last 7 days:",
  }).action(async ({ json = false, ...server }: ServerCommandOptions) => {
    await using connection = await connect(server);
    const path = "/v1/webhooks/refusals";
    const list = await requestDoor<{ refusals: readonly RefusalView[] }>(connection, INCOMING, path);
    print(
      list,
      json,
      ({ refusals }) => refusals.length === 0 ? "Nothing was refused." : toRefusals(refusals),
    );
  });
}

function toRefusals(refusals: readonly RefusalView[]): string {
  return formatTable<RefusalView>([
    { head: "TRIGGER", cell: ({ trigger }) => trigger ?? "unknown" },
    { head: "REASON", cell: ({ reason }) => reason },
    { head: "STATUS", cell: ({ status }) => String(status), align: "right" },
    { head: "TIMES", cell: ({ count }) => String(count), align: "right" },
    { head: "EVENT", cell: ({ event }) => event ?? "", overflow: "drop" },
    { head: "LAST", cell: ({ lastAt }) => showTime(lastAt) },
    { head: "WHAT TO DO", cell: ({ message }) => message, overflow: "cut" },
  ], refusals);
}

function endpointPath(id: string): string {
  return `/v1/webhook-endpoints/${encodeURIComponent(id)}`;
}

function deliveryPath(id: string): string {
  return `/v1/webhook-deliveries/${encodeURIComponent(id)}`;
}

/** The secret alone is the result, for a pipe; what it is of goes to stderr. */
function printSecret(made: EndpointWithSecret | RotatedEndpoint, json: boolean): void {
  if (!json) STANDARD.note(`${made.id} signs with this secret, which is shown once:\n`);
  print(made, json, ({ secret }) => secret);
}

function toEndpoints(endpoints: readonly EndpointView[]): string {
  return formatTable<EndpointView>([
    { head: "ENDPOINT", cell: ({ id }) => id },
    { head: "STATUS", cell: ({ disabledAt }) => toStateWord(disabledAt === null ? "active" : "disabled") },
    { head: "URL", cell: ({ url }) => url, overflow: "cut" },
    {
      head: "EVENTS",
      cell: ({ events }) => events.length === OUTGOING_EVENTS.length ? "all" : events.join(", "),
      overflow: "cut",
    },
    { head: "AGENTS", cell: ({ agents }) => agents?.join(", ") ?? "all", overflow: "cut" },
    { head: "MADE", cell: ({ createdAt }) => showTime(createdAt), overflow: "drop" },
  ], endpoints);
}

function toDeliveries({ deliveries, cursor }: DeliveryPage, status: string): string {
  if (deliveries.length === 0) {
    return status === "dead" ? "Everything has arrived, or is on its way." : "Nothing is on its way.";
  }
  const table = formatTable<DeliveryView>([
    { head: "DELIVERY", cell: ({ id }) => id },
    { head: "STATUS", cell: ({ status }) => toStateWord(status) },
    { head: "EVENT", cell: ({ type }) => type },
    { head: "THREAD", cell: ({ thread }) => thread ?? "", overflow: "cut" },
    { head: "TRIED", cell: ({ attempts }) => String(attempts), align: "right", overflow: "drop" },
    { head: "ANSWER", cell: ({ lastAttempt }) => String(lastAttempt?.status ?? lastAttempt?.code ?? "") },
    { head: "BECAUSE", cell: ({ because }) => because ?? "", overflow: "drop" },
    {
      head: "NEXT",
      cell: ({ nextAttemptAt }) => nextAttemptAt === null ? "" : showTime(nextAttemptAt),
      overflow: "drop",
    },
    { head: "SINCE", cell: ({ timestamp }) => showTime(timestamp), overflow: "drop" },
  ], deliveries);
  return cursor === undefined
    ? table
    : `${table}\nmore: treadle webhooks deliveries --status ${status} --cursor ${cursor}`;
}
