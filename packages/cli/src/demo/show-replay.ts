import { styleText } from 'node:util';
import type { Step } from './replay.ts';

const WIDTH = 100;

export function heading(text: string): string {
  return `\n${paint('bold', text)}\n${paint('dim', '─'.repeat(Math.min(text.length, WIDTH)))}`;
}

/** One line a hook: when, what started it, what it did, how long the process took. */
export function stepLine(step: Step): string {
  const name = `${step.event} ${step.trigger}`;
  const width = Math.max(24, Math.min(44, (process.stdout.columns ?? 100) - 60));
  const shown = name.length > width ? `${name.slice(0, width - 1)}…` : name.padEnd(width);
  const time = `${String(step.ms).padStart(5)} ms`;
  return `${paint('dim', step.at.slice(11, 19))}  ${shown}  ${paint('dim', time)}  ${paint(colour(step), bar(step.reason) + step.reason)}`;
}

/** Lines indented, so that a text stands apart from what the command says itself. */
export function quoted(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `  ${line.startsWith('#') ? paint('cyan', line) : line}`)
    .join('\n');
}

/** Ten cells for a percentage that the hook has noted. */
function bar(reason: string): string {
  const percent = /(\d+) %/.exec(reason)?.[1];
  if (percent === undefined) return '';
  const cells = Math.min(10, Math.round(Number(percent) / 10));
  return `${'█'.repeat(cells)}${'░'.repeat(10 - cells)} `;
}

function colour({ outcome, reason, context }: Step): Parameters<typeof styleText>[0] {
  if (outcome === 'failed') return 'red';
  if (reason.startsWith('warned')) return 'yellow';
  return context !== '' || reason.startsWith('state') ? 'green' : 'dim';
}

/** Plain text where the terminal has no colour, into a pipe and under `NO_COLOR`. */
function paint(format: Parameters<typeof styleText>[0], text: string): string {
  return styleText(format, text);
}
