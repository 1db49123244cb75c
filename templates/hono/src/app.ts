// An app with routes and users of its own. The agents are mounted below /agents, for the same users.

import { createTreadle } from "@treadle/treadle";
import { readAsset } from "@treadle/treadle/playground";
import { Hono } from "hono";
import { jwt, type JwtVariables, sign, verify } from "hono/jwt";
import { assistant } from "./agents/assistant.ts";

/** The variables of the app. Those of Treadle are read by itself. */
export interface Settings {
  /** Signs the tokens. */
  JWT_SECRET?: string;
  /** The password of every user, in place of a table of users. */
  APP_PASSWORD?: string;
}

const ALGORITHM = "HS256";

export function createApp({ JWT_SECRET: secret, APP_PASSWORD: password }: Settings) {
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

  const treadle = createTreadle({
    agents: [assistant],
    assets: readAsset,
    // Who calls: every user has threads of their own. Null is 401.
    authenticate: async (request) => {
      const token = request.headers.get("authorization")?.replace(/^bearer /i, "");
      if (token === undefined) return null;
      const claims = await verify(token, secret, ALGORITHM).catch(() => null);
      return typeof claims?.sub === "string" ? { tenant: "app", user: claims.sub } : null;
    },
  });
  app.route("/agents", treadle.routes());
  return app;
}
