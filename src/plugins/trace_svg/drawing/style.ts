// The look of a picture: its own colours for light and for dark pages, and fonts that every system has.

/** The element with the styles, and the pattern of what waits. */
export const STYLE = `<style>
svg{--paper:#ffffff;--ink:#1f2328;--dim:#59636e;--line:#d8dee4;--gap:#f3f5f7;--plan:#2f6feb;--tool:#1a7f37;--wait:#9a6700;--bad:#cf222e;--phase:#8250df}
@media(prefers-color-scheme:dark){svg{--paper:#0d1117;--ink:#e6edf3;--dim:#9da7b3;--line:#30363d;--gap:#161b22;--plan:#58a6ff;--tool:#3fb950;--wait:#d29922;--bad:#ff7b72;--phase:#bc8cff}}
text{font:12px ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",Arial,sans-serif;fill:var(--ink);white-space:pre}
.title{font-size:16px;font-weight:600}.status{font-weight:600;fill:var(--dim)}.status.done{fill:var(--tool)}.status.failed{fill:var(--bad)}.status.waiting{fill:var(--wait)}
.dim{fill:var(--dim)}.in-labels{clip-path:url(#trace-labels)}.in-details{clip-path:url(#trace-details)}.bad-text{fill:var(--bad)}.tick,.version{font-size:11px;fill:var(--dim)}
.paper{fill:var(--paper);stroke:var(--line)}.grid,.rule{stroke:var(--line);fill:none}.gap{fill:var(--gap)}
.plan{fill:var(--plan)}.tool{fill:var(--tool)}.phase{fill:var(--phase)}.wait{fill:url(#trace-wait);stroke:var(--wait)}.input{fill:var(--ink)}
.plan.warn,.tool.warn{fill:var(--wait)}.tool.bad,.phase.bad,.note.bad{fill:var(--bad)}.note{fill:var(--dim)}.note.warn{fill:var(--wait)}
.wait.open,.phase.open{stroke-dasharray:4 3}.phase.open{fill:none;stroke:var(--phase)}.stripe{stroke:var(--wait);stroke-width:2;opacity:.6}
</style>
<defs><pattern id="trace-wait" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="stripe" d="M0 0V6"/></pattern></defs>`;
