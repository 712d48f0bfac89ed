export type Block = { type: string; text?: string; content?: Content; [field: string]: unknown };
type Content = string | Block[];
export type ApiRequest = {
  model?: string;
  max_tokens?: number;
  stream?: boolean;
  system?: Content;
  messages?: { role: string; content: Content }[];
  tools?: { name?: string }[];
};
export type RequestKind = 'main' | 'subagent' | 'compact' | 'title' | 'other';

const SUMMARISER =
  /Your task is to create a detailed summary of (the|this) conversation|the RECENT portion/;
const TITLE =
  /new conversation topic|sentence-case title|generate a (short|concise|succinct).{0,80}title/is;

/** What the client wants with a request. It does not say, so the words of its prompts have to. */
export function classifyRequest(
  request: ApiRequest,
  headers: NodeJS.Dict<string | string[]>,
): RequestKind {
  const last = lastUserText(request);
  if (SUMMARISER.test(last)) return 'compact';
  // Old versions warm up their sub-agents at the start.
  if (/^Warmup$/m.test(last)) return 'other';
  if (headers['x-claude-code-agent-id'] !== undefined) return 'subagent';
  const system = plainText(request.system);
  if (/You are an agent for Claude Code|You are a file search specialist/i.test(system))
    return 'subagent';
  if ((request.tools ?? []).length > 0 && request.max_tokens !== 1) return 'main';
  return TITLE.test(`${system}\n${last}`) ? 'title' : 'other';
}

export function firstUserText(request: ApiRequest): string {
  return plainText(request.messages?.find((message) => message.role === 'user')?.content);
}

export function lastUserText(request: ApiRequest): string {
  return plainText(request.messages?.findLast((message) => message.role === 'user')?.content);
}

/** The text that a model reads there, without ids and images. */
export function plainText(content: Content | undefined): string {
  if (content === undefined) return '';
  if (typeof content === 'string') return content;
  return content.map((block) => block.text ?? plainText(block.content)).join('\n');
}
