// What stands behind `import()` in the bundle of a Worker: a bundler puts such a module, and each that it imports, into a function that
// is compiled when it is called. What the start needs as well would be compiled twice, which costs more than to evaluate it.

import assert from "node:assert/strict";
import config from "../../../deno.json" with { type: "json" };
import { KNOWN_PROVIDERS } from "../../../src/deps/known_providers.ts";
import { bundlePackages } from "../support/bundles/package.ts";
import { STANDARD } from "../../plugins/_standard.ts";

const PROVIDERS = Object.entries(KNOWN_PROVIDERS).map(([name, known]) => ({
  variable: name,
  entry: name,
  ...known,
}));

/** A Worker of the kernel with the plugins of the standard set and every provider. */
const WORKER = [
  `import { serve } from "${config.name}/kernel/cloudflare";`,
  ...Object.values(STANDARD).map(({ call, entry }) => `import { ${call} } from "${config.name}/${entry}";`),
  ...PROVIDERS.map(({ variable, entry }) =>
    `import { ${variable} } from "${config.name}/providers/${entry}";`
  ),
  `const plugins = [${Object.values(STANDARD).map(({ call }) => `${call}()`).join(", ")}];`,
  `const providers = [${PROVIDERS.map(({ variable }) => variable).join(", ")}];`,
  `export default serve({ agents: [], plugins, providers });`,
].join("\n");

Deno.test("E5: in a Worker with plugins and providers, what is loaded at its first use shares no module with the start", async () => {
  const { inputs } = (await bundlePackages({ worker: WORKER }))("worker");
  assert.ok("src/plugins/chat/door.ts" in inputs && "src/providers/bedrock/provider.ts" in inputs);
  const later = Object.values(inputs).flatMap(({ imports }) =>
    imports.flatMap(({ kind, path }) => kind === "dynamic-import" && path in inputs ? [path] : [])
  );
  assert.ok(later.includes("src/providers/_prices/openai.ts"));
  const sharing = later.filter((path) => inputs[path]?.imports.some((other) => other.path in inputs));
  assert.deepEqual(sharing, []);
});
