import type { Fact } from '@carryover/state-file';

/** What the person said, chose, approved or refused; not what was allowed once and is over. */
export function isUserWord({ text }: Fact): boolean {
  return /^(?:User: |User (?:approved|refused) |Asked )/.test(text);
}

export function isOpenTask({ text }: Fact): boolean {
  return /^\[(?!x\])/.test(text);
}

/** Still in the way: nothing of the kind went well later. What the person refused is a decision. */
export function isStanding({ text }: Fact): boolean {
  const wentWell = /^[^\n]*?\((?:\d+ times, )?(?:the same succeeded|passed) later\)/;
  return !wentWell.test(text) && !/: rejected\b/.test(text);
}

/** The path of a file that the session itself changed; `undefined` for other lines, such as Git's. */
export function editedPath({ text, at, aside }: Fact): string | undefined {
  if (!at || aside) return undefined;
  return /^(.+?) \((?:created|edited|removed)\b/.exec(text)?.[1];
}
