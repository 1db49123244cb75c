// The views of the places, by their names in the address; on_demand.ts has the inbox and the settings.

import type { ComponentType } from "preact";
import type { PlaceProps } from "../shell/places.ts";
import { Agents } from "./agents.tsx";
import { Analytics } from "./analytics/analytics.tsx";
import { Compare } from "./compare/compare.tsx";
import { Evaluations } from "./evaluations.tsx";
import { Live } from "./live.tsx";
import { Plugins } from "./plugins.tsx";
import { Policies } from "./policies/policies.tsx";
import { Providers } from "./providers.tsx";
import { Schedules } from "./schedules.tsx";
import { Usage } from "./usage.tsx";
import { Webhooks } from "./webhooks.tsx";

/** The views. */
export const VIEWS: Readonly<Record<string, ComponentType<PlaceProps>>> = {
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
  compare: Compare,
};
