// Where packages stand, for commands that read their files: the folder of a clone, or those that npm or Deno installed.

/** A source stands in src/, a bundle of it in lib/, at any depth. */
const OWN_MODULE = /\/(?:src\/cli|lib\/(?:cli|chunks))\/[^/]*$/;

/** The folder with `templates/`, of the command line's package or of the clone, as a URL that ends with a slash. */
export function cliFolder(): URL {
  return new URL(import.meta.url.replace(OWN_MODULE, "/"));
}

/** The folder with `docs/`, of the runtime's package or of the clone, as a URL that ends with a slash. */
export function runtimeFolder(): URL {
  if (import.meta.url.includes("/src/cli/")) return cliFolder();
  return new URL(".", import.meta.resolve("@treadle/treadle/package.json"));
}
