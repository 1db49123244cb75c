/** `src/core/error.ts` for the absolute path that the linter gives; a path that is relative already is kept. */
export function projectPath(filename: string): string {
  const root = decodeURIComponent(new URL("../../", import.meta.url).pathname);
  const path = filename.replaceAll("\\", "/").replace(/^([A-Za-z]:)/, "/$1");
  return path.startsWith(root) ? path.slice(root.length) : path;
}
