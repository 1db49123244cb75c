// Backups and restores between the stores of the moves, in files of one folder.

import {
  backup,
  type BackupReport,
  type BackupRequest,
  restore,
  type RestoreReport,
  type RestoreRequest,
} from "../../../../src/cli/backup/backup.ts";
import type { OpenPlace } from "../move/_stores.ts";
import { TENANT } from "../move/_threads.ts";

/** A folder of backups; `using` removes it. */
export interface Backups extends AsyncDisposable {
  /** The path of a file in it. */
  path(name: string): string;
  make(from: OpenPlace, name: string, more?: Partial<BackupRequest>): Promise<BackupReport>;
  restore(name: string, to: OpenPlace, more?: Partial<RestoreRequest>): Promise<RestoreReport>;
}

export async function openBackups(): Promise<Backups> {
  const folder = await Deno.makeTempDir();
  const path = (name: string) => `${folder}/${name}`;
  const common = { tenant: TENANT, replace: false, now: Date.now };
  return {
    path,
    make: ({ name, env }, file, more) =>
      backup({
        ...common,
        from: name,
        to: path(file),
        env,
        pause: () => Promise.resolve(),
        ...more,
      }),
    restore: (file, { name, env }, more) =>
      restore({ ...common, keys: false, from: path(file), to: name, env, ...more }),
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}
