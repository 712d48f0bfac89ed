import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { testdir } from '@carryover/testing';
import axe from 'axe-core';
import pixelmatch from 'pixelmatch';
import { chromium, type Browser, type Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reportPage } from '../../packages/cli/src/report/page.ts';
import type { ReportData } from '../../packages/cli/src/report/report-data.ts';
import { problemsOf } from './problems-of.ts';

const CLI = fileURLToPath(new URL('../../packages/cli/dist/cli.js', import.meta.url));
const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));
const DIFFERENT = fileURLToPath(new URL('../../.cache/screenshots/', import.meta.url));
const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** Part of the pixels that may differ: versions of the browser smooth text differently. */
const TOLERANCE = 0.01;

const VIEWS = {
  light: { viewport: { width: 1100, height: 1080 }, colorScheme: 'light' },
  dark: { viewport: { width: 1100, height: 1080 }, colorScheme: 'dark' },
  phone: { viewport: { width: 360, height: 800 }, colorScheme: 'dark', deviceScaleFactor: 2 },
} as const;
type View = keyof typeof VIEWS;
const views = Object.keys(VIEWS).filter((name): name is View => name in VIEWS);

const root = testdir();
const file = join(root.path, 'report.html');
let browser: Browser;

beforeAll(async () => {
  process.env['TZ'] = 'UTC';
  writeFileSync(file, reportPage(withoutChance(demoData())));
  browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--font-render-hinting=none'],
  });
});

afterAll(async () => {
  await browser.close();
  root[Symbol.dispose]();
});

/** What `carryover report` finds in the demo session, played through the built hooks. */
function demoData(): ReportData {
  const played = join(root.path, 'played');
  const home = join(played, '.claude', 'carryover');
  const run = (...args: string[]): string =>
    spawnSync(process.execPath, [CLI, ...args], {
      env: { HOME: root.path, CARRYOVER_HOME: home },
      encoding: 'utf8',
    }).stdout;
  run('demo', '--keep', played);
  return JSON.parse(run('report', join(played, 'transcript.jsonl'), '--json'));
}

/** Times of this run and lengths of temporary paths differ each time. */
function withoutChance(data: ReportData): ReportData {
  return {
    ...data,
    madeAt: '2026-12-02T08:00:00.000Z',
    compactions: data.compactions.map((compaction, index) => ({
      ...compaction,
      given: compaction.given && { ...compaction.given, length: 7000 + index * 1000 },
    })),
    hooks: data.hooks.map((times, index) => ({
      ...times,
      median: 60 + index,
      slowest: 80 + index,
    })),
  };
}

async function open(view: View): Promise<{ page: Page; said: string[] }> {
  const context = await browser.newContext(VIEWS[view]);
  const page = await context.newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('request', (request) => said.push(request.url()));
  await page.goto(pathToFileURL(file).href);
  return { page, said };
}

test('the report page is valid HTML', async () => {
  expect(await problemsOf(readFileSync(file, 'utf8'))).toEqual([]);
});

describe.each(views)('the report page, %s', (view) => {
  test('loads nothing but itself, and breaks no rule of its own policy', async () => {
    const { said } = await open(view);
    expect(said).toEqual([pathToFileURL(file).href]);
  });

  test('is as wide as the screen, with text of at least 11 px in the chart', async () => {
    const { page } = await open(view);
    const charts = page.locator('figure > svg.chart').filter({ visible: true });
    const scales = await charts.evaluateAll((all) =>
      all.map((chart) => chart.clientWidth / Number(chart.getAttribute('viewBox')?.split(' ')[2])),
    );
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(scales).toHaveLength(1);
    expect(width).toBe(VIEWS[view].viewport.width);
    expect((scales[0] ?? 0) * 12).toBeGreaterThanOrEqual(11);
  });

  test('has no barrier that axe finds: names, contrast, order of headings', async () => {
    const { page } = await open(view);
    await page.locator('details').evaluateAll((all) => {
      for (const details of all) details.setAttribute('open', '');
    });
    await page.evaluate(axe.source);
    const found = await page.evaluate(async () => {
      const { violations } = await Reflect.get(globalThis, 'axe').run();
      return violations.map(
        ({ id, nodes }: { id: string; nodes: { html: string }[] }) => `${id}: ${nodes[0]?.html}`,
      );
    });
    expect(found).toEqual([]);
  });

  test('looks as it did', async () => {
    const { page } = await open(view);
    // Without a style of the test's own, which the page's policy refuses.
    const shot = await page.screenshot({ caret: 'initial', animations: 'allow' });
    expect(differenceTo(`report-${view}.png`, shot)).toBeLessThanOrEqual(TOLERANCE);
  });
});

test('works by keyboard: to the chart, into the table, to a compaction', async () => {
  const { page } = await open('light');
  const focused = (): Promise<string> =>
    page.evaluate<string>(
      'document.activeElement.ariaLabel ?? document.activeElement.textContent.trim()',
    );
  // The browser tells of a jump within the page only after the key was handled.
  const at = (hash: string): Promise<void> => page.waitForURL((url) => url.hash === hash);
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Skip to the chart');
  await page.keyboard.press('Enter');
  await at('#context');
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('The figures as a table');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Context, reply by reply');
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('compaction 1');
  await page.keyboard.press('Enter');
  await at('#compaction-1');
});

/** Part of the pixels, 1 where the size differs. `UPDATE_SCREENSHOTS=1` takes the new picture. */
function differenceTo(name: string, shot: Buffer): number {
  const known = join(DOCS, name);
  if (process.env['UPDATE_SCREENSHOTS'] || !existsSync(known)) {
    if (process.env['CI']) throw new Error(`${known} is missing`);
    writeFileSync(known, shot);
  }
  const [before, now] = [PNG.sync.read(readFileSync(known)), PNG.sync.read(shot)];
  if (before.width !== now.width || before.height !== now.height) return 1;
  const picture = new PNG({ width: now.width, height: now.height });
  const pixels = pixelmatch(before.data, now.data, picture.data, now.width, now.height, {
    threshold: 0.2,
  });
  const part = pixels / (now.width * now.height);
  if (part > TOLERANCE) {
    mkdirSync(DIFFERENT, { recursive: true });
    writeFileSync(join(DIFFERENT, name), shot);
    writeFileSync(join(DIFFERENT, `difference-${name}`), PNG.sync.write(picture));
  }
  return part;
}
