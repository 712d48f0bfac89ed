import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createHookHost, type HookHost, loadHooks } from '@carryover/hooks-runtime/host';
import {
  type ApiScript,
  createScratch,
  installClient,
  lastUserText,
  plainText,
  type RecordedRequest,
  startFakeApi,
  talk,
  testdir,
} from '@carryover/testing';
import { beforeAll, describe, expect, test } from 'vitest';

const VERSION = '2.1.332';
const repository = fileURLToPath(new URL('../..', import.meta.url));

type Entry = { matcher?: string; command: string; more?: object };

const context = (event: string, mark: string) =>
  JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: mark } });

/** What a hook prints carries its own mark, so that it can be found wherever it went. */
const HOOKS: Record<string, Entry[]> = {
  SessionStart: [
    { command: "echo 'MARK-START-TEXT'" },
    { command: `echo '${context('SessionStart', 'MARK-START-JSON')}'` },
    { matcher: 'compact', command: "echo 'MARK-START-COMPACT'" },
    { matcher: 'resume', command: "echo 'MARK-START-RESUME'" },
    { command: "echo 'MARK-START-EXIT1'; exit 1" },
    { command: "echo 'MARK-START-EXIT2' >&2; exit 2" },
  ],
  UserPromptSubmit: [
    { matcher: 'ignored', command: "echo 'MARK-PROMPT-TEXT'" },
    { command: `echo '${context('UserPromptSubmit', 'MARK-PROMPT-JSON')}'` },
    { command: "echo 'MARK-PROMPT-EXIT1'; exit 1" },
    { command: `echo '${context('UserPromptSubmit', 'MARK-PROMPT-JSON1')}'; exit 1` },
    { command: `echo log; echo '{"systemMessage":"MARK-PROMPT-NOISE"}'` },
    { command: `echo '{"hookSpecificOutput":{"additionalContext":"MARK-PROMPT-NAMELESS"}}'` },
    { command: '/no/such/MARK-PROMPT-MISSING' },
    { command: `printf '{"async":true,'; sleep 0.3; echo '"x":"MARK-PROMPT-PIECES"}'` },
    { command: "sleep 5; echo 'MARK-PROMPT-SLOW'", more: { timeout: 1 } },
  ],
  PreToolUse: [
    { matcher: 'Read', command: "echo 'MARK-TOOL-TEXT'" },
    { matcher: 'Edit|Read', command: `echo '${context('PreToolUse', 'MARK-TOOL-JSON')}'` },
    { matcher: 'Rea', command: `echo '${context('PreToolUse', 'MARK-TOOL-PREFIX')}'` },
    { matcher: 'R.*', command: `sleep 1; echo '${context('PreToolUse', 'MARK-TOOL-PATTERN')}'` },
    { matcher: 'read', command: `echo '${context('PreToolUse', 'MARK-TOOL-CASE')}'` },
    { matcher: '(Read', command: `echo '${context('PreToolUse', 'MARK-TOOL-BROKEN')}'` },
  ],
  PostToolUse: [{ command: "echo 'MARK-POST-EXIT2' >&2; exit 2" }],
  PreCompact: [
    { command: "sleep 1; echo 'MARK-COMPACT-FIRST'" },
    { command: "echo 'MARK-COMPACT-SECOND'" },
    { matcher: 'auto', command: "echo 'MARK-COMPACT-AUTO'" },
    { command: `echo '{"systemMessage":"MARK-COMPACT-JSON"}'` },
    { command: `echo '${context('PreCompact', 'MARK-COMPACT-SPECIFIC')}'` },
    { command: "echo 'MARK-COMPACT-EXIT1'; exit 1" },
  ],
};

/** What a server answers to hooks of type `http`, with a mark like the others. */
const POSTED: Record<string, { status: number; body: string; location?: string }[]> = {
  UserPromptSubmit: [
    { status: 200, body: context('UserPromptSubmit', 'MARK-HTTP-JSON') },
    { status: 200, body: 'MARK-HTTP-TEXT' },
    { status: 500, body: context('UserPromptSubmit', 'MARK-HTTP-FAILED') },
    { status: 302, body: '', location: '/UserPromptSubmit/0' },
    { status: 200, body: `[${context('UserPromptSubmit', 'MARK-HTTP-LIST')}]` },
    { status: 200, body: `log\n${context('UserPromptSubmit', 'MARK-HTTP-NOISE')}` },
    { status: 200, body: '{"hookSpecificOutput":{"additionalContext":"MARK-HTTP-NAMELESS"}}' },
  ],
  PreToolUse: [{ status: 201, body: context('PreToolUse', 'MARK-HTTP-TOOL') }],
  PreCompact: [
    { status: 200, body: '{"systemMessage":"MARK-COMPACT-HTTP"}' },
    { status: 500, body: '' },
    { status: 200, body: 'MARK-COMPACT-NO-JSON' },
    { status: 200, body: '' },
    { status: 200, body: '[]' },
    { status: 200, body: '7' },
    { status: 307, body: '', location: '/PreCompact/0' },
    { status: 404, body: '{"decision":"block"}' },
  ],
};

