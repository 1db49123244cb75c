// A server on Deno with routes of a project.

import { serve } from "../../../src/deno/mod.ts";
import { agents } from "../plugins/_agents.ts";
import { app } from "./_own_app.ts";

export default serve({ agents, routes: app });
