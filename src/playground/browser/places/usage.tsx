// What the tenant has used, by day and by user, beside what its budget permits.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { AmountLimits } from "../../../core/budget/limits.ts";
import type { UsageReport } from "../../../core/contract/usage.ts";
import type { Amounts } from "../../../core/store/ledger.ts";
import { json } from "../api/http.ts";
import { type Column, DataTable } from "../components/data_table.tsx";
import { Empty } from "../components/empty.tsx";
import { Money } from "../components/money.tsx";
import { lastDays, RangeSelect } from "../components/range_select.tsx";
import { PlaceHead } from "../components/place_head.tsx";
import { describeError, Problem } from "../components/problem.tsx";
import { useResource } from "../components/resource.ts";
import { serves } from "../shell/deployment.ts";
import { placeHref, threadsHref } from "../shell/route.ts";
import { count, duration } from "../words.ts";
import { BUDGETS } from "./samples.ts";

/** The amounts that a budget may limit, in the order of the columns. */
const AMOUNTS: readonly {
  readonly name: keyof Amounts;
  readonly title: string;
  readonly words: (value: number) => ComponentChildren;
}[] = [
  { name: "steps", title: "Steps", words: count },
  { name: "calls", title: "Tool calls", words: count },
  { name: "tokens", title: "Tokens", words: count },
  { name: "microDollars", title: "Cost", words: (value) => <Money microDollars={value} /> },
  { name: "wallMs", title: "Time", words: duration },
];

/** The usage. */
export function Usage() {
  const [days, setDays] = useState(7);
  const { value, error, reload } = useResource(() => readUsage(days), [days]);
  return (
    <>
      <PlaceHead
        title="Usage"
        about="What was used, by UTC day and by user, and what budgets permit."
      >
        {serves("GET /v1/analytics/choices") && (
          <a class="quiet" href={placeHref("analytics")}>By tool and model</a>
        )}
        <RangeSelect days={days} onChange={setDays} />
      </PlaceHead>
      {error !== undefined && (
        <Problem title="The usage could not be read." detail={describeError(error)} onRetry={reload} />
      )}
      {value && <Report {...value} />}
    </>
  );
}

interface Reports {
  readonly today: UsageReport;
  readonly byDay: UsageReport;
  readonly byUser: UsageReport;
}

async function readUsage(days: number): Promise<Reports> {
  const { from, to } = lastDays(days);
  const [today, byDay, byUser] = await Promise.all([
    json<UsageReport>("/v1/usage"),
    json<UsageReport>(`/v1/usage?from=${from}&to=${to}&by=day`),
    json<UsageReport>(`/v1/usage?from=${from}&to=${to}&by=user`),
  ]);
  return { today, byDay, byUser };
}

function Report({ today, byDay, byUser }: Reports) {
  const { days = [] } = byDay;
  const { users = [] } = byUser;
  return (
    <>
      <section class="panel" aria-labelledby="usage-now">
        <h2 id="usage-now">Today</h2>
        <Meters amounts={today.total} limits={today.limits} />
        {today.limits === null && (
          <Empty
            title="No budget"
            detail="A budget refuses a step before its money is spent. This deployment has none for the tenant."
            code={BUDGETS}
          />
        )}
      </section>
      <section class="panel" aria-labelledby="usage-days">
        <h2 id="usage-days">By day</h2>
        {days.length === 0 ? <p class="place-note">Nothing was used on these days.</p> : (
          <DataTable
            label="Usage by day"
            rows={days.toReversed()}
            keyOf={({ day }) => day}
            columns={[{ title: "Day", cell: ({ day }) => day }, ...amountColumns()]}
          />
        )}
      </section>
      <section class="panel" aria-labelledby="usage-users">
        <h2 id="usage-users">By user</h2>
        {users.length === 0
          ? <p class="place-note">No user is known of what was used on these days.</p>
          : (
            <DataTable
              label="Usage by user"
              rows={users.toSorted((a, b) => b.microDollars - a.microDollars || b.tokens - a.tokens)}
              keyOf={({ user }) => user}
              columns={[
                { title: "User", cell: ({ user }) => <UserThreads user={user} /> },
                ...amountColumns(),
              ]}
            />
          )}
      </section>
    </>
  );
}

/** The threads of a user. The search has no place for a quotation mark in a name. */
function UserThreads({ user }: { readonly user: string }) {
  return user.includes('"') ? <>{user}</> : <a href={threadsHref(`user:"${user}"`)}>{user}</a>;
}

function amountColumns(): Column<Amounts>[] {
  return AMOUNTS.map(({ name, title, words }) => ({
    title,
    isNumber: true,
    cell: (row) => words(row[name]),
  }));
}

function Meters({ amounts, limits }: { readonly amounts: Amounts; readonly limits: AmountLimits | null }) {
  return (
    <dl class="figures">
      {AMOUNTS.map(({ name, title, words }) => {
        const limit = limits?.[name];
        return (
          <div key={name}>
            <dt>{title}</dt>
            <dd>
              <span class="figure">{words(amounts[name])}</span>
              {limit !== undefined && (
                <>
                  <span class="facts">of {words(limit)}</span>
                  <meter min={0} max={limit} high={limit * 0.8} value={Math.min(limit, amounts[name])}>
                    {Math.round(100 * amounts[name] / limit)} %
                  </meter>
                </>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