/** The model reads hooks as they are done, one prefix for all: theirs comes last. */
const AFTER_COMMANDS_MS = 2_000;

/** In the order of a session. */
const EVENTS = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PreCompact'];

type Seen = {
  /** The commands that ran, at the first time that the event fired. */
  ran: Record<string, string[]>;
  /** Everything that the model was given. */
  model: string;
  /** What the summariser was told beyond its own prompt. */
  instructions: string;
  /** What the person is shown of the PreCompact hooks, a line each. */
  shown: string[];
  /** What the server was asked, without the body. */
  posted: string[];
};

describe(`the same hooks in Claude Code ${VERSION} and in the host`, () => {
  let client: Seen;
  let host: Seen;

  beforeAll(async () => {
    ({ client, host } = await runBoth());
  }, 120_000);

  test.each(EVENTS)('the same commands run on %s', (event) => {
    expect(host.ran[event]?.toSorted(byName)).toEqual(client.ran[event]?.toSorted(byName));
    expect(host.ran[event]?.length).toBeGreaterThan(0);
  });

  const marks = JSON.stringify([HOOKS, POSTED]).match(/MARK-(?!COMPACT)[A-Z0-9-]+/g) ?? [];

  test.each(marks)('the model reads %s in both or in neither', (mark) => {
    expect(host.model.includes(mark)).toBe(client.model.includes(mark));
  });

  test('the model reads it in the same words', () => {
    const lines = host.model.split('\n').filter((line) => line.includes(' hook '));
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.filter((line) => !client.model.includes(line))).toEqual([]);
  });

  test('the summariser is told the same', () => {
    expect(host.instructions).toBe(client.instructions);
  });

  test('the server is asked the same', () => {
    expect([...new Set(host.posted)].toSorted(byName)).toEqual(
      [...new Set(client.posted)].toSorted(byName),
    );
  });

  test('the person is shown the same of the hooks before a compaction', () => {
    expect(host.shown).toEqual(client.shown);
    expect(host.shown).toHaveLength(13);
  });
});

const byName = (one: string, other: string): number => one.localeCompare(other);

async function runBoth(): Promise<{ client: Seen; host: Seen }> {
  using root = testdir();
  const trace = join(root.path, 'trace');
  await using server = await startHookServer();
  const scratch = createScratch(root.path, {
    version: VERSION,
    projectName: 'greeter',
    files: { 'greet.txt': 'hello\n' },
    settings: { permissions: { allow: ['Read'] }, hooks: settingsFor(trace, server.url) },
  });
  await using api = await startFakeApi(script(`${scratch.project}/greet.txt`));
  const { events } = await talk({
    client: installClient(VERSION, join(repository, '.cache/claude-code')),
    scratch,
    apiUrl: api.url,
    prompts: ['Look around', '/compact be brief', 'Go on'],
    args: ['--model', 'claude-sonnet-4-5-20250929'],
  });
  const fired = readTrace(trace);
  const client = {
    ran: ranIn(fired),
    model: api.requests.filter(isMain).map(allText).join('\n'),
    instructions: instructionsOf(api.requests),
    posted: server.posted.splice(0),
    shown: shownLines(
      events.map(({ message }) => plainText(isMessage(message) ? message.content : '')).join('\n'),
    ),
  };
  rmSync(trace);
  const { hooks } = loadHooks({
    cwd: scratch.project,
    configDir: join(scratch.home, '.claude'),
  });
  const session = {
    sessionId: 's1',
    transcriptPath: '/dev/null',
    cwd: scratch.project,
    env: { PATH: process.env['PATH'], HOME: scratch.home },
  };
  const played = await play(createHookHost({ hooks, session, spillDir: root.path }), fired);
  return { client, host: { ...played, ran: ranIn(readTrace(trace)), posted: server.posted } };
}

