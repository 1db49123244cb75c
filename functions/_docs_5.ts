// functions/_my_deployment.ts
import { Redis } from "@upstash/redis/cloudflare";
import { createDeps, createUpstashStore } from "@treadle/treadle";
import { agents } from "./agents/mod.ts";

const redis = new Redis({
  url: "https://example.upstash.io",
  token: "a-token",
  automaticDeserialization: false, // entries are JSON texts and stay texts
});

export const deps = createDeps({
  env: { TREADLE_STORE: "mine" },
  agents,
  stores: { mine: ({ lifetimes }) => createUpstashStore({ redis, lifetimes }) },
});
