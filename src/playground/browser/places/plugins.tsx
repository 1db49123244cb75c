// The plugins of the deployment: what each of them takes part in, and the routes that it serves.

import type { PluginView } from "../../../core/contract/deployment.ts";
import { DataTable } from "../components/data_table.tsx";
import { PlaceHead } from "../components/place_head.tsx";
import { Tag } from "../components/tag.tsx";
import { pluginPages, plugins } from "../shell/deployment.ts";
import { type PlaceProps, PLUGINS } from "../shell/places.ts";
import { placeHref } from "../shell/route.ts";
import { PluginPage } from "./plugin_page.tsx";

/** The plugins, or the place of one. */
export function Plugins({ item }: PlaceProps) {
  const page = pluginPages.value.find(({ name }) => name === item);
  return page === undefined ? <List /> : <PluginPage key={item} {...page} />;
}

function List() {
  const value = plugins.value === "hidden" ? [] : plugins.value ?? [];
  return (
    <>
      <PlaceHead
        title="Plugins"
        about="What this deployment adds to Treadle. Their order makes no difference."
      />
      {plugins.value === "hidden" && <p class="place-note">A key with the scope manage shows the plugins.</p>}
      {plugins.value !== "hidden" && value.length === 0 && (
        <p class="place-note">This deployment has no plugins.</p>
      )}
      {value.length > 0 && (
        <DataTable
          label="Plugins"
          rows={value}
          keyOf={({ name }) => name}
          columns={[
            {
              title: "Plugin",
              cell: ({ name, page }) =>
                page ? <a href={placeHref(PLUGINS.id, name)}>{name}</a> : <code>{name}</code>,
            },
            {
              title: "Adds",
              cell: ({ decides, routes, page }) => (
                <span class="row-tools">
                  {decides && <Tag tone="good">decides in steps</Tag>}
                  {page && <Tag tone="plain">a place here</Tag>}
                  {routes.length > 0 && <Tag tone="plain">routes</Tag>}
                  {!decides && routes.length === 0 && <Tag tone="plain">work beside steps</Tag>}
                </span>
              ),
            },
            {
              title: "Routes",
              cell: ({ decides, routes }) =>
                routes.length === 0 ? <NoRoutes decides={decides} /> : (
                  <details class="routes">
                    <summary>{routes.length === 1 ? "1 route" : `${routes.length} routes`}</summary>
                    <ul>
                      {routes.map((route) => (
                        <li key={route}>
                          <code>{route}</code>
                        </li>
                      ))}
                    </ul>
                  </details>
                ),
            },
          ]}
        />
      )}
    </>
  );
}

/** What a plugin does that serves nothing. */
function NoRoutes({ decides }: Pick<PluginView, "decides">) {
  return (
    <span class="facts">
      {decides
        ? "none: it works in each step"
        : "none: it works beside the steps, as when threads go on by themselves or are removed"}
    </span>
  );
}
