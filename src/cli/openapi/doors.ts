// The doors whose routes openapi.json describes: they are part of a deployment that adds them.

import { outgoingWebhooks } from "../../http/doors/outgoing/mod.ts";
import { catalogues } from "../../selection/door/mod.ts";
import { toolUsage } from "../../selection/monitoring/mod.ts";
import type { Door } from "../../http/door.ts";

/** Every door with routes of the API. */
export const DESCRIBED_DOORS: readonly Door[] = [outgoingWebhooks({ api: true }), catalogues(), toolUsage()];
