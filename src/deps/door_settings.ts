// Settings of doors: one that is set without its door would do nothing, and say nothing.

import { AgentError } from "../core/error.ts";
import type { Door } from "../http/door.ts";
import type { Settings } from "./settings.ts";

/**
 * Refuses settings whose door is missing.
 *
 * @throws {AgentError} config_invalid - with the lines to add
 */
export function assertDoors({ TREADLE_WEBHOOKS_OUT }: Settings, doors: readonly Door[] = []): void {
  if (TREADLE_WEBHOOKS_OUT === undefined || doors.some(({ name }) => name === "webhooks/outgoing")) return;
  throw new AgentError(
    "config_invalid",
    'TREADLE_WEBHOOKS_OUT needs its door: import { outgoingWebhooks } from "@treadle/treadle/webhooks/outgoing", and add doors: [outgoingWebhooks()].',
  );
}
