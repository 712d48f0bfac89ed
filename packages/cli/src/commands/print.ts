/** One JSON document for programs, or text for people. */
export function print(options: { json?: boolean }, value: unknown, text: () => string): void {
  console.log(options.json ? asJson(value) : withoutControls(text()));
}

/** What steers a terminal stands in it as escapes. */
function asJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    /[\u007F-\u009F]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Words of a repository must not steer the terminal that shows them; colours are ours. */
function withoutControls(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/(?!\u001B\[(?:[12]|22|3\d)m)[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g, '');
}

/** Columns as wide as their longest cell; the last one is not filled up. */
export function columns(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, index) =>
    Math.max(...rows.map((row) => row[index]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0)))
        .join('  '),
    )
    .join('\n');
}

/** The part of a session's id that tells it from others in a list. */
export function shortId(session: string): string {
  return /^[0-9a-f]{8}-/.test(session) ? session.slice(0, 8) : session;
}

export function size(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000
    ? `${(bytes / 1_000).toFixed(1)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
