// What stands on agents for a door: without the door nothing would ever read it, so the deployment is refused.

import type { Agent } from "../core/agent.ts";
import { AgentError } from "../core/error.ts";
import type { Door } from "../http/door.ts";

/** Parts of an agent, and the door that reads each: its name, its call and its entry of the package. */
const DOOR_DATA = [
  { part: "webhooks", door: "webhooks", call: "webhooks()", entry: "@treadle/treadle/webhooks" },
] as const satisfies readonly {
  readonly part: keyof Agent;
  readonly door: string;
  readonly call: string;
  readonly entry: string;
}[];

/**
 * Refuses agents with data for a door that the deployment does not have.
 *
 * @throws {AgentError} config_invalid, with the import and the line to add
 */
export function assertDoors(agents: readonly Agent[], doors: readonly Door[]): void {
  for (const { part, door, call, entry } of DOOR_DATA) {
    const agent = agents.find((each) => each[part] !== undefined);
    if (agent === undefined || doors.some(({ name }) => name === door)) continue;
    throw new AgentError(
      "config_invalid",
      `Agent ${JSON.stringify(agent.name)} has ${part}, and the deployment has no door that reads them: ` +
        `import { ${door} } from "${entry}", and add doors: [${call}].`,
    );
  }
}
