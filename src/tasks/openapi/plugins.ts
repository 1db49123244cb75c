// The plugins whose routes openapi.json describes: the standard set, and those that are part of a deployment that adds them.

import { alarms } from "../../plugins/alarms/mod.ts";
import { evaluations } from "../../evaluation/door/door.ts";
import { feedback } from "../../plugins/feedback/mod.ts";
import { outgoingWebhooks } from "../../plugins/outgoing_webhooks/mod.ts";
import { toolLint } from "../../plugins/selection/door/lint.ts";
import { catalogues } from "../../plugins/selection/door/mod.ts";
import { toolUsage } from "../../plugins/selection/monitoring/mod.ts";
import type { Plugin } from "../../http/plugin.ts";
import { shares } from "../../plugins/shares/mod.ts";
import { schedules } from "../../plugins/schedules/mod.ts";
import { webhooks } from "../../plugins/webhooks/mod.ts";
import { standard } from "../../plugins/standard.ts";

/** Every plugin with routes of the API. */
export const DESCRIBED_PLUGINS: readonly Plugin[] = [
  ...standard(),
  outgoingWebhooks({ api: true }),
  catalogues(),
  toolUsage(),
  alarms({ rules: [] }),
  feedback(),
  shares(),
  toolLint(),
  schedules(),
  webhooks(),
  evaluations(),
];
