// An app with routes and users of its own. The agents are mounted below /agents, for the same users.

import { readAsset } from "@treadle/studio";
import { createTreadle } from "@treadle/treadle";
import { Hono } from "hono";
import { jwt, type JwtVariables, sign, verify } from "hono/jwt";
import { assistant } from "./agents/assistant.ts";

/** The variables of the app. Those of Treadle are read by itself. */
export interface Settings {
  /** Signs the tokens. */
  JWT_SECRET?: string;
  /** The password of every user, in place of a table of users. */
  APP_PASSWORD?: string;
  /** The users who approve what agents ask for, with commas between; nobody without it. */
  APP_STAFF?: string;
}

const ALGORITHM = "HS256";

export function createApp({ JWT_SECRET: secret, APP_PASSWORD: password, APP_STAFF = "" }: Settings) {
  const app = new Hono<{ Variables: JwtVariables<{ sub: string }> }>();
  if (!secret || !password) {
    return app.all("*", (c) => c.text("Set JWT_SECRET and APP_PASSWORD.", 503));
  }

  app.post("/login", async (c) => {
    const { user, password: given } = await c.req.json();
    if (typeof user !== "string" || given !== password) return c.text("Wrong user or password.", 401);
    const exp = Math.floor(Date.now() / 1000) + 60 * 60;
    return c.text(await sign({ sub: user, exp }, secret, ALGORITHM));
  });

  app.get("/me", jwt({ secret, alg: ALGORITHM }), (c) => c.json({ user: c.get("jwtPayload").sub }));

  async function userOf(request: Request): Promise<string | undefined> {
    const token = request.headers.get("authorization")?.replace(/^bearer /i, "") ?? "";
    const claims = await verify(token, secret ?? "", ALGORITHM).catch(() => undefined);
    return typeof claims?.sub === "string" ? claims.sub : undefined;
  }

  const treadle = createTreadle({
    agents: [assistant],
    assets: readAsset,
    // Who calls: every user has threads of their own, and approves nothing. Null is 401.
    authenticate: async (request) => {
      const user = await userOf(request);
      return user === undefined ? null : { tenant: "app", user };
    },
  });
  app.route("/agents", treadle.routes());

  // The staff have the threads of all users, to read them and to approve what waits there.
  const staff = new Set(APP_STAFF.split(",").map((user) => user.trim()));
  const routes = treadle.routes({
    authenticate: async (request) => {
      const user = await userOf(request);
      return user !== undefined && staff.has(user) ? { tenant: "app", scopes: ["read", "decide"] } : null;
    },
  });
  app.route("/staff", routes);
  return app;
}
