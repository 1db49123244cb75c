// Objects of another workerd, behind the interface of a namespace.

import type { ObjectNamespace, ObjectStub } from "../../../src/stores/durable_objects/platform.ts";

/** The name of the object that a request is for. */
export const NAME_HEADER = "bench-object";

/** A namespace whose objects are reached over HTTP. */
export function remoteObjects({ fetch }: ObjectStub): ObjectNamespace {
  const namespace: ObjectNamespace = {
    idFromName: (name) => name,
    get: (id) => ({
      fetch(url, init) {
        const headers = new Headers(init.headers);
        headers.set(NAME_HEADER, String(id));
        return fetch(url, { ...init, headers });
      },
    }),
    jurisdiction: () => namespace,
  };
  return namespace;
}
