// GET /openapi.json: the description that `deno task openapi` makes from the schemas. Kept as a file so that no request,
// and no cold start, pays for making it.

import type { App } from "./context.ts";
import description from "./openapi.json" with { type: "json" };
import { resource } from "./resource.ts";

export function openapiRoutes(app: App): void {
  resource(app, "/openapi.json", { GET: (c) => c.json(description) });
}
