import { type ApiRequest, firstUserText, lastUserText, type RequestKind } from './request.ts';

export type Usage = {
  input_tokens: number;
  output_tokens: number;
  cache_creation_input_tokens: number;
  cache_read_input_tokens: number;
};

export type Turn = {
  thinking?: string;
  text?: string;
  tools?: { name: string; input: Record<string, unknown> }[];
  usage?: Partial<Usage>;
};

/** A turn, or what makes it from the request that it answers. */
export type ScriptedTurn = Turn | ((request: ApiRequest) => Turn);

export type ApiScript = {
  usage?: Partial<Usage>;
  /** Answers to the main conversation, in order; after the last one comes `fallback`. */
  main?: ScriptedTurn[];
  /** Answers to a sub-agent, told apart by a part of the prompt it was started with. */
  subagents?: { prompt: string; turns: Turn[] }[];
  /** Answers to the summariser; the last one repeats. */
  compact?: ScriptedTurn[];
  fallback?: Turn;
  /** Answers to requests without tools of their own, such as a writer's. */
  other?: Turn;
};

type NextTurn = (kind: RequestKind, request: ApiRequest) => Turn;

/** The next answer to each request, as the script says. */
export function createScript(script: ApiScript): NextTurn {
  const fallback = script.fallback ?? { text: 'Done.' };
  const main = [...(script.main ?? [])];
  const compact = [...(script.compact ?? [{ text: '<summary>\nA summary.\n</summary>' }])];
  const subagents = (script.subagents ?? []).map((agent) => ({
    ...agent,
    turns: [...agent.turns],
  }));

  const answers: Record<RequestKind, (request: ApiRequest) => Turn> = {
    main: (request) => turnFor(request, main.shift() ?? fallback),
    subagent: (request) => {
      const prompt = firstUserText(request);
      return subagents.find((agent) => prompt.includes(agent.prompt))?.turns.shift() ?? fallback;
    },
    compact: (request) =>
      turnFor(request, (compact.length > 1 ? compact.shift() : compact[0]) ?? fallback),
    title: () => ({ text: '{"title":"A session","isNewTopic":true}' }),
    other: (request) => script.other ?? { text: commandPrefix(lastUserText(request)) ?? 'ok' },
  };
  return (kind, request) => answers[kind](request);
}

function turnFor(request: ApiRequest, turn: ScriptedTurn): Turn {
  return typeof turn === 'function' ? turn(request) : turn;
}

/** Older clients ask a model which part of a shell command a permission may stand for. */
function commandPrefix(question: string): string | undefined {
  return /determine the command prefix[\s\S]*\nCommand: (\S+)/.exec(question)?.[1];
}
