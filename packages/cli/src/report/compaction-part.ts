import { number, plural } from '../figures.ts';
import { html, type Html } from './html.ts';
import type { CompactionReport, LostFact } from './report-data.ts';
import { table } from './table.ts';
import { numbers, percentOf, time } from './words.ts';

/** What one compaction kept, what its summary leaves out, and what was given back. */
export function compactionPart(compaction: CompactionReport, index: number, window: number): Html {
  const { at, trigger, lost, sections } = compaction;
  const id = `compaction-${index + 1}`;
  const known = sections.some(({ facts }) => facts > 0);
  return html`<article id="${id}" aria-labelledby="${id}-title">
    <h3 id="${id}-title">${index + 1}. ${startedBy(trigger)}, ${time(at)}</h3>
    <p>${sizes(compaction, window)}</p>
    ${known ? html`${sectionTable(compaction, id)}${lostList(compaction, lost)}` : html`<p>Nothing was known before it.</p>`}
  </article> `;
}

function startedBy(trigger: string): string {
  if (trigger === 'manual') return 'By /compact';
  return trigger === 'auto' ? 'Automatic' : 'Compaction';
}

function sizes({ before, after, summaryLength, given }: CompactionReport, window: number): Html {
  const from = before === null ? 'an unknown size' : tokens(before, window);
  const to = after === null ? 'nobody has answered since' : tokens(after, window);
  const summary =
    summaryLength === null
      ? 'no summary in the transcript'
      : `a summary of ${number(summaryLength)} characters`;
  const back = given
    ? html`carryover gave ${number(given.length)} characters of state ${given.generation} back.`
    : html`nothing of carryover stands in the transcript after it.`;
  return html`From ${from} to ${to}: ${summary}; ${back}`;
}

function tokens(count: number, window: number): string {
  return `${number(count)} tokens (${percentOf(count, window)} %)`;
}

function sectionTable({ sections, lost }: CompactionReport, id: string): Html {
  const rows = sections.filter(({ facts }) => facts > 0);
  return table(
    `Facts before compaction ${id.replace(/^.*-/, '')}, by section`,
    [{ title: 'Section' }, ...numbers('Facts', 'Not in the summary', 'Given back')],
    rows.map(({ name, facts }) => {
      const missing = lost.filter(({ section }) => section === name);
      const back = missing.filter(({ isGivenBack }) => isGivenBack).length;
      return [name, String(facts), String(missing.length), missing.length > 0 ? String(back) : '–'];
    }),
  );
}

function lostList({ summaryLength }: CompactionReport, lost: LostFact[]): Html {
  if (summaryLength === null)
    return html`<p>Without a summary nothing can be said of what is lost.</p>`;
  if (lost.length === 0) return html`<p class="good">The summary mentions all that counts.</p>`;
  const gone = lost.filter(({ isGivenBack }) => !isGivenBack).length;
  const verdict = gone === 0 ? 'all given back' : `${gone} of them not given back`;
  return html`<details${gone > 0 ? html` open` : undefined}>
<summary>${plural(lost.length, 'fact is', 'facts are')} not in the summary, ${verdict}</summary>
<ul class="facts">${lost.map(
    ({ section, text, isGivenBack }) =>
      html`<li>
        <span class="${isGivenBack ? 'good' : 'bad'}">${isGivenBack ? 'given back' : 'lost'}</span>
        <span class="quiet">${section}:</span> <bdi>${text}</bdi>
      </li> `,
  )}</ul>
</details>
`;
}
