import { number, plural } from '../figures.ts';
import { html, type Html } from './html.ts';
import type { ReportData } from './report-data.ts';
import { clockText, percentOf } from './words.ts';

type Data = Pick<ReportData, 'context' | 'warnings' | 'compactions'>;

/** In the units of the drawing, which are pixels where it is as wide as it is shown. */
type Size = { name: string; width: number; height: number; ticks: number };

const WIDE: Size = { name: 'wide', width: 960, height: 300, ticks: 6 };
const NARROW: Size = { name: 'narrow', width: 340, height: 260, ticks: 3 };
const EDGE = { left: 44, right: 12, top: 30, bottom: 26 };

/**
 * The context reply by reply, drawn twice: text does not become smaller with the screen. Replies are
 * evenly apart, since a night between two of them would leave no room for the work.
 */
export function contextChart(data: Data): Html {
  return html`${[WIDE, NARROW].map((size) => draw(data, size))}${key(data)}`;
}

function draw(data: Data, size: Size): Html {
  const { points, window, threshold } = data.context;
  const most = Math.max(window, ...points.map(({ tokens }) => tokens));
  const right = size.width - EDGE.right;
  const bottom = size.height - EDGE.bottom;
  const x = (place: number): number =>
    round(EDGE.left + (place * (right - EDGE.left)) / Math.max(1, points.length - 1));
  const y = (tokens: number): number => round(bottom - (tokens * (bottom - EDGE.top)) / most);
  /** Between the last reply before it and the next one. */
  const between = (at: string): number => {
    const next = points.findIndex((point) => point.at > at);
    return x(next === -1 ? points.length - 1 : Math.max(0, next - 0.5));
  };
  /** At the reply whose usage it tells. */
  const onLine = ({ at, percent }: Data['warnings'][number]): number =>
    x(
      Math.max(
        0,
        points.findLastIndex(
          (point) => point.at <= at && percentOf(point.tokens, window) <= percent,
        ),
      ),
    );
  const limit = y((window * threshold) / 100);
  return html`<svg
    class="chart ${size.name}"
    viewBox="0 0 ${size.width} ${size.height}"
    role="img"
    aria-label="${describe(data)}"
  >
    ${[0, 25, 50, 75, 100].map((percent) => {
      const at = y((window * percent) / 100);
      return html`<line class="grid" x1="${EDGE.left}" x2="${right}" y1="${at}" y2="${at}" /><text
          x="${EDGE.left - 6}"
          y="${at + 4}"
          text-anchor="end"
          >${percent} %</text
        > `;
    })}
    ${timeTicks(points, size.ticks).map(({ place, anchor, text }) => html`<text x="${x(place)}" y="${size.height - 6}" text-anchor="${anchor}">${text}</text> `)}
    ${segments(data).map((places) =>
      line(
        places.map((place) => [x(place), y(points[place]?.tokens ?? 0)]),
        bottom,
      ),
    )}
    <line class="limit" x1="${EDGE.left}" x2="${right}" y1="${limit}" y2="${limit}" />
    <text class="warn" x="${EDGE.left + 4}" y="${limit - 5}">warning from ${threshold} %</text>
    ${data.warnings.map((warning) => {
      const left = onLine(warning);
      const top = y((window * warning.percent) / 100);
      return html`<path class="warned" d="M${left} ${round(top - 7)}l6 7-6 7-6-7z" /> `;
    })}
    ${data.compactions.map(({ at }, index) => {
      const place = between(at);
      return html`<line
          class="cut"
          x1="${place}"
          x2="${place}"
          y1="${EDGE.top - 10}"
          y2="${bottom}"
        /><circle class="badge" cx="${place}" cy="${EDGE.top - 18}" r="10" /><text
          class="number"
          x="${place}"
          y="${EDGE.top - 14}"
          text-anchor="middle"
          >${index + 1}</text
        > `;
    })}
  </svg>`;
}

/** Places of the replies of each context: a compaction ends one. */
function segments({ context, compactions }: Data): number[][] {
  const parts: number[][] = Array.from({ length: compactions.length + 1 }, () => []);
  for (const [place, { at }] of context.points.entries()) {
    parts[compactions.filter((compaction) => compaction.at < at).length]?.push(place);
  }
  return parts.filter((places) => places.length > 0);
}

function line(points: [x: number, y: number][], bottom: number): Html {
  const path = points.map(([x, y]) => `${x} ${y}`).join('L');
  const [first, last] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0];
  return html`<path class="area" d="M${first} ${bottom}L${path}L${last} ${bottom}z" /><path
      class="use"
      d="M${path}"
    /> `;
}

function timeTicks(
  points: ReportData['context']['points'],
  count: number,
): { place: number; anchor: string; text: string }[] {
  const last = points.length - 1;
  const ticks = Math.min(count, points.length);
  const places = Array.from({ length: ticks }, (_, tick) =>
    Math.round((tick * last) / Math.max(1, ticks - 1)),
  );
  return places.map((place, tick) => ({
    place,
    anchor: tick === 0 ? 'start' : tick === ticks - 1 ? 'end' : 'middle',
    text: clockText(points[place]?.at ?? ''),
  }));
}

function key({ warnings, compactions }: Data): Html {
  return html`<ul class="key">
    <li>${icon(html`<path class="use" d="M0 6h20" />`)}tokens in the context</li>
    ${warnings.length > 0 ? html`<li>${icon(html`<path class="warned" d="M10 0l6 6-6 6-6-6z" />`)}the model was warned</li>` : undefined}
    ${compactions.length > 0 ? html`<li>${icon(html`<path class="cut" d="M10 0v12" />`)}compaction, by number</li>` : undefined}
  </ul>`;
}

function icon(drawing: Html): Html {
  return html`<svg class="chart-key chart" viewBox="0 0 20 12" aria-hidden="true">${drawing}</svg>`;
}

function describe({ context, warnings, compactions }: Data): string {
  const { points, window } = context;
  const most = Math.max(0, ...points.map(({ tokens }) => tokens));
  return [
    `Context over ${plural(points.length, 'reply', 'replies')}: at most ${number(most)} of ${number(window)} tokens, ${percentOf(most, window)} %.`,
    `${plural(compactions.length, 'compaction')}, ${plural(warnings.length, 'warning')}. The table below has the figures.`,
  ].join(' ');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
