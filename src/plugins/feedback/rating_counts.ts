// How many ratings there are, by the day on which they were made, agent and model: counts of the tenant's ledger under the name of the plugin.

import type { RatingCount } from "./contract.ts";
import { toDay, ZERO_AMOUNTS } from "../../core/store/ledger.ts";
import { sha256OfShort } from "../../core/text/sha256.ts";
import type { HttpDeps } from "../../http/context.ts";
import { type CountedDay, DEFINITION, groupUnder } from "../../kernel/hooks/step_counts.ts";
import { withStoreRetries } from "../../kernel/store_retry.ts";
import type { StoredRating } from "./stored_ratings.ts";

/** The rating that was counted, and what has become of it: counts only grow. */
type Counter = `${"up" | "down"}${"" | "_removed"}`;

/** A rating that was made or removed; each is counted once. */
export interface CountedRating {
  readonly tenant: string;
  readonly thread: string;
  readonly agent: string;
  readonly rating: StoredRating;
  readonly isRemoved?: true;
}

/** Counts a rating on the day on which it was made. */
export async function countRating(
  { tenant, thread, agent, rating: { rating, version, model, at }, isRemoved }: CountedRating,
  deps: Pick<HttpDeps, "store" | "clock" | "log" | "sleep">,
): Promise<void> {
  const of = `${agent} ${model}`;
  const counter: Counter = isRemoved ? `${rating}_removed` : rating;
  const counts = new Map([
    [groupUnder("feedback", sha256OfShort(of)), new Map([[`${DEFINITION}${of}`, 1], [counter, 1]])],
  ]);
  const booking = {
    id: `feedback ${thread}/${version} ${counter} ${at}`,
    reservations: [],
    day: toDay(at),
    accounts: [],
    amounts: ZERO_AMOUNTS,
    counts,
    now: deps.clock(),
  };
  await withStoreRetries(() => deps.store.book(tenant, booking), deps);
}

/** The ratings that stand, the oldest day first; a line without any is left out. */
export function toRatingCounts(days: readonly CountedDay[]): readonly RatingCount[] {
  return days.flatMap(({ day, groups }) =>
    groups.flatMap(({ of, counts }) => {
      const standing = (rating: "up" | "down") =>
        Math.max(0, (counts.get(rating) ?? 0) - (counts.get(`${rating}_removed`) ?? 0));
      const [up, down] = [standing("up"), standing("down")];
      const [, agent, model] = /^(\S+) (.*)$/s.exec(of ?? "") ?? [];
      return agent === undefined || model === undefined || up + down === 0
        ? []
        : [{ day, agent, model, up, down }];
    }).sort((one, other) => `${one.agent} ${one.model}` < `${other.agent} ${other.model}` ? -1 : 1)
  );
}
