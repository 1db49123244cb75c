// Parts of a deployment by their names.

import type { Driver } from "../core/driver.ts";
import { AgentError } from "../core/error.ts";
import { DRIVERS } from "./built_in.ts";

/**
 * A function from the name of a driver to the driver, over those of the package and `extra`.
 *
 * @throws {AgentError} config_invalid, when two have the same name; the function throws `agent_invalid` for an unknown name
 */
export function driverFinder(extra: readonly Driver[]): (name: string) => Driver {
  const drivers = byName([...Object.values(DRIVERS).map((create) => create()), ...extra]);
  return (name) => {
    const driver = drivers.get(name);
    if (driver !== undefined) return driver;
    throw new AgentError(
      "agent_invalid",
      `There is no driver ${name}; there are: ${[...drivers.keys()].join(", ")}.`,
    );
  };
}

/**
 * A map from names to the things that have them.
 *
 * @throws {AgentError} config_invalid, when two have the same name.
 */
export function byName<T extends { readonly name: string }>(things: readonly T[]): ReadonlyMap<string, T> {
  const map = new Map(things.map((thing) => [thing.name, thing]));
  if (map.size === things.length) return map;
  const twice = things.find((thing, index) => things.findIndex(({ name }) => name === thing.name) !== index);
  throw new AgentError("config_invalid", `The name ${twice?.name} is given twice; rename one of the two.`);
}

/** Names of a record of parts, sorted, and of what the deployment adds to it. */
export function collectNames(parts: object, added: readonly { readonly name: string }[] = []): string[] {
  return [...new Set([...Object.keys(parts).sort(), ...added.map(({ name }) => name)])];
}
