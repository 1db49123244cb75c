// An esbuild plugin for `import text from "./page.html" with { type: "text" }`, which esbuild 0.27 does not know.

import type { Plugin } from "esbuild";

/** The text of the file becomes the default export. */
export const textImports: Plugin = {
  name: "text-imports",
  setup({ onLoad }) {
    onLoad({ filter: /\.(?:css|html|js|txt)$/ }, async ({ path, with: { type } }) => {
      return type === "text" ? { contents: await Deno.readTextFile(path), loader: "text" } : undefined;
    });
  },
};
