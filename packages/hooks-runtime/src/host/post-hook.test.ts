import { createServer, type RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { runHostCase } from '../../programs/host-fixture.ts';

/** Runs an `http` hook of PreToolUse against a server that lives as long. */
async function runPost(answer: RequestListener, entry: object = {}, env: object = {}) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  try {
    return await runHostCase({
      event: 'PreToolUse',
      input: { tool_name: 'Bash', tool_input: {} },
      hooks: [{ type: 'http', url: `http://127.0.0.1:${port}/hook`, ...entry }],
      session: { env: { ...env } },
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const deny = {
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: 'no',
  },
};

test('posts the input as JSON, and an answer of 2xx decides', async () => {
  const seen: unknown[] = [];
  const ran = await runPost((request, response) => {
    request.once('data', (body: Buffer) => {
      seen.push([request.method, request.headers['content-type'], JSON.parse(body.toString())]);
      response.end(JSON.stringify(deny));
    });
  });
  const input = expect.objectContaining({ session_id: 's1', tool_name: 'Bash' });
  expect(seen).toEqual([['POST', 'application/json', input]]);
  expect(ran).toMatchObject({ blocked: 'no', permission: { decision: 'deny' } });
});

test('fills in the variables that its headers may name, and no other', async () => {
  const seen: unknown[] = [];
  const headers = {
    authorization: 'Bearer $TOKEN',
    'x-other': '<${SECRET}>',
    // Which only commands have.
    'x-ours': '<$CLAUDECODE>',
  };
  await runPost(
    (request, response) => {
      const { authorization, 'x-other': other, 'x-ours': ours } = request.headers;
      seen.push([authorization, other, ours]);
      response.end();
    },
    { headers, allowedEnvVars: ['TOKEN', 'CLAUDECODE'] },
    { TOKEN: 't1', SECRET: 'hunter2' },
  );
  expect(seen).toEqual([['Bearer t1', '<>', '<>']]);
});

const fail: RequestListener = (_request, response) => {
  response.writeHead(500).end(JSON.stringify(deny));
};

test('another status blocks nothing', async () => {
  const ran = await runPost(fail);
  expect(ran.blocked).toBeUndefined();
  expect(ran.user).toEqual([expect.stringContaining('HTTP 500')]);
});

test('another status blocks where the handler says so', async () => {
  const ran = await runPost(fail, { onFailure: 'block' });
  expect(ran.blocked).toContain('onFailure is "block"');
});

test('a server that is silent is left when the time is over', async () => {
  const ran = await runPost(() => {}, { timeout: 0.2 });
  expect(ran.results).toMatchObject([{ ending: 'timed out', effect: { outcome: 'error' } }]);
  expect(ran.blocked).toBeUndefined();
});

test('no server blocks nothing', async () => {
  const ran = await runPost(() => {}, { url: 'http://127.0.0.1:9/' });
  expect(ran.results).toMatchObject([{ ending: 'not started', effect: { outcome: 'error' } }]);
  expect(ran.blocked).toBeUndefined();
});

test.each(['ftp://x/', 'no url', 7, undefined])('a url of %j is reported', async (url) => {
  const ran = await runPost(() => {}, { url });
  expect(ran.results).toEqual([]);
  expect(ran.problems).toMatchObject([{ problem: 'has no http(s) url' }]);
});

test('a redirect is not followed: its target may be no allowed server', async () => {
  const seen: unknown[] = [];
  const ran = await runPost((request, response) => {
    seen.push(request.url);
    if (request.url === '/elsewhere') response.end(JSON.stringify(deny));
    else response.writeHead(307, { location: '/elsewhere' }).end();
  });
  expect(seen).toEqual(['/hook']);
  expect(ran.blocked).toBeUndefined();
  expect(ran.user).toEqual([expect.stringContaining('HTTP 307')]);
});

test.each(['keep the plan', '{"half":', '"text"', '[]'])(
  'the body %s is an error, not context',
  async (body) => {
    const ran = await runPost((_, response) => void response.end(body));
    expect(ran.model).toEqual([]);
    expect(ran.user).toEqual([
      expect.stringContaining(
        `HTTP hook must return JSON, but got non-JSON response body: ${body}`,
      ),
    ]);
  },
);
