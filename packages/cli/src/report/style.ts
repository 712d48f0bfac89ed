/** The page's whole style. Its hash stands in the page's policy, so nothing else can style it. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #ffffff; --panel: #f4f6f8; --text: #1b2430; --quiet: #55606e; --line: #d3d9e0;
  --use: #0b63b5; --area: #0b63b522; --warn: #8f5500; --cut: #8a2a8f; --bad: #b3261e; --good: #1d6b34;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #11161d; --panel: #1a212b; --text: #e4e9ef; --quiet: #a3aebb; --line: #37424f;
    --use: #6cb6ff; --area: #6cb6ff26; --warn: #f0b14a; --cut: #e0a0e6; --bad: #ff938a; --good: #7fd08f;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 64rem; padding: 1rem 1rem 4rem; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; overflow-wrap: anywhere;
}
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0.5rem 0; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 0.5rem; }
h3 { font-size: 1.05rem; margin: 1.5rem 0 0.25rem; }
p { margin: 0.25rem 0 0.75rem; }
a { color: var(--use); }
:focus-visible { outline: 3px solid var(--use); outline-offset: 2px; }
.skip { position: absolute; left: -99rem; }
.skip:focus { position: static; }
.quiet { color: var(--quiet); }
.bad { color: var(--bad); font-weight: 600; }
.good { color: var(--good); font-weight: 600; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: 0.5rem; margin: 1rem 0; }
.figures div { background: var(--panel); border-radius: 0.5rem; padding: 0.5rem 0.75rem; }
.figures dt { color: var(--quiet); font-size: 0.875rem; }
.figures dd { margin: 0; font-size: 1.25rem; font-weight: 600; }
figure { margin: 0; }
figcaption { color: var(--quiet); font-size: 0.875rem; }
.chart { display: block; width: 100%; height: auto; }
.narrow { display: none; }
@media (max-width: 40rem) { .narrow { display: block; } .wide { display: none; } }
.chart text { fill: var(--quiet); font: 12px system-ui, sans-serif; }
.chart .grid { stroke: var(--line); }
.chart .use { fill: none; stroke: var(--use); stroke-width: 2; stroke-linejoin: round; }
.chart .area { fill: var(--area); }
.chart .limit { stroke: var(--warn); stroke-width: 1.5; stroke-dasharray: 6 4; }
.chart .warned { fill: var(--warn); }
.chart .cut { stroke: var(--cut); stroke-width: 1.5; }
.chart .badge { fill: var(--cut); }
.chart text.number { fill: var(--page); font-weight: 700; }
.chart text.warn { fill: var(--warn); }
.key { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0.25rem 0; padding: 0; list-style: none; font-size: 0.875rem; }
.key svg { display: inline-block; width: 1.25rem; height: 0.75rem; margin-right: 0.35rem; }
article { border-top: 1px solid var(--line); }
.scroll { overflow-x: auto; max-height: 24rem; }
table { border-collapse: collapse; width: 100%; font-size: 0.9375rem; }
th, td { padding: 0.3rem 0.75rem 0.3rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
td.n, th.n { text-align: right; white-space: nowrap; }
td:last-child, th:last-child { padding-right: 0; }
@media (max-width: 40rem) { th, td { padding-right: 0.5rem; font-size: 0.875rem; } }
details { margin: 0.5rem 0; }
summary { cursor: pointer; padding: 0.25rem 0; }
.facts { margin: 0.25rem 0; padding-left: 1.1rem; }
.facts li { margin: 0.35rem 0; white-space: pre-wrap; }
footer { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 0.75rem; font-size: 0.875rem; color: var(--quiet); }
@media print { .scroll { max-height: none; } }
`;
