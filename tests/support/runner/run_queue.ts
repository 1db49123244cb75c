/** Work in order, some of it at a time. */

/** Calls `run` with each item in order, at most `width` at a time. `lane` is from 0 to `width - 1`, one call at a time each. */
export async function runQueue<Item>(
  items: readonly Item[],
  width: number,
  run: (item: Item, lane: number) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const lanes = Array.from({ length: width }, async (_, lane) => {
    for (const item of queue) await run(item, lane);
  });
  await Promise.all(lanes);
}
