/** A sqlite file of a test's own, in a folder that is removed afterwards. */
export interface SqliteFile extends AsyncDisposable {
  readonly path: string;
}

/** A path where no file is yet. `await using` removes what has come there. */
export async function sqliteFile(): Promise<SqliteFile> {
  const folder = await Deno.makeTempDir({ prefix: "sqlite_" });
  const remove = () => Deno.remove(folder, { recursive: true });
  return { path: `${folder}/threads.db`, [Symbol.asyncDispose]: remove };
}
