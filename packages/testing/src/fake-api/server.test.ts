import { expect, test } from 'vitest';
import { startFakeApi } from './server.ts';

const tools = [{ name: 'Bash' }];
const user = (content: string) => [{ role: 'user', content }];

async function post(url: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/v1/messages?beta=true`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return response.text();
}

test('answers the main conversation in the order of the script, then with the fallback', async () => {
  await using api = await startFakeApi({
    main: [{ text: 'first' }, (request) => ({ text: `second, to ${request.model}` })],
    fallback: { text: 'no more' },
  });
  const body = { model: 'm', tools, messages: user('go') };
  expect(await post(api.url, body)).toContain('"text":"first"');
  expect(await post(api.url, body)).toContain('"text":"second, to m"');
  expect(await post(api.url, body)).toContain('"text":"no more"');
});

test('tells the summariser and the sub-agents from the main conversation', async () => {
  await using api = await startFakeApi({
    main: [{ text: 'main' }],
    subagents: [{ prompt: 'find callers', turns: [{ text: 'found none' }] }],
    compact: [{ text: 'a summary' }],
  });
  const summary = {
    tools,
    messages: user('Your task is to create a detailed summary of the conversation'),
  };
  expect(await post(api.url, summary)).toContain('a summary');
  const agent = { tools, messages: user('Please find callers of it') };
  expect(await post(api.url, agent, { 'x-claude-code-agent-id': 'a1' })).toContain('found none');
  expect(await post(api.url, { tools, messages: user('go') })).toContain('main');
  expect(api.requests.map((request) => request.kind)).toEqual(['compact', 'subagent', 'main']);
});

test('answers the summariser by what it is told, and names the prefix of a command', async () => {
  await using api = await startFakeApi({
    compact: [(request) => ({ text: `a summary by ${request.model}` })],
  });
  const summariser = 'Your task is to create a detailed summary of the conversation';
  expect(await post(api.url, { model: 'm', tools, messages: user(summariser) })).toContain(
    'a summary by m',
  );
  const question =
    'determine the command prefix for the following command.\n\nCommand: cat a.txt\n';
  expect(await post(api.url, { messages: user(question) })).toContain('"text":"cat"');
});

test('streams text, tool calls and usage as the Messages API does', async () => {
  await using api = await startFakeApi({
    main: [
      {
        text: 'Let me look.',
        tools: [{ name: 'Bash', input: { command: 'ls' } }],
        usage: { cache_read_input_tokens: 120_000 },
      },
    ],
  });
  const stream = await post(api.url, { stream: true, tools, messages: user('go') });
  expect([...stream.matchAll(/^event: (.+)$/gm)].map((match) => match[1])).toEqual([
    'message_start',
    'content_block_start',
    'content_block_delta',
    'content_block_stop',
    'content_block_start',
    'content_block_delta',
    'content_block_stop',
    'message_delta',
    'message_stop',
  ]);
  expect(stream).toContain('"cache_read_input_tokens":120000');
  expect(stream).toContain(String.raw`"partial_json":"{\"command\":\"ls\"}"`);
});
