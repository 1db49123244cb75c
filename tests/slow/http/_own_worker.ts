// A Worker with routes of a project.

import { serve } from "../../../src/cloudflare/mod.ts";
import { agents } from "../plugins/_agents.ts";
import { app } from "./_own_app.ts";

export default serve({ agents, routes: app });
