// Parallel work with a limit and its results in order.

/** Like Promise.all over `items.map(work)`, with at most `limit` pieces of work at a time, begun in order. */
export async function mapLimited<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = new Array(items.length);
  const remaining = items.entries();
  const lane = async () => {
    for (const [index, item] of remaining) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane));
  return results;
}
