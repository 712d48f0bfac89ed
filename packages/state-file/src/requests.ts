import type { PromptEvent, SessionEvent } from './session-event.ts';
import { oneLine } from './text.ts';

export type Request = {
  /** Counted from 1, oldest first. */
  number: number;
  prompt: PromptEvent;
  /** What became of it before the next one; `withdrawn` counts whenever it was said. */
  status: 'open' | 'answered' | 'interrupted' | 'withdrawn';
  /** Number of the request that took it back. */
  withdrawnBy?: number;
};

/** Everything the person asked for, in order, with what became of it. */
export function listRequests(events: SessionEvent[]): Request[] {
  const requests: Request[] = [];
  for (const event of events) {
    const last = requests.at(-1);
    if (event.kind === 'prompt') {
      const request: Request = { number: requests.length + 1, prompt: event, status: 'open' };
      withdraw(requests, request);
      requests.push(request);
    } else if (last && last.status !== 'withdrawn') last.status = statusAfter(event, last.status);
  }
  return requests;
}

function statusAfter(event: SessionEvent, before: Request['status']): Request['status'] {
  if (event.kind === 'interruption') return 'interrupted';
  if (event.kind === 'reply') return 'answered';
  // Work that goes on after a reply: the reply was not the answer yet.
  return event.kind === 'tool' ? 'open' : before;
}

function withdraw(requests: Request[], by: Request): void {
  for (const object of withdrawnObjects(by.prompt.text)) {
    const target = object === '' ? requests.at(-1) : requests.findLast((r) => names(r, object));
    if (!target) continue;
    target.status = 'withdrawn';
    target.withdrawnBy = by.number;
  }
}

/** What a prompt takes back, as it names it; empty for "that". */
function withdrawnObjects(text: string): string[] {
  return [...text.matchAll(WITHDRAWS)].map(({ groups }) => {
    const object = oneLine(groups?.['object'] ?? '');
    return PRONOUN.test(object) ? '' : object;
  });
}

function names({ prompt }: Request, object: string): boolean {
  const words = object.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const telling = words.filter((word) => !ARTICLES.has(word));
  if (telling.length === 0) return object.length <= 3 && prompt.text.includes(object);
  const text = prompt.text.toLowerCase();
  return telling.every((word) => text.includes(word));
}

const ARTICLES = new Set(['the', 'that', 'das', 'die', 'der', 'den', 'les', 'los', 'las', 'idea']);

/** At the start of a sentence only: "never forget the tests" takes nothing back. */
const WITHDRAWS = new RegExp(
  String.raw`(?:^|[.!?;\n]\s*|\b(?:no|ok|okay|please|actually|wait),? )(?:` +
    [
      'drop',
      'forget(?: about)?',
      'cancel',
      'scratch',
      'abandon',
      'never ?mind',
      'olvida(?:te de)?',
      'olvídalo',
      'cancela',
      'déjalo',
      'vergiss',
      'verwirf',
      'lass',
      'streich',
      'oublie',
      'laisse tomber',
      'annule',
      'abandonne',
      'esquece',
      'esqueça',
      'deixa pra lá',
    ].join('|') +
    String.raw`)(?![\p{L}])(?<object>[^.,;:!?\n]{0,80}?)(?=\s+(?:and|instead|for now|und|et|y|e)\b|[.,;:!?\n]|$)` +
    '|(?:^|[。！？\n])(?:算了|不用了|取消吧?|别做了|やめて|やっぱり(?:いい|なし)|取り消し|中止)',
  'giu',
);

const PRONOUN =
  /^(?:|it|that|this|them|all (?:of )?(?:it|that)|(?:the|my) (?:last|previous|above)(?: \w+)?|eso|esto|lo|es|das(?: sein)?|ça|cela|isso)$/i;
