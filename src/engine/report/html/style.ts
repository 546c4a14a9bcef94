/**
 * The style of the page. Texts have a contrast of at least 4.5, which a test checks in the light and the dark theme.
 */
export const PAGE_STYLE = `
:root { color-scheme: light dark;
  --background: #f6f7f9; --card: #fff; --ink: #1b2330; --soft: #566173; --line: #d9dee6; --link: #7b8aa5;
  --move: #1f5fbf; --move-bg: #e8f0fd; --new: #146c3a; --new-bg: #e3f5ea; --gone: #b3261e; --gone-bg: #fdeceb;
  --change: #7a5200; --change-bg: #fdf3dc; --focus: #1f5fbf; }
@media (prefers-color-scheme: dark) { :root {
  --background: #11151c; --card: #1a202b; --ink: #e7ecf4; --soft: #a3afc2; --line: #313b4b; --link: #64748f;
  --move: #8fbcff; --move-bg: #1b2c47; --new: #74d49b; --new-bg: #15301f; --gone: #ff9d95; --gone-bg: #3a1b1b;
  --change: #f0c169; --change-bg: #352a12; --focus: #8fbcff; } }
* { box-sizing: border-box; }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--background); color: var(--ink);
  font: 15px/1.45 system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
main { max-width: 1180px; margin: 0 auto; padding: 32px 24px 80px; }
.organization + .organization { margin-top: 72px; border-top: 1px solid var(--line); padding-top: 40px; }
.kicker { margin: 0; color: var(--soft); font-size: 13px; letter-spacing: .04em; }
h1 { margin: 0; font-size: 34px; line-height: 1.15; letter-spacing: -.02em; overflow-wrap: anywhere; }
h2 { margin: 0 0 12px; font-size: 19px; letter-spacing: -.01em; }
.summary { margin: 6px 0 18px; color: var(--soft); } .note { margin: -8px 0 16px; color: var(--soft); font-size: 13px; }
a { color: inherit; text-decoration: none; border-radius: 4px; } a:hover { text-decoration: underline; }
.tiles { list-style: none; margin: 0 0 24px; padding: 0; display: grid;
  grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px; }
.tiles li { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 12px 16px;
  color: var(--soft); }
.tiles b { display: block; font-size: 28px; line-height: 1.2; font-variant-numeric: tabular-nums; }
.tiles .create.some b { color: var(--new); } .tiles .update.some b { color: var(--change); }
.tiles .move.some b { color: var(--move); } .tiles .delete.some b { color: var(--gone); }
.notice { border-radius: 12px; padding: 14px 18px; margin: 0 0 28px; border: 1px solid; }
.notice h2 { margin: 0 0 6px; font-size: 15px; letter-spacing: 0; }
.notice ul { margin: 0; padding: 0; list-style: none; }
.notice li { padding: 3px 0; overflow-wrap: anywhere; }
.errors { background: var(--gone-bg); border-color: var(--gone); } .errors h2 { color: var(--gone); }
.warnings { background: var(--change-bg); border-color: var(--change); } .warnings h2 { color: var(--change); }
.warnings a, .warnings .row { display: grid; grid-template-columns: 112px 1fr; gap: 8px; }
.warnings summary { color: var(--ink); margin-top: 4px; }
.kind { white-space: nowrap; font-weight: 600; color: var(--change); } .delete .kind { color: var(--gone); }
.overview { margin: 0 0 28px; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 260px), 1fr)); gap: 12px;
  align-items: start; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 12px 16px;
  min-width: 0; }
.card + .card, .cards:not(:empty) + .card { margin-top: 0; } .cards:not(:empty) + .moves { margin-top: 12px; }
.card h3 { justify-content: space-between; margin: 0 0 6px; }
.card.deleted { border-color: var(--gone); } .card.deleted h3 { color: var(--gone); }
.card.created h3 { color: var(--new); } .card.moves h3 { color: var(--move); }
.card.renamed h3, .card.updated h3 { color: var(--change); } .card li > .names { margin: 0; }
.card .count { font-variant-numeric: tabular-nums; }
.card ul { list-style: none; margin: 0; padding: 0; }
.card li { padding: 3px 0; overflow-wrap: anywhere; } .card li a { font-weight: 600; }
.card small, .route small { font-size: 12.5px; color: var(--soft); font-weight: 400; }
.card.deleted small { white-space: nowrap; }
.card li del { color: var(--soft); text-decoration-color: var(--link); }
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
th { text-align: left; font-size: 12px; font-weight: 500; color: var(--soft); padding: 0 12px 4px 0; }
td { padding: 5px 12px 5px 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; vertical-align: top; }
td:nth-child(2)::before { content: "→ "; color: var(--soft); } td a { font-weight: 600; }
th:last-child, td:last-child { width: 27%; padding-right: 0; }
td b { font-variant-numeric: tabular-nums; }
.misplaced :is(th, td):last-child { width: 44%; } .misplaced td small { white-space: normal; }
.coverage p { margin: 0 0 8px; } .share { font-size: 13px; color: var(--soft); } .share b { color: var(--ink); }
.coverage p:last-child { margin: 0; } .bar .all { fill: var(--line); }
.bar { display: block; width: 100%; height: 4px; margin-top: 4px; fill: var(--move); }
.other .bar { fill: var(--change); }
.impact { background: var(--card); border-color: var(--line); } .impact .note { margin: 6px 0 0; }
.impact dl { margin: 2px 0 6px; } .impact dd span { margin-right: 12px; }
.impact .gained { color: var(--new); } .impact .lost { color: var(--gone); } .impact .changed { color: var(--change); }
.tools { position: sticky; top: 0; z-index: 3; display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center;
  padding: 12px 0; background: var(--background); }
.tools label { font-weight: 600; }
.filter { font: inherit; font-weight: 400; margin-left: 8px; padding: 7px 12px; width: 260px; max-width: 100%;
  color: var(--ink); background: var(--card); border: 1px solid var(--link); border-radius: 8px; }
.filter::placeholder { color: var(--soft); opacity: 1; }
.found, .hint { color: var(--soft); font-size: 13px; } .hint { margin-left: auto; }
kbd { font: inherit; border: 1px solid var(--line); border-radius: 4px; padding: 0 5px; background: var(--card); }
.diagram { position: relative; }
.heads, .row { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); column-gap: 150px; }
.heads { display: grid; color: var(--soft); font-weight: 600; padding: 4px 2px; }
.row { padding: 6px 0; scroll-margin-top: 90px; }
.side { position: relative; z-index: 1; background: var(--card); border: 1px solid var(--line); border-radius: 12px;
  padding: 12px 14px; min-width: 0; align-self: start; }
.side:has(> .absent) { background: none; border-style: dashed; display: grid; place-content: center; }
.absent { margin: 0; color: var(--soft); }
.row.created .after { border-color: var(--new); } .row.deleted .before { border-color: var(--gone); }
.row.renamed .after, .row.updated .after { border-color: var(--change); }
h3 { margin: 0; font-size: 15px; display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: center; }
button { font: inherit; color: inherit; background: none; border: 0; padding: 0; text-align: left; cursor: pointer;
  overflow-wrap: anywhere; }
.project { font-weight: 650; border-radius: 4px; }
.deleted .before .project { text-decoration: line-through; }
.tag { font-size: 12px; font-weight: 500; padding: 1px 8px; border-radius: 99px; border: 1px solid var(--line);
  color: var(--soft); }
.tag.created { color: var(--new); background: var(--new-bg); border-color: transparent; }
.tag.deleted { color: var(--gone); background: var(--gone-bg); border-color: transparent; }
.tag.renamed, .tag.updated { color: var(--change); background: var(--change-bg); border-color: transparent; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 2px 12px; margin: 8px 0 0;
  font-size: 13px; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
del { color: var(--gone); } ins { color: var(--new); text-decoration: none; }
.bundles { list-style: none; margin: 10px 0 0; padding: 0; display: grid; gap: 6px; }
.bundle { padding: 5px 10px 6px; border-radius: 8px; background: var(--move-bg); min-width: 0; }
.bundle.other { background: var(--change-bg); }
.route { position: relative; display: flex; align-items: baseline; gap: 0 10px; color: var(--move);
  font-weight: 600; overflow-wrap: anywhere; }
.route > span:nth-child(2) { min-width: 0; } .route b { margin-left: auto; font-variant-numeric: tabular-nums; }
.bundle.other .route { color: var(--change); }
.names { margin: 1px 0 0; font-size: 13px; color: var(--ink); overflow-wrap: anywhere; }
.names summary { color: var(--ink); padding: 0; width: auto; list-style-position: inside; }
.names span { display: inline-block; max-width: 100%; }
.names small, .names i { font-size: inherit; color: var(--soft); font-style: normal; } .names p { margin: 4px 0 0; }
.bundle.active { outline: 2px solid var(--move); } .bundle.other.active { outline-color: var(--change); }
main ::highlight(found) { background: var(--focus); color: var(--card); }
summary { cursor: pointer; color: var(--soft); font-size: 13px; border-radius: 4px; width: fit-content;
  padding: 2px 4px; }
.unmoved, .stays, .diagram .more { margin-top: 8px; } .more { margin-top: 4px; }
.stays { margin-bottom: 0; padding: 2px 0; color: var(--soft); font-size: 13px; }
.unmoved p { margin: 4px 0 0; color: var(--soft); }
:is(.unchanged-projects, .further-projects) { margin-top: 24px; }
:is(.unchanged-projects, .further-projects) > summary { font-size: 15px; padding: 6px 8px; }
:is(.unchanged-projects, .further-projects) ul { columns: 320px; margin: 8px 0; padding-left: 20px; font-size: 13px; }
:is(.unchanged-projects, .further-projects) li { break-inside: avoid; overflow-wrap: anywhere; }
.further-projects span { display: block; }
.unchanged-projects span, .further-projects span { color: var(--soft); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.row:target .side { box-shadow: 0 0 0 3px var(--focus); }
.links { position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none; overflow: visible; }
.links path { fill: none; stroke: var(--link); stroke-opacity: .6; stroke-linecap: round;
  transition: stroke-opacity .15s; }
.links path.warn { stroke: var(--change); stroke-opacity: .4; }
.has-active .links path, .has-active .links path.warn { stroke-opacity: .12; }
.links path.active, .links path.warn.active { stroke: var(--move); stroke-opacity: 1; }
.links path.warn.active { stroke: var(--change); }
@media (prefers-reduced-motion: no-preference) {
  html { scroll-behavior: smooth; }
  .links.fresh path { stroke-dasharray: 1; animation: draw .9s ease-out; }
  .links path.active { stroke-dasharray: .06 .03; animation: flow .8s linear infinite; }
}
@keyframes draw { from { stroke-dashoffset: 1; } to { stroke-dashoffset: 0; } }
@keyframes flow { to { stroke-dashoffset: -.09; } }
@media (max-width: 760px) {
  main { padding: 20px 14px 60px; } h1 { font-size: 27px; } .links, .heads, .hint { display: none; }
  .tiles { grid-template-columns: 1fr 1fr; gap: 8px; } .tiles li { padding: 8px 12px; } .tiles b { font-size: 22px; }
  .notice { padding: 12px 14px; } .warnings a { display: block; } .kind { margin-right: 8px; }
  td { padding-right: 8px; }
  .tools { padding: 8px 0; } .tools label { display: flex; width: 100%; align-items: center; }
  .filter { flex: 1; min-width: 0; width: auto; }
  .row { display: flex; flex-direction: column; gap: 0; padding: 12px 14px; margin: 10px 0; background: var(--card);
    border: 1px solid var(--line); border-radius: 12px; scroll-margin-top: 64px; }
  .row.created { border-color: var(--new); } .row.deleted { border-color: var(--gone); }
  .row.renamed, .row.updated { border-color: var(--change); }
  .side, .side:has(> .absent) { display: block; background: none; border: 0; border-radius: 0; padding: 0;
    align-self: stretch; }
  .row:not(.deleted) .after { order: -1; }
  .row:not(.deleted) .before h3, .before .stays, .absent { display: none; }
  .row:target { box-shadow: 0 0 0 3px var(--focus); } .row:target .side { box-shadow: none; }
  .bundles::before { content: "Moving in"; display: block; color: var(--soft); font-size: 12px; }
  .before .bundles::before { content: "Moving out"; }
  .more .bundles::before { content: none; }
}
@media print {
  .tools { display: none; }
  main { max-width: none; padding: 0; }
  .row, .tiles li, .notice { break-inside: avoid; }
  .heads, .row { column-gap: 90px; }
  body { background: #fff; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
}
`;
