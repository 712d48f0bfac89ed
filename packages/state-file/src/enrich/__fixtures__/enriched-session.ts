import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testdir } from '@carryover/testing';
import { sessionBuilder, type SessionBuilder } from '../../__fixtures__/session-of.ts';
import { redactSecrets } from '../../redact/index.ts';
import { snapshotSession } from '../../snapshot-session.ts';
import { statePaths } from '../../store/store-paths.ts';
import { enrichSession, type EnrichOptions, type Enrichment } from '../enrich-session.ts';
import type { Writer } from '../writer.ts';

const PROGRAM = fileURLToPath(new URL('fake-program.mjs', import.meta.url));

/** What the client of today has, as far as it matters here. */
export const FLAGS =
  '--print --output-format --model --system-prompt --tools --strict-mcp-config --setting-sources --no-session-persistence --disable-slash-commands'.split(
    ' ',
  );

export type SeenCall = {
  pid: number;
  child: number;
  args: string[];
  env: Record<string, string>;
  cwd: string;
  asked: { model?: string; document: string };
};

/** A session with a state, and a program that can be asked about it. */
export async function enrichedSession(build: (session: SessionBuilder) => void = work) {
  const root = testdir();
  const home = join(root.path, 'home');
  const folder = join(root.path, 'program');
  mkdirSync(home);
  mkdirSync(folder);
  const program = join(folder, 'fake');
  copyFileSync(PROGRAM, program);
  chmodSync(program, 0o755);
  const transcript = join(root.path, 's.jsonl');
  const session = sessionBuilder();
  const place = { home, project: 'p', session: 's' };
  const paths = statePaths(home, 'p', 's');
  let generation = 0;

  /** What happens next in the session, and the state that PreCompact makes of it. */
  async function goOn(next: (builder: SessionBuilder) => void): Promise<void> {
    next(session);
    writeFileSync(transcript, session.toString());
    const snapshot = await snapshotSession({
      ...place,
      transcript,
      now: new Date(),
      redact: redactSecrets,
    });
    if (!snapshot.ok) throw new Error(snapshot.reason);
    generation = snapshot.state.generation;
  }
  await goOn(build);

  return {
    root: root.path,
    home,
    folder,
    program,
    paths,
    goOn,
    behave: (behaviours: Record<string, string>, flags = FLAGS) =>
      writeFileSync(join(folder, 'behaviour'), JSON.stringify({ behaviours, flags })),
    calls: (): SeenCall[] => {
      const file = join(folder, 'calls');
      if (!existsSync(file)) return [];
      const lines = readFileSync(file, 'utf8').trim().split('\n');
      return lines.map((line): SeenCall => JSON.parse(line));
    },
    state: () => [readFileSync(paths.json, 'utf8'), readFileSync(paths.markdown, 'utf8')],
    enrich: (writer: Writer, options: Partial<EnrichOptions> = {}): Promise<Enrichment> =>
      enrichSession({
        ...place,
        generation,
        writer,
        models: ['big', 'small'],
        budgetMs: 6_000,
        redact: redactSecrets,
        signal: new AbortController().signal,
        ...options,
      }),
    [Symbol.dispose]: () => root[Symbol.dispose](),
  };
}

function work(session: SessionBuilder): void {
  session.prompt('Move the parser to src/parser.ts, never touch the migrations.');
  session.tool('Edit', { file_path: '/app/src/parser.ts' });
  session.reply({
    content: [{ type: 'text', text: 'Moved it, because the old one read whole files.' }],
  });
}
