import { createHash } from 'node:crypto';
import { number, plural } from '../figures.ts';
import { contextChart } from './chart.ts';
import { compactionPart } from './compaction-part.ts';
import { html, type Html } from './html.ts';
import type { ReportData } from './report-data.ts';
import { STYLE } from './style.ts';
import { table } from './table.ts';
import { numbers, percentOf, time } from './words.ts';

/** The whole page: no script, no address, nothing but its own style may be loaded. */
export function reportPage(data: ReportData): string {
  const { session, madeAt, notes } = data;
  const title = session.title ?? `Session ${session.id.slice(0, 8)}`;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy()}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>${title} – carryover</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <a class="skip" href="#context">Skip to the chart</a>
        <header>
          <h1><bdi>${title}</bdi></h1>
          <p class="quiet"><bdi>${origin(data)}</bdi></p>
          ${figures(data)}
        </header>
        <main>
          <section aria-labelledby="context">
            <h2 id="context">Context over time</h2>
            ${contextPart(data)}
          </section>
          <section aria-labelledby="compactions">
            <h2 id="compactions">What each compaction kept and lost</h2>
            ${data.compactions.length === 0 ? html`<p>No compaction so far.</p>` : undefined}
            ${data.compactions.map((compaction, index) => compactionPart(compaction, index, data.context.window))}
          </section>
          <section aria-labelledby="failures">
            <h2 id="failures">Failures</h2>
            ${failures(data)}
          </section>
          <section aria-labelledby="hooks">
            <h2 id="hooks">Time of each hook</h2>
            ${hookTable(data)}
          </section>
        </main>
        <footer>
          ${notes.map((note) => html`<p>${note}</p> `)}
          <p>
            Made by carryover at ${time(madeAt)} from the transcript and the run log, without a
            model. A fact counts as mentioned where the summary has most of its words; the summary
            may say the same in others.
          </p>
        </footer>
      </body>
    </html> `;
  return page.markup;
}

/** In one piece: the hash is of every byte between the tags. */
const STYLE_ELEMENT: Html = { markup: `<style>${STYLE}</style>` };

/** The style by its hash: markup that slipped in could neither load nor style anything. */
function policy(): string {
  const hash = createHash('sha256').update(STYLE).digest('base64');
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
}

function origin({ session }: ReportData): string {
  const { id, folder, branch, models, clientVersion } = session;
  const parts = [
    `session ${id}`,
    folder ?? undefined,
    branch ? `branch ${branch}` : undefined,
    models.length > 0 ? models.join(', ') : undefined,
    clientVersion ? `Claude Code ${clientVersion}` : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}

function figures({ context, compactions, warnings, failures: failed }: ReportData): Html {
  const lost = compactions.flatMap((compaction) => compaction.lost);
  const back = lost.filter(({ isGivenBack }) => isGivenBack).length;
  const most = Math.max(0, ...context.points.map(({ tokens }) => tokens));
  const rows: [string, string][] = [
    ['Fullest', `${percentOf(most, context.window)} %`],
    ['Warnings', number(warnings.length)],
    ['Compactions', number(compactions.length)],
    ['Summaries left out', number(lost.length)],
    ['Given back of it', number(back)],
    ['Failed hook runs', number(failed.length)],
  ];
  return html`<dl class="figures">
    ${rows.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div> `,
    )}
  </dl>`;
}

function contextPart(data: ReportData): Html {
  const { context, session } = data;
  if (context.points.length === 0) return html`<p>Nobody has answered yet.</p>`;
  const { startedAt, endedAt } = session;
  const span =
    startedAt && endedAt ? html`, from ${time(startedAt)} to ${time(endedAt)}` : undefined;
  return html`<figure>
      ${contextChart(data)}
      <figcaption>
        ${plural(context.points.length, 'reply', 'replies')} of the main conversation${span}. 100 %
        is the window of ${number(context.window)} tokens.
      </figcaption>
    </figure>
    <details>
      <summary>The figures as a table</summary>
      ${table(
        'Context, reply by reply',
        [{ title: 'Time' }, { title: 'What happened' }, ...numbers('Tokens', 'Share')],
        moments(data).map(({ at, what, tokens }) => [
          time(at),
          what,
          tokens === undefined ? '' : number(tokens),
          tokens === undefined ? '' : `${percentOf(tokens, context.window)} %`,
        ]),
      )}
    </details>`;
}

type MomentRow = { at: string; what: Html; tokens?: number | undefined };

function moments({ context, warnings, compactions }: ReportData): MomentRow[] {
  const rows: MomentRow[] = [
    ...context.points.map(({ at, tokens }) => ({ at, what: html`reply`, tokens })),
    ...warnings.map(({ at, percent }) => ({ at, what: html`warned at ${percent} %` })),
    ...compactions.map(({ at, before }, index) => ({
      at,
      what: html`<a href="#compaction-${index + 1}">compaction ${index + 1}</a>`,
      tokens: before ?? undefined,
    })),
  ];
  return rows.toSorted((a, b) => a.at.localeCompare(b.at));
}

function failures({ failures: failed, hooks }: ReportData): Html {
  if (hooks.length === 0)
    return html`<p>No hook of carryover has run in this session, as far as the log goes.</p>`;
  if (failed.length === 0) return html`<p class="good">No hook failed.</p>`;
  return table(
    'Failed hook runs',
    [{ title: 'Time' }, { title: 'Hook' }, { title: 'Reason' }],
    failed.map(({ at, event, reason }) => [time(at), event, html`<bdi>${reason}</bdi>`]),
  );
}

function hookTable({ hooks }: ReportData): Html {
  if (hooks.length === 0) return html`<p>Nothing was measured.</p>`;
  return table(
    'Time of each hook, in whole processes',
    [{ title: 'Hook' }, ...numbers('Runs', 'Skipped', 'Failed', 'Median', 'Slowest')],
    hooks.map(({ event, runs, skipped, failed, median, slowest }) => [
      event,
      ...[runs, skipped, failed].map(number),
      ...[median, slowest].map((ms) => `${number(ms)} ms`),
    ]),
  );
}
