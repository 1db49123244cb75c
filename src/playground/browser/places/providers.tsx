// The model APIs, which of their variables are set, and how each of them holds a tool choice.

import { type Mode, MODES } from "../../../choice/provider_view.ts";
import type { ProviderDetail } from "../../../core/contract/deployment.ts";
import type { Enforcement } from "../../../core/tool_choice/choice_report.ts";
import { json } from "../api.js";
import { DataTable } from "../components/data_table.tsx";
import { PlaceHead } from "../components/place_head.tsx";
import { Problem, wordsOf } from "../components/problem.tsx";
import { useResource } from "../components/resource.ts";
import { Tag, type TagTone } from "../components/tag.tsx";
import type { PlaceProps } from "../shell/places.ts";
import { placeHref } from "../shell/route.ts";

/** The heads of the columns. */
const TITLES: Readonly<Record<Mode, string>> = {
  auto: "auto",
  none: "none",
  required: "required",
  tool: "one tool",
  allowedAuto: "allowed, auto",
  allowedRequired: "allowed, required",
  forcedWhileThinking: "forced while it thinks",
};

const TONES: Readonly<Record<Enforcement, TagTone>> = {
  native: "good",
  announced: "warn",
  filtered: "plain",
  withheld: "warn",
  none: "plain",
};

/** The providers. */
export function Providers({ item }: PlaceProps) {
  const { value, error, reload } = useResource(
    async () => (await json<{ readonly providers: readonly ProviderDetail[] }>("/v1/providers")).providers,
    [],
  );
  const sorted = value?.toSorted((a, b) => Number(b.configured) - Number(a.configured));
  const chosen = value?.find(({ name }) => name === item);
  return (
    <>
      <PlaceHead
        title="Providers"
        about="The model APIs of this deployment, and what each of them does with a tool choice."
      />
      {error !== undefined && (
        <Problem title="The providers could not be read." detail={wordsOf(error)} onRetry={reload} />
      )}
      {sorted && (
        <DataTable
          label="Providers"
          rows={sorted}
          keyOf={({ name }) => name}
          isCurrent={({ name }) => name === item}
          columns={[
            { title: "Provider", cell: ({ name }) => <a href={placeHref("providers", name)}>{name}</a> },
            {
              title: "Status",
              cell: ({ configured }) =>
                configured ? <Tag tone="good">configured</Tag> : <Tag tone="plain">not set</Tag>,
            },
            { title: "Variables", cell: ({ variables }) => <Variables variables={variables} /> },
            { title: "Rows of models", isNumber: true, isExtra: true, cell: ({ models }) => models.length },
          ]}
        />
      )}
      {chosen && <ChoiceTable {...chosen} />}
      {item !== "" && value !== undefined && chosen === undefined && (
        <Problem
          title="There is no such provider."
          detail={`This deployment has none of the name ${item}.`}
        />
      )}
    </>
  );
}

function Variables({ variables }: Pick<ProviderDetail, "variables">) {
  return (
    <ul class="inline-list">
      {variables.map(({ name, set }) => (
        <li key={name}>
          <code>{name}</code> <span class="facts">{set ? "set" : "not set"}</span>
        </li>
      ))}
    </ul>
  );
}

function ChoiceTable({ name, models }: ProviderDetail) {
  return (
    <section class="panel" aria-labelledby="provider-choices">
      <h2 id="provider-choices">How {name} holds a tool choice</h2>
      <p class="place-note">
        native: by its API · announced: by a notice in the prompt, and verified in the answer · filtered:
        fewer tools are sent · withheld: no tools are sent
      </p>
      <DataTable
        label={`Tool choices of ${name}`}
        rows={models}
        keyOf={({ pattern }) => pattern ?? ""}
        columns={[
          {
            title: "Models",
            cell: ({ pattern, example }) =>
              pattern === null ? "all others" : <code title={pattern}>{example ?? pattern}</code>,
          },
          ...MODES.map((mode) => ({
            title: TITLES[mode],
            cell: ({ modes, cuts }: ProviderDetail["models"][number]) => (
              <>
                <Tag tone={TONES[modes[mode]]}>{modes[mode]}</Tag>
                {cuts.includes(mode) && (
                  <span
                    class="facts"
                    title="Other tools are sent than under auto, so that the prompt is cut."
                  >
                    cut
                  </span>
                )}
              </>
            ),
          })),
          {
            title: "Lacks",
            isExtra: true,
            cell: ({ lacks }) =>
              lacks.map(({ feature, because }) => <span key={feature} title={because}>{feature}</span>),
          },
        ]}
      />
    </section>
  );
}