/** Gives the host the inputs that the client gave its hooks, one for each time an event fired. */
async function play(host: HookHost, fired: Fired[]): Promise<Omit<Seen, 'ran' | 'posted'>> {
  const model: string[] = [];
  let instructions = '';
  let shown: string[] = [];
  for (const input of new Map(fired.map((one) => [keyOf(one.input), one.input])).values()) {
    if (input.hook_event_name === 'PreCompact') {
      // The order of the session.
      // oxlint-disable-next-line no-await-in-loop
      const outcome = await host.executePreCompactHooks({
        trigger: 'manual',
        customInstructions: 'be brief',
      });
      instructions = `be brief\n\n${outcome.newCustomInstructions}`;
      shown = shownLines(outcome.userDisplayMessage ?? '');
    } else {
      // oxlint-disable-next-line no-await-in-loop
      const execution = await host.executeHooks({ hookInput: input });
      model.push(...execution.model);
    }
  }
  return { model: model.join('\n'), instructions, shown };
}

/** Without what is wrong with an answer, of which the client says more: its whole schema. */
const shownLines = (text: string): string[] =>
  [...text.matchAll(/PreCompact \[.*?(?=<\/|$)/gm)].map(([line]) =>
    line.replace(/(JSON output validation failed).*/, '$1'),
  );

type Message = { content?: Parameters<typeof plainText>[0] };

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'content' in value;

type Input = { hook_event_name: string; [field: string]: unknown };
type Fired = { command: string; input: Input };

const keyOf = ({ hook_event_name, source, prompt }: Input): string =>
  [hook_event_name, source, prompt].join();

function ranIn(fired: Fired[]): Record<string, string[]> {
  const first = new Map<string, string>();
  const ran: Record<string, string[]> = {};
  for (const { command, input } of fired) {
    const event = input.hook_event_name;
    const key = first.get(event) ?? keyOf(input);
    first.set(event, key);
    if (key === keyOf(input)) (ran[event] ??= []).push(command);
  }
  return ran;
}

/** Each hook writes down its name and its input before it does what it is for. */
function settingsFor(trace: string, url: string): object {
  const traced = (event: string, { command }: Entry, index: number): string =>
    `printf '%s\\t%s\\n' '${event} ${index}' "$(cat)" >> '${trace}'; ${command}`;
  return Object.fromEntries(
    Object.entries(HOOKS).map(([event, entries]) => [
      event,
      [
        {
          hooks: (POSTED[event] ?? []).map((_, index) => ({
            type: 'http',
            url: `${url}/${event}/${index}`,
            headers: { 'x-mark': '<$CLAUDECODE><${NOPE}><${HOME}><$PATH>' },
            allowedEnvVars: ['CLAUDECODE', 'NOPE', 'HOME'],
          })),
        },
        ...entries.map((entry, index) => ({
          matcher: entry.matcher,
          hooks: [{ type: 'command', command: traced(event, entry, index), ...entry.more }],
        })),
      ],
    ]),
  );
}

async function startHookServer(): Promise<AsyncDisposable & { url: string; posted: string[] }> {
  const server = createServer((request, response) => {
    const [, event = '', index = ''] = request.url?.split('/') ?? [];
    const { status = 404, body = '', ...location } = POSTED[event]?.[Number(index)] ?? {};
    const { headers } = request;
    const field = (name: string): string => `${name}: ${String(headers[name])}`;
    posted.push([request.method, request.url, ...['content-type', 'x-mark'].map(field)].join(' '));
    const answer = () => response.writeHead(status, location).end(body);
    request.resume().once('end', () => setTimeout(answer, AFTER_COMMANDS_MS));
  });
  const posted: string[] = [];
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    posted,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

function readTrace(file: string): Fired[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line): Fired => {
    const [command = '', input = ''] = line.split('\t');
    return { command, input: JSON.parse(input) };
  });
}

function script(file: string): ApiScript {
  return {
    main: [
      { tools: [{ name: 'Read', input: { file_path: file } }] },
      { text: 'A greeting.' },
      { text: 'On it.' },
    ],
  };
}

const isMain = ({ kind }: RecordedRequest): boolean => kind === 'main';

const allText = ({ body }: RecordedRequest): string =>
  (body.messages ?? []).map(({ content }) => plainText(content)).join('\n');

function instructionsOf(requests: RecordedRequest[]): string {
  const compact = requests.find(({ kind }) => kind === 'compact');
  const [, added = ''] = lastUserText(compact?.body ?? {}).split('Additional Instructions:\n');
  return (added.split('\n\nREMINDER:')[0] ?? '').trim();
}
