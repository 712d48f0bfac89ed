// Draws docs/before-and-after.svg from what `carryover demo` really printed: run it after a change of
// the demo's output with `pnpm picture`.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const CHARACTER = 7.25;
const LINE = 17;
const MARGIN = 18;
const COLUMNS = 132;
const PANEL = 64;

const demo = run([]).split('\n');
const { injections } = JSON.parse(run(['--json']));
const summary = firstSummary();

const steps = demo.filter((line) =>
  /^\d\d:\d\d:\d\d {2}(UserPromptSubmit|PreCompact|SessionStart|PostCompact)/.test(line),
);
const compaction = steps.findIndex((line) => line.includes('PostCompact'));
const recording = ['$ carryover demo', ...steps.slice(2, compaction + 1)];
const before = ['The summary, and nothing else:', '', ...wrap(summary, PANEL)];
const after = ['The same summary, and before the next prompt:', '', ...given(injections[0].text)];

const top = panel(recording, MARGIN, MARGIN, COLUMNS);
const left = panel(
  before,
  MARGIN,
  top.bottom + MARGIN,
  PANEL,
  'The next context without carryover',
);
const right = panel(
  after,
  MARGIN * 2 + PANEL * CHARACTER + 12,
  top.bottom + MARGIN,
  PANEL,
  'The next context with carryover',
);
const width = MARGIN * 3 + 2 * (PANEL * CHARACTER + 12);
const height = Math.max(left.bottom, right.bottom) + MARGIN;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="A session before and after compaction, without and with carryover">
<style>text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#d6deeb;white-space:pre}.title{fill:#7fdbca;font-weight:bold}.warned{fill:#ffcb6b}.kept{fill:#c3e88d}.heading{fill:#82aaff;font-weight:bold}.dim{fill:#8796b0}</style>
<rect width="100%" height="100%" rx="10" fill="#011627"/>
${top.svg}${left.svg}${right.svg}</svg>
`;
writeFileSync(at('docs/before-and-after.svg'), svg);

function run(args) {
  return execFileSync(process.execPath, [at('packages/cli/dist/cli.js'), 'demo', ...args], {
    encoding: 'utf8',
  });
}

/** What the client itself kept of the session's first context. */
function firstSummary() {
  const events = readFileSync(at('packages/cli/demo/session/events.jsonl'), 'utf8')
    .trimEnd()
    .split('\n');
  const { input } = events
    .map((line) => JSON.parse(line))
    .find(({ event }) => event === 'PostCompact');
  return /<summary>\n([\s\S]*?)\n<\/summary>/.exec(input.compact_summary)[1];
}

/** The sections that a summary loses first, each fact on at most two lines. */
function given(text) {
  const names = ['Session Decisions', 'Constraints and Blockers', 'Failed Attempts'];
  return names.flatMap((name) => {
    const section = text.split(`\n## ${name}\n`)[1].split('\n\n## ')[0];
    const facts = section.split('\n').filter((line) => line.startsWith('- '));
    return [
      `## ${name}`,
      ...facts.flatMap((fact) => clipped(wrap(fact.replace(/ \[@\d+\]$/, ''), PANEL))),
    ];
  });
}

function clipped(lines) {
  return lines.length > 2 ? [lines[0], `${lines[1].slice(0, PANEL - 1)}…`] : lines;
}

function wrap(text, columns) {
  return text
    .split('\n')
    .flatMap((line) =>
      (line.match(new RegExp(`.{1,${columns}}(?:\\s|$)|.{${columns}}`, 'g')) ?? ['']).map((part) =>
        part.trimEnd(),
      ),
    );
}

function panel(lines, x, y, columns, title) {
  const head = title
    ? [`<text x="${x}" y="${y + LINE}" class="title">${escape(title)}</text>`]
    : [];
  const from = y + (title ? LINE * 2 : LINE);
  const body = lines.map((line, index) => {
    const shown = line.length > columns ? `${line.slice(0, columns - 1)}…` : line;
    return `<text x="${x}" y="${from + index * LINE}" xml:space="preserve" class="${kind(line)}">${escape(shown)}</text>`;
  });
  return { svg: [...head, ...body].join('\n'), bottom: from + lines.length * LINE };
}

function kind(line) {
  if (line.startsWith('## ')) return 'heading';
  if (line.includes('warned at')) return 'warned';
  if (/state \d/.test(line)) return 'kept';
  return /^\d\d:|^The (summary|same)/.test(line) ? 'dim' : 'plain';
}

function escape(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
