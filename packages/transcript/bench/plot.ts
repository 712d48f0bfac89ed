export type Series = { name: string; points: [megabytes: number, milliseconds: number][] };

const size = { width: 760, height: 440, left: 70, right: 110, top: 30, bottom: 50 };
const colours = ['#1b6ca8', '#7a7a7a', '#c0392b', '#d68910', '#1e8449', '#7d3c98', '#17a2b8'];

/** A plot with both axes logarithmic, as an SVG document. */
export function drawPlot(series: readonly Series[]): string {
  const points = series.flatMap((one) => one.points);
  const x = scale(
    points.map(([megabytes]) => megabytes),
    size.left,
    size.width - size.right,
  );
  const y = scale(
    points.map(([, ms]) => ms),
    size.height - size.bottom,
    size.top,
  );
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" font-family="sans-serif" font-size="12">`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    ...x.ticks.map(
      (tick) =>
        line(x.at(tick), y.at(y.ticks[0] ?? 1), x.at(tick), size.top, '#eee') +
        label(x.at(tick), size.height - 30, `${tick} MB`, 'middle'),
    ),
    ...y.ticks.map(
      (tick) =>
        line(size.left, y.at(tick), size.width - size.right, y.at(tick), '#eee') +
        label(size.left - 8, y.at(tick) + 4, `${tick} ms`, 'end'),
    ),
    ...series.map((one, index) =>
      drawSeries(one, colours[index % colours.length] ?? '#000', x.at, y.at),
    ),
    label(size.left, 18, 'Reading a transcript: time by size, both logarithmic', 'start'),
    '</svg>',
  ];
  return `${parts.join('\n')}\n`;
}

type Scale = { at: (value: number) => number; ticks: number[] };

function scale(values: number[], from: number, to: number): Scale {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.ceil(Math.log10(Math.max(...values)));
  return {
    at: (value) => from + ((Math.log10(value) - low) / (high - low)) * (to - from),
    ticks: Array.from({ length: high - low + 1 }, (_, step) => 10 ** (low + step)),
  };
}

function drawSeries(
  { name, points }: Series,
  colour: string,
  x: (value: number) => number,
  y: (value: number) => number,
): string {
  const path = points.map(([megabytes, ms]) => `${x(megabytes).toFixed(1)},${y(ms).toFixed(1)}`);
  const [lastX = 0, lastY = 0] = (path.at(-1) ?? '').split(',').map(Number);
  return [
    `<polyline points="${path.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    label(lastX + 6, lastY + 4, name, 'start', colour),
  ].join('');
}

function line(x1: number, y1: number, x2: number, y2: number, colour: string): string {
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${colour}"/>`;
}

function label(x: number, y: number, text: string, anchor: string, colour = '#333'): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${colour}">${text}</text>`;
}
