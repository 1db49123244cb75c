// B2: links to threads on every store.

import assert from "node:assert/strict";
import { onEveryStore } from "../../support/every_store.ts";
import { createShareApp, outcome, OVER } from "./_app.ts";

onEveryStore(
  "B2: links that are made at the same time all stand, are read, and go with their thread",
  async (store) => {
    const app = createShareApp({ store });
    await app.run("t1", "One?");
    await app.run("t2", "Other?");
    const paths = await Promise.all([1, 2, 3, 4].map(() => app.share("t1")));
    const other = await app.share("t2");
    for (const path of paths) assert.equal((await app.texts(path))[0], "u: One?");
    const { shares } = await app.owner("GET", "/v1/threads/t1/shares");
    assert.equal(new Set(shares.map(({ id }: { id: string }) => id)).size, 4);
    await app.owner("DELETE", `/v1/threads/t1/shares/${shares[0].id}`);
    const states = await Promise.all(paths.map(async (path) => (await app.read(path)).status));
    assert.deepEqual(states.toSorted(), [200, 200, 200, 410]);
    await app.owner("DELETE", "/v1/threads/t1");
    for (const path of paths) assert.deepEqual(outcome(await app.read(path)), OVER);
    assert.equal((await store.listDefinitions("acme", "shares")).length, 1);
    assert.equal((await app.texts(other))[0], "u: Other?");
  },
);
