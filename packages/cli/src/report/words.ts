import { html, type Html } from './html.ts';

const DAY = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short' });
const CLOCK = new Intl.DateTimeFormat('sv-SE', { timeStyle: 'medium' });

/** In the time zone of the machine; what is no time stays as it is. */
function timeText(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : `${DAY.format(date)} ${CLOCK.format(date)}`;
}

/** Hours and minutes alone. */
export function clockText(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? '' : CLOCK.format(date).slice(0, 5);
}

export function time(iso: string): Html {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return html`${iso}`;
  return html`<time datetime="${date.toISOString()}">${timeText(iso)}</time>`;
}

export function percentOf(tokens: number, window: number): number {
  return Math.round((tokens * 100) / window);
}

/** Columns of numbers with these titles. */
export function numbers(...titles: string[]): { title: string; isNumber: true }[] {
  return titles.map((title) => ({ title, isNumber: true }));
}
