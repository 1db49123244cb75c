// The views of the places, by their names in the address; on_demand.ts has the one that compares.

import type { ComponentType } from "preact";
import type { PlaceProps } from "../shell/places.ts";
import { Agents } from "./agents.tsx";
import { Analytics } from "./analytics/analytics.tsx";
import { Evaluations } from "./evaluations.tsx";
import { Inbox } from "./inbox.tsx";
import { Live } from "./live.tsx";
import { Plugins } from "./plugins.tsx";
import { Policies } from "./policies.tsx";
import { Providers } from "./providers.tsx";
import { Schedules } from "./schedules.tsx";
import { Settings } from "./settings.tsx";
import { Usage } from "./usage.tsx";
import { Webhooks } from "./webhooks.tsx";

/** The views. */
export const VIEWS: Readonly<Record<string, ComponentType<PlaceProps>>> = {
  inbox: Inbox,
  live: Live,
  agents: Agents,
  analytics: Analytics,
  usage: Usage,
  policies: Policies,
  schedules: Schedules,
  webhooks: Webhooks,
  evaluations: Evaluations,
  providers: Providers,
  plugins: Plugins,
  settings: Settings,
};
