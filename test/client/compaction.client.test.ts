import { lastUserText, plainText, type RecordedRequest, renderTimeline } from '@carryover/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CarriedSession, carrySession, type HookRun } from './carried-session.ts';
import { INSTRUCTIONS, PROMPTS, RESUMES } from './script.ts';

const WARNING = /carryover: context at \d+ %/g;
const STATE = /<carryover-state[\s\S]*?<\/carryover-state>/g;

const versions = [
  { version: '2.1.332', hasPostCompact: true },
  { version: '2.0.77', hasPostCompact: false },
];

describe.each(versions)('Claude Code $version', ({ version, hasPostCompact }) => {
  let session: CarriedSession;

  beforeAll(async () => {
    session = await carrySession(version);
    console.log(`Claude Code ${version}\n\n${timeline(session)}\n`);
  });

  test('is warned once, at the first prompt above the threshold', () => {
    const warnings = mainRequests(session).map((request) => allText(request).match(WARNING) ?? []);
    expect(Math.max(...warnings.map(({ length }) => length))).toBe(1);
    expect(new Set(warnings.flat()).size).toBe(1);
    const first = mainRequests(session)[warnings.findIndex(({ length }) => length > 0)];
    expect(lastUserText(first?.body ?? {})).toContain(PROMPTS[2]);
  });

  test('gets the whole state after /compact', () => {
    const carried = carriedState(requestFor(session, 'What comes next?'), session.states.manual);
    expect(carried).toEqual({ blocks: 1, missing: [] });
  });

  test('gets the whole state after an automatic compaction in the middle of a turn', () => {
    const carried = carriedState(requestFor(session, 'Anything else?'), session.states.auto);
    expect(carried).toEqual({ blocks: 1, missing: [] });
  });

  test.each(RESUMES)('has the whole state once after a resume with "%s"', (prompt) => {
    // What a context lacks is given as it stands now; what it has was given at the compaction.
    const state = session.states.resumed[prompt] ?? '';
    const carried = carriedState(requestFor(session, prompt), state);
    expect(carried).toEqual({ blocks: 1, missing: [] });
  });

  test('writes facts of the session into the state', () => {
    expect(session.states.manual).toMatch(/^# Compact Prep State\n/);
    expect(session.states.manual).toContain('farewell.txt');
    expect(session.states.manual).toContain('Never touch CLAUDE.md');
  });

  test('adds records in plain words to what the summariser is told, and nothing else', () => {
    const prompts = session.requests
      .filter(({ kind }) => kind === 'compact')
      .map(({ body }) => lastUserText(body));
    const told = prompts.map((prompt) => additionalInstructions(prompt));
    const [before, ours] = [`${INSTRUCTIONS}\n\n`, told[1] ?? ''];
    expect(told).toEqual([expect.stringMatching(`^${before}Keep in the summary`), ours]);
    expect(ours).toMatch(/^Keep in the summary, [^{}]*$/);
    expect(ours).toContain('Rule: User: "Never touch CLAUDE.md, we agreed on that."');
    for (const text of [told[0]?.slice(before.length), ours])
      expect(text?.length).toBeLessThanOrEqual(1_500);
    // Folders of the test's own bear the name of the product.
    const said = prompts.map((prompt) => prompt.replaceAll(/\/\S*carryover-test-\S*/g, ''));
    for (const prompt of said) expect(prompt).not.toMatch(/carryover|hookSpecificOutput/);
  });

  test('runs every hook once and without an error', () => {
    expect(tally(session.runs)).toMatchObject({
      SessionStart: 1 + 2 + RESUMES.length,
      UserPromptSubmit: PROMPTS.length - 1 + RESUMES.length,
      PreCompact: 2,
    });
    expect(session.runs.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    for (const { stderr, exitCode, events } of session.talks) {
      expect(stderr).toBe('');
      expect(exitCode).toBe(0);
      expect(JSON.stringify(events)).not.toMatch(/hook[^"]{0,40}(error|failed)/i);
    }
    expect(session.transcript).not.toMatch(/hook_(non_blocking_error|blocking_error|cancelled)/);
  });

  test(`${hasPostCompact ? 'registers' : 'does not register'} PostCompact`, () => {
    expect(session.registered.includes('PostCompact')).toBe(hasPostCompact);
    expect(tally(session.runs)['PostCompact']).toBe(hasPostCompact ? 2 : undefined);
  });
});

function mainRequests({ requests }: CarriedSession): RecordedRequest[] {
  return requests.filter(({ kind }) => kind === 'main');
}

/** The first request of the main conversation whose newest message holds that prompt. */
function requestFor(session: CarriedSession, prompt: string): RecordedRequest | undefined {
  return mainRequests(session).find(({ body }) => lastUserText(body).includes(prompt));
}

function allText(request: RecordedRequest | undefined): string {
  return (request?.body.messages ?? []).map(({ content }) => plainText(content)).join('\n');
}

/** How often the state stands in a request, and which lines of its ten sections do not. */
function carriedState(request: RecordedRequest | undefined, state: string) {
  const blocks = allText(request).match(STATE) ?? [];
  const sections = state.slice(state.indexOf('\n## '));
  // How much of the session stands in the file is a matter of the file, not of the session.
  const facts = sections.split('\n').filter((line) => !line.startsWith('- Coverage:'));
  const lines = facts.filter((line) => line.trim() !== '');
  return { blocks: blocks.length, missing: lines.filter((line) => !blocks[0]?.includes(line)) };
}

/** What comes after the summariser's own prompt: the person's words to /compact, and a hook's. */
function additionalInstructions(prompt: string): string {
  const [, added = ''] = prompt.split('Additional Instructions:\n');
  return (added.split('\n\nREMINDER:')[0] ?? '').trim();
}

function tally(runs: HookRun[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { event } of runs) counts[event] = (counts[event] ?? 0) + 1;
  return counts;
}

function timeline({ runs, requests }: CarriedSession): string {
  return renderTimeline(
    runs.map((run) => ({ time: run.time, what: hookLine(run) })),
    requests.map(({ time, kind }) => ({ time, what: `  request  ${kind}` })),
  );
}

function hookLine({ event, outcome, ms, reason }: HookRun): string {
  return `hook  ${event} ${outcome} in ${ms} ms${reason === undefined ? '' : ` (${reason})`}`;
}
