import { DatabaseSync } from "node:sqlite";

/** A sqlite file of a test's own, in a folder that is removed afterwards. */
export interface SqliteFile extends AsyncDisposable {
  readonly path: string;
}

/** A path where no file is yet, or one that the statements of the file `dump` have made. `await using` removes what is there. */
export async function sqliteFile(dump?: URL): Promise<SqliteFile> {
  const folder = await Deno.makeTempDir({ prefix: "sqlite_" });
  const path = `${folder}/threads.db`;
  if (dump !== undefined) runDump(await Deno.readTextFile(dump), path);
  return { path, [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }) };
}

/** Makes a sqlite file of these statements, in one transaction: each on its own would wait for the disk. */
export function runDump(statements: string, path: string): void {
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  db.exec(`BEGIN; ${statements}; COMMIT`);
  db.close();
}
