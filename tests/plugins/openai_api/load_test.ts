// A deployment that no client of OpenAI talks to does not load the door.

import assert from "node:assert/strict";
import { fromFileUrl, projectRoot } from "../../support/project.ts";

Deno.test("E6: the door of OpenAI is loaded by its first request alone", async () => {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", "src/mod.ts"],
    cwd: fromFileUrl(projectRoot),
  }).output();
  const { modules }: { modules: readonly Module[] } = JSON.parse(new TextDecoder().decode(stdout));
  const byUrl = new Map(modules.map((module) => [module.specifier, module]));
  const loaded = new Set<string>();
  const visit = (specifier: string) => {
    if (loaded.has(specifier)) return;
    loaded.add(specifier);
    for (const { code, isDynamic } of byUrl.get(specifier)?.dependencies ?? []) {
      if (code?.specifier !== undefined && !isDynamic) visit(code.specifier);
    }
  };
  visit(new URL("src/mod.ts", projectRoot).href);
  const names = [...loaded].map((url) => url.replace(projectRoot.href, ""));
  assert.ok(names.includes("src/plugins/openai_api/routes.ts"));
  const early = names.filter((name) =>
    name.startsWith("src/plugins/openai_api/encoders/") || name.startsWith("src/plugins/openai_api/")
  );
  assert.deepEqual(
    early.sort(),
    ["error.ts", "mod.ts", "routes.ts"].map((file) => `src/plugins/openai_api/${file}`),
  );
});

interface Module {
  readonly specifier: string;
  readonly dependencies?: readonly {
    readonly code?: { readonly specifier?: string };
    readonly isDynamic?: boolean;
  }[];
}
