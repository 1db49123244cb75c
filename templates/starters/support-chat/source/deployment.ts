// What is served, on any platform: the agent, the page with its sign-in, and the budgets.

import { standard } from "@treadle/treadle";
import { demoModel } from "./agents/demo_model.ts";
import { support } from "./agents/support.ts";
import { createRoutes } from "./routes.ts";
import { createSignIn, type Settings } from "./sign_in.ts";

export function createDeployment(settings: Settings) {
  const signIn = createSignIn(settings);
  return {
    agents: [support],
    plugins: standard(),
    // Answers while TREADLE_MODEL names no other model.
    providers: [demoModel],
    // Of a UTC day. One run has its own limits in agents/support.ts.
    budgets: { user: { usd: 0.5 }, tenant: { usd: 20 } },
    authenticate: signIn.authenticate,
    routes: createRoutes(signIn),
  };
}
