// What stands on agents or in variables for a door: without the door nothing would ever read it, so the deployment is refused.

import type { Agent } from "../core/agent.ts";
import { AgentError } from "../core/error.ts";
import type { Door } from "../http/door.ts";
import type { Settings } from "./settings.ts";

/** A door: its name, the call that makes it, and its entry of the package. */
interface NeededDoor {
  readonly name: string;
  readonly call: string;
  readonly entry: string;
}

/** The door that reads a part of an agent. */
const OF_AGENTS = {
  schedules: { name: "schedules", call: "schedules", entry: "@treadle/treadle/schedules" },
  webhooks: { name: "webhooks", call: "webhooks", entry: "@treadle/treadle/webhooks" },
} as const satisfies Partial<Record<keyof Agent, NeededDoor>>;

/** The door that reads a variable. */
const OF_SETTINGS = {
  TREADLE_WEBHOOKS_OUT: {
    name: "webhooks/outgoing",
    call: "outgoingWebhooks",
    entry: "@treadle/treadle/webhooks/outgoing",
  },
} as const satisfies Partial<Record<keyof Settings, NeededDoor>>;

/**
 * Refuses agents and variables with data for a door that the deployment does not have.
 *
 * @throws {AgentError} config_invalid, with the import and the line to add
 */
export function assertDoors(
  agents: readonly Agent[],
  settings: Settings,
  doors: readonly Door[] = [],
): void {
  for (const part of keysOf(OF_AGENTS)) {
    const agent = agents.find((each) => each[part] !== undefined);
    if (agent !== undefined) {
      assertDoor(OF_AGENTS[part], `Agent ${JSON.stringify(agent.name)} has ${part}`, doors);
    }
  }
  for (const name of keysOf(OF_SETTINGS)) {
    if (settings[name] !== undefined) assertDoor(OF_SETTINGS[name], `${name} is set`, doors);
  }
}

function assertDoor({ name, call, entry }: NeededDoor, what: string, doors: readonly Door[]): void {
  if (doors.some((door) => door.name === name)) return;
  throw new AgentError(
    "config_invalid",
    `${what}, and the deployment has no door that reads it: ` +
      `import { ${call} } from "${entry}", and add doors: [${call}()].`,
  );
}

function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] {
  const keys: string[] = Object.keys(record);
  return keys.filter((key): key is Key => key in record);
}
