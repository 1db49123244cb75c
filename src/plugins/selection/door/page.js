// The place of catalogues on the page: the tools of a catalogue with their versions, and who has changed what. It is served as it stands
// here.

/** Draws the catalogues of the caller's tenant. */
export async function mount(element, { fetch }) {
  const read = async (path) => {
    const response = await fetch(`/v1/catalogues${path}`);
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.detail);
    return answer;
  };
  const { catalogues } = await read("");
  if (catalogues.length === 0) {
    return element.append(
      node("p", "Nothing is published: PUT /v1/catalogues/<name>/tools publishes tools."),
    );
  }
  const choice = node("select", ...catalogues.map((name) => node("option", name)));
  const status = node(
    "select",
    ...["any status", "active", "deprecated", "archived"].map((each) => node("option", each)),
  );
  const name = Object.assign(node("input"), { type: "search", placeholder: "A part of the name" });
  const shown = node("div");
  shown.setAttribute("aria-live", "polite");
  Object.assign(shown.style, { display: "grid", gap: "1rem" });
  element.append(
    node("p", label("Catalogue", choice), " ", label("Status", status), " ", label("Name", name)),
    shown,
  );
  let newest = 0;
  const show = async () => {
    const mine = ++newest;
    const parts = await drawCatalogue(choice.value, query(name.value.trim(), status), read)
      .catch((error) => [node("p", `The catalogue could not be read: ${error.message}`)]);
    if (mine === newest) shown.replaceChildren(...parts);
  };
  for (const field of [choice, status, name]) field.addEventListener("input", show);
  await show();
}

function query(name, { value, selectedIndex }) {
  const named = name === "" ? {} : { name };
  return { ...named, ...(selectedIndex === 0 ? {} : { status: value }) };
}

async function drawCatalogue(catalogue, filters, read) {
  const path = `/${encodeURIComponent(catalogue)}`;
  const page = (cursor) =>
    read(`${path}/tools?${new URLSearchParams({ limit: 100, ...filters, ...cursor })}`);
  const [head, first, { changes }] = await Promise.all([read(path), page(), read(`${path}/log`)]);
  const rows = node("tbody", ...first.tools.map(toToolRow));
  const more = node("button", "Show more");
  let { cursor } = first;
  more.hidden = cursor === undefined;
  more.addEventListener("click", async () => {
    const next = await page({ cursor }).catch(() => undefined);
    if (next === undefined) return void (more.textContent = "Try again");
    more.textContent = "Show more";
    rows.append(...next.tools.map(toToolRow));
    cursor = next.cursor;
    more.hidden = cursor === undefined;
  });
  return [
    node("p", `Number ${head.number}, of ${toTime(head.at)}, with ${head.tools} tools.`),
    first.tools.length === 0
      ? node("p", "No tool fits.")
      : node("table", toHead("Tool", "Version", "Status", "Run by", "Description"), rows),
    more,
    node("h2", "Changes"),
    node(
      "table",
      toHead("Number", "When", "By", "What", "Reason"),
      node("tbody", ...changes.map(toChangeRow)),
    ),
  ];
}

function toToolRow({ name, version, status, reason, held, source, description }) {
  return toRow(
    node("strong", name),
    held === null ? version : `${version}; ${held.version} waits to be accepted`,
    reason === null ? status : `${status}: ${reason}`,
    source.server ?? source.type,
    description.default,
  );
}

function toChangeRow({ number, at, by, changes, more, reason }) {
  const texts = changes.map(({ name, change, to }) =>
    to === null ? `${name} ${change}` : `${name} ${to} ${change}`
  );
  return toRow(
    number,
    toTime(at),
    by ?? "",
    texts.join(", ") + (more > 0 ? `, and ${more} more` : ""),
    reason ?? "",
  );
}

function toHead(...titles) {
  return node("thead", node("tr", ...titles.map((title) => node("th", title))));
}

function toRow(...cells) {
  return node("tr", ...cells.map((cell) => node("td", cell)));
}

function toTime(at) {
  return new Date(at).toLocaleString();
}

function label(text, field) {
  return node("label", `${text} `, field);
}

function node(tag, ...children) {
  const element = document.createElement(tag);
  element.append(...children);
  return element;
}
