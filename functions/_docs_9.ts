// functions/_signed_in.ts
import { verifyWithJwks } from "hono/jwt";
import { createApp, createDeps } from "@treadle/treadle";
import { agents } from "./agents/mod.ts";

const issuer = {
  jwks_uri: "https://login.example.com/.well-known/jwks.json",
  allowedAlgorithms: ["RS256" as const],
  verification: { aud: "treadle", iss: "https://login.example.com/" },
};

const deps = createDeps({
  env: {},
  agents,
  authenticate: async ({ headers }) => {
    const token = headers.get("authorization")?.replace(/^Bearer /, "");
    const claims = token && await verifyWithJwks(token, issuer).catch(() => undefined);
    if (!claims || typeof claims.sub !== "string") return null;
    return { tenant: "acme", user: claims.sub, scopes: String(claims.scope).split(" ") };
  },
});

export const app = createApp(deps, { basePath: "/agents" });
