// Row O2: an input that waits for its step has no commit yet, and its media are copied all the same. Words take the place of one that the source
// lacks, since a step would commit a reference to nothing.

import assert from "node:assert/strict";
import { moveTenant } from "../../../../src/cli/move/move_tenant.ts";
import type { Place } from "../../../../src/cli/move/copy_thread.ts";
import { SCHEMA } from "../../../../src/core/state.ts";
import type { BlobRef } from "../../../../src/core/store/blob_ref.ts";
import { type OpenPlace, PLACES } from "../move/_stores.ts";
import { DUE, NOW, REF, step, TENANT } from "../move/_threads.ts";
import { openBackups } from "./_backups.ts";

/** Miniflare keeps a child process and timers beyond a test's own scope. */
const loose = { sanitizeOps: false, sanitizeResources: false };

const GONE = "[image gone.png: dropped, because the copy of the thread lacks it]";

/** A thread behind a step, with an input that waits: a medium that is there, and one that is not. */
async function prepareWaiting({ place }: OpenPlace): Promise<BlobRef> {
  await step(place, REF, ['"one"']);
  const blob = await place.putBlob(REF, btoa("an image"));
  const image = (name: string, of: BlobRef) => ({
    type: "image",
    mediaType: "image/png",
    name,
    source: { type: "blob", blob: of, bytes: 8 },
  });
  const gone = { ...blob, id: "0".repeat(64) };
  const parts = [{ type: "text", text: "Look." }, image("here.png", blob), image("gone.png", gone)];
  const text = JSON.stringify({ type: "user", id: "e2", at: NOW, version: 0, text: "Look.", parts });
  const enqueued = await place.enqueue({
    ref: REF,
    owner: crypto.randomUUID(),
    schema: SCHEMA,
    inputs: [text],
    idempotency: { key: "waits", bodyHash: "b" },
    receiptMs: 60_000,
    due: DUE,
  });
  assert.equal(enqueued.type, "queued");
  return blob;
}

async function assertThere(place: Place, blob: BlobRef): Promise<void> {
  assert.equal(await place.getBlob(REF, blob), btoa("an image"));
  const { blobs, inbox: [input] } = await place.readThread(REF);
  assert.ok(blobs.includes(blob.id), "as long as the thread, however long it waits");
  const { parts } = JSON.parse(input?.text ?? "");
  assert.deepEqual([parts[1].name, parts[2]], ["here.png", { type: "text", text: GONE }]);
}

/** The tests of media that wait. */
export function testWaitingMedia(): void {
  for (const name of ["sqlite", "upstash", "objects"] as const) {
    Deno.test(
      `O2: media of inputs that wait go into ${name} with a backup, and with a move`,
      loose,
      async () => {
        await using here = await PLACES[name]();
        await using there = await PLACES[name]();
        await using backups = await openBackups();
        const blob = await prepareWaiting(here);
        assert.deepEqual((await backups.make(here, "b")).tenants[0]?.left, {});
        const restored = await backups.restore("b", there);
        assert.deepEqual(restored.tenants[0]?.restored, ["t"]);
        await assertThere(there.place, blob);
        const again = await backups.restore("b", there);
        assert.deepEqual(again.tenants[0]?.there, ["t"]);

        await using third = await PLACES.sqlite();
        const report = await moveTenant({
          from: here.place,
          to: third.place,
          tenant: TENANT,
          remove: true,
          now: Date.now,
          pause: () => Promise.resolve(),
        });
        assert.deepEqual(report.threads.moved, ["t"]);
        await assertThere(third.place, blob);
      },
    );
  }
}
