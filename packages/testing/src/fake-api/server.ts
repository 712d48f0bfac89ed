import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { buildReply, streamReply } from './reply.ts';
import { type ApiRequest, classifyRequest, type RequestKind } from './request.ts';
import { type ApiScript, createScript, type Usage } from './script.ts';

export type RecordedRequest = { time: string; kind: RequestKind; body: ApiRequest };

export type FakeApi = {
  url: string;
  /** Every Messages request so far, oldest first. */
  requests: RecordedRequest[];
  [Symbol.asyncDispose]: () => Promise<void>;
};

const NO_USAGE: Usage = {
  input_tokens: 1000,
  output_tokens: 50,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
};

/** A Messages API on 127.0.0.1 that answers from a script and keeps every request. */
export async function startFakeApi(script: ApiScript): Promise<FakeApi> {
  const requests: RecordedRequest[] = [];
  const nextTurn = createScript(script);

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const raw = await text(request);
    if (request.method !== 'POST' || !request.url?.startsWith('/v1/messages')) {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    const body: ApiRequest = JSON.parse(raw);
    const kind = classifyRequest(body, request.headers);
    requests.push({ time: new Date().toISOString(), kind, body });
    const turn = nextTurn(kind, body);
    const usage = { ...NO_USAGE, ...script.usage, ...turn.usage };
    const reply = buildReply(turn, {
      model: body.model ?? 'unknown',
      usage,
      number: requests.length,
    });
    if (body.stream === true) streamReply(response, reply);
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}
