import { fileURLToPath } from 'node:url';
import {
  type Options,
  query,
  type SDKMessage,
  type SDKUserMessage,
} from '@anthropic-ai/claude-agent-sdk';
import {
  type ApiScript,
  clientEnvironment,
  createScratch,
  installClient,
  lastUserText,
  startFakeApi,
  testdir,
  type Turn,
} from '@carryover/testing';

const VERSION = '2.1.332';
const cache = fileURLToPath(new URL('../../.cache/claude-code', import.meta.url));

const PROMPTS = ['Look around', '/compact be brief', 'Go on', 'And then?'];

export type SdkSession = {
  messages: SDKMessage[];
  /** What follows the summariser's own prompt, for each compaction. */
  instructions: string[];
  /** The trigger of each compaction that has happened. */
  compactions: string[];
};

/** A session through the Agent SDK: a manual compaction, then an automatic one within a turn. */
export async function runSdkSession(
  hooks: NonNullable<Options['hooks']>,
  onMessage: (message: SDKMessage) => void = () => {},
): Promise<SdkSession> {
  const client = installClient(VERSION, cache);
  using root = testdir();
  const scratch = createScratch(root.path, {
    version: VERSION,
    projectName: 'greeter',
    files: { 'greet.txt': 'hello\n' },
    settings: { permissions: { allow: ['Read'] } },
  });
  await using api = await startFakeApi(script(`${scratch.project}/greet.txt`));
  const messages: SDKMessage[] = [];
  const turns = createTurns();
  const session = query({
    prompt: turns.prompts(),
    options: {
      cwd: scratch.project,
      env: clientEnvironment(scratch, api.url),
      pathToClaudeCodeExecutable: client.file,
      model: 'claude-sonnet-4-5-20250929',
      extraArgs: { autocompact: '200000' },
      hooks,
    },
  });
  for await (const message of session) {
    messages.push(message);
    onMessage(message);
    if (message.type === 'result') turns.next();
  }
  return {
    messages,
    instructions: api.requests
      .filter(({ kind }) => kind === 'compact')
      .map(({ body }) => added(lastUserText(body))),
    compactions: messages.flatMap((message) =>
      message.type === 'system' && message.subtype === 'compact_boundary'
        ? [message.compact_metadata.trigger]
        : [],
    ),
  };
}

/** Each prompt waits for the answer to the one before. */
function createTurns() {
  let next: (() => void) | undefined;
  async function* prompts(): AsyncGenerator<SDKUserMessage> {
    for (const content of PROMPTS) {
      const answered = new Promise<void>((resolve) => {
        next = resolve;
      });
      yield { type: 'user', message: { role: 'user', content }, parent_tool_use_id: null };
      // oxlint-disable-next-line no-await-in-loop
      await answered;
    }
  }
  return { prompts, next: () => next?.() };
}

function script(file: string): ApiScript {
  const read: Turn = { tools: [{ name: 'Read', input: { file_path: file } }] };
  return {
    usage: { cache_read_input_tokens: 30_000 },
    main: [
      read,
      { text: 'A greeting.' },
      { text: 'On it.' },
      // A full window in the middle of a turn: the client compacts before it goes on.
      { ...read, usage: { cache_read_input_tokens: 180_000 } },
      { text: 'Still a greeting.' },
    ],
  };
}

function added(prompt: string): string {
  const [, text = ''] = prompt.split('Additional Instructions:\n');
  return (text.split('\n\nREMINDER:')[0] ?? '').trim();
}
