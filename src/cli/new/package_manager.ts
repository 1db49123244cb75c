// Which package manager has started the command, so that what to type next is typed to the same.

/** A package manager that reads package.json; each knows `install` and `run`. */
export type PackageManager = "npm" | "pnpm" | "yarn" | "bun";

const OTHERS: readonly PackageManager[] = ["pnpm", "yarn", "bun"];

/**
 * The one that a value of `npm_config_user_agent` names, which each sets for what it starts, such as
 * `pnpm/10.4.1 npm/? node/v22.14.0 linux x64`; npm where there is none.
 *
 * @see https://docs.npmjs.com/cli/v11/using-npm/config#user-agent
 */
export function detectPackageManager(userAgent: string | undefined): PackageManager {
  const name = userAgent?.split("/", 1)[0];
  return OTHERS.find((manager) => manager === name) ?? "npm";
}
