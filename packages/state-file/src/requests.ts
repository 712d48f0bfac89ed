import { letterRegExp } from './letter-pattern.ts';
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

/** What a prompt takes back, in its words and in lower case; empty for "that". */
function withdrawnObjects(text: string): string[] {
  return [...text.toLowerCase().matchAll(WITHDRAWS)].flatMap(({ groups }) => {
    const { verb, rest = '' } = groups ?? {};
    return verb === undefined ? [''] : (withdrawnObject(verb, rest) ?? []);
  });
}

/** `rest` is what the sentence says after the verb. */
function withdrawnObject(verb: string, rest: string): string | undefined {
  const { object: named = '', next = '' } = OBJECT.exec(rest)?.groups ?? {};
  const object = oneLine(named);
  // "Cancel, I mean the button": a verb that needs an object and stands without is a word like others.
  if (object === '') return next === '' || NEEDS_NONE.test(verb) ? '' : undefined;
  // "Cancel order and refund order need a dialog": what goes on is neither an order nor a reason.
  if (next !== '' && !GOES_ON.test(next)) return undefined;
  if (PRONOUN.test(object)) return '';
  // "Lass die Tests laufen" lets them; only with its second half does it let something go.
  if (verb === 'lass') return /^(.+) (?:weg|sein|bleiben)$/.exec(object)?.[1];
  return object.length > 80 ? undefined : object;
}

function names({ prompt }: Request, object: string): boolean {
  const text = prompt.text.toLowerCase();
  const telling = (object.match(LONG_WORDS) ?? []).filter((word) => !ARTICLES.has(word));
  if (telling.length > 0) return telling.every((word) => text.includes(word));
  // "CI" is not in "decision".
  return /\w/.test(object) ? text.split(/\W+/).includes(object) : text.includes(object);
}

const LONG_WORDS = letterRegExp(String.raw`[\p{L}\p{N}]{3,}`, 'g');

const ARTICLES = new Set(['the', 'that', 'das', 'die', 'der', 'den', 'les', 'los', 'las', 'idea']);

/** At the start of a sentence only: "never forget the tests" takes nothing back. */
const WITHDRAWS = letterRegExp(
  String.raw`(?:^|[.!?;\n]\s*|\b(?:no|ok|okay|please|actually|wait),? )(?<verb>` +
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
    String.raw`)(?!\p{L})(?=(?<rest>[^.!?;\n]*))` +
    '|(?:^|[。！？\n])(?:算了|不用了|取消吧?|别做了|やめて|やっぱり(?:いい|なし)|取り消し|中止)' +
    String.raw`(?:了|吧|です|ください)?(?!\p{L})`,
  'g',
);

/** Verbs that say by themselves what they take back. */
const NEEDS_NONE = /^(?:never ?mind|olvídalo|déjalo|laisse tomber|deixa pra lá)$/;

/** What the verb takes back, and what the sentence says `next`, after a comma or an "and". */
const OBJECT = letterRegExp(
  String.raw`^(?<object>.*?)(?:\s+(?:instead|for now))?(?:\s*(?:[,:]|\s(?:and|und|et|y|e)(?!\p{L}))\s*(?:(?:and|und|et|y|e)\s)?(?<next>.*))?$`,
);

/** How an order or a reason begins: by a common verb, or by any word before an article. */
const GOES_ON = letterRegExp(
  '^(?:' +
    [
      "(?:please|just|do|don['’]t|use|try|go|start|make|take|keep|let|write|build|instead|for now)",
      "(?:i|we|it|that|this|they|you)(?:['’]\\p{L}+)?",
      'because|since|too|not|no',
      'bitte|nimm|mach|nutze?|benutze?|schreib|bau|wir|ich|das|es|weil|zu|lieber',
      'usa|usemos|haz|hagamos|es|mejor|porque',
      'fais|faisons|utilise|prends|passe|on|c’est|parce',
      'usa|use|faz|vamos|é|porque',
      String.raw`(?!(?:then|dann|luego|puis|ensuite|depois|${articles()})(?!\p{L}))\p{L}+ (?:${articles()})`,
    ].join('|') +
    String.raw`)(?!\p{L})`,
);

function articles(): string {
  return 'the|an?|my|our|this|that|these|those|it|them|all|die|das|den|dem|eine?n?|el|la|las|los|una?|lo|les?|une|des|os?|uma?';
}

const PRONOUN =
  /^(?:|it|that|this|them|all (?:of )?(?:it|that)|(?:the|my) (?:last|previous|above)(?: \w+)?|eso|esto|lo|(?:es|das)(?: sein| bleiben)?|ça|cela|isso)$/;
