// The sizes of the packages, measured, and as the table of docs/package.md has them.

/** Bytes of all files below a folder. */
export async function measureFolder(folder: URL): Promise<number> {
  let bytes = 0;
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    bytes += isDirectory
      ? await measureFolder(new URL(`${name}/`, folder))
      : (await Deno.stat(new URL(name, folder))).size;
  }
  return bytes;
}

/** The page with these kB, by the names of packages, in the last cells of their rows; the widths of columns stay. */
export function writeSizes(page: string, sizes: ReadonlyMap<string, number>): string {
  return page.replace(
    /^(\| `(@treadle\/[\w-]+)` .*\| )([\d,]+ *)( \|)$/gm,
    (row, before, name, cell, end) => {
      const kB = sizes.get(name);
      return kB === undefined ? row : `${before}${kB.toLocaleString("en").padEnd(cell.length)}${end}`;
    },
  );
}
