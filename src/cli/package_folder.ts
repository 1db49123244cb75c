// Where the package stands, for commands that read its files: the clone's folder, or the one that npm or Deno installed.

/**
 * The folder of the package as a URL that ends with a slash; `templates/` and `playground/` of the npm package are in it.
 * A source stands in src/, a bundle of it in lib/, at any depth.
 */
export function packageFolder(): URL {
  return new URL(import.meta.url.replace(/\/(?:src\/cli|lib\/(?:cli|chunks))\/[^/]*$/, "/"));
}
