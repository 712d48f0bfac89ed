import type { SectionName } from '../fact.ts';
import type { SessionState } from '../session-state.ts';

/** What facts can say of a thing, and what cannot be true of it at the same time. */
const OPPOSITES = {
  done: ['open'],
  open: ['done'],
  failed: ['passed'],
  passed: ['failed'],
  approved: ['refused'],
  refused: ['approved'],
  withdrawn: ['open'],
  changed: ['unchanged', 'removed'],
  removed: ['unchanged', 'created'],
} as const;

type Known = keyof typeof OPPOSITES;
type Said = Known | 'unchanged' | 'created';

/** Words by which a sentence says it. Those with a negation come first and win. */
const SAYINGS: [Said, RegExp][] = [
  [
    'open',
    /\b(?:not (?:yet )?(?:done|completed?|finished|started|begun)|unfinished|incomplete|still (?:open|pending|to do)|remains?|pending|open|in progress|under way|unstarted|outstanding)\b/i,
  ],
  [
    'failed',
    /\b(?:(?:does|do|did|is|was)(?: not|n['’]t) (?:pass|succeed|work)(?:ing)?|never passed|fail(?:s|ed|ing|ure)?|broken?|red)\b/i,
  ],
  ['refused', /\b(?:not approved|refused?|rejected|declined|turned down)\b/i],
  [
    'unchanged',
    /\b(?:(?:not|never|n['’]t)(?: been)? (?:changed|edited|touched|modified|written)|unchanged|untouched|unmodified|unedited)\b/i,
  ],
  ['withdrawn', /\b(?:withdrawn|cancelled|dropped|taken back)\b/i],
  ['done', /\b(?:done|completed?|finished)\b/i],
  ['passed', /\b(?:pass(?:es|ed|ing)?|succeed(?:s|ed)?|succeeds|green|works?)\b/i],
  ['approved', /\b(?:approved|accepted|agreed)\b/i],
  ['removed', /\b(?:deleted|removed)\b/i],
  ['created', /\bcreated\b/i],
];

type Statement = { subject: string; is: Known };

/** A test for statements that contradict what the facts of a state say. */
export function contradictions(state: SessionState): (claim: string) => boolean {
  const statements = statementsOf(state);
  return (claim) =>
    claim.split(/(?<=[.!?;])\s+/).some((sentence) => {
      const said = saidIn(sentence);
      return statements.some(
        ({ subject, is }) =>
          !said.has(is) &&
          OPPOSITES[is].some((opposite) => said.has(opposite)) &&
          names(sentence, subject),
      );
    });
}

/** A sentence that says both, such as "failed first, passed later", contradicts neither. */
function saidIn(sentence: string): Set<Said> {
  const said = new Set<Said>();
  let rest = sentence;
  for (const [what, words] of SAYINGS) {
    if (!words.test(rest)) continue;
    said.add(what);
    // "not done" must not say "done" as well.
    rest = rest.replace(new RegExp(words, 'gi'), ' ');
  }
  return said;
}

function names(sentence: string, subject: string): boolean {
  const at = sentence.toLowerCase().indexOf(subject);
  if (at === -1) return false;
  const after = sentence.slice(at + subject.length);
  const before = sentence[at - 1] ?? ' ';
  return !/^[\w]|^[/.-]\w/.test(after) && !/[\w#]/.test(before);
}

function statementsOf({ sections }: SessionState): Statement[] {
  const read = (section: SectionName, pattern: (text: string) => Statement[]): Statement[] =>
    sections[section]
      .filter(({ aside }) => aside === undefined)
      .flatMap(({ text }) => pattern(text));
  const all = [
    ...read('TaskList Summary', task),
    ...read('Failed Attempts', failure),
    ...read('Recovery Notes', note),
    ...read('Active Plan', plan),
    ...read('Editing Files', file),
  ];
  // One letter names too much.
  return all
    .map(({ subject, is }) => ({ subject: subject.toLowerCase(), is }))
    .filter(({ subject }) => subject.length > 1);
}

function task(text: string): Statement[] {
  const [, status, id] = /^\[.\] (\w+) #(\S+)/.exec(text) ?? [];
  if (id === undefined) return [];
  return [
    { subject: `#${id}`, is: status === 'completed' ? 'done' : 'open' },
    { subject: `task ${id}`, is: status === 'completed' ? 'done' : 'open' },
  ];
}

function failure(text: string): Statement[] {
  const [, command, notes = ''] = /^\w+ `([^`]+)`(?: \(([^)]*)\))?/.exec(text) ?? [];
  if (command === undefined) return [];
  return [{ subject: command, is: /later/.test(notes) ? 'passed' : 'failed' }];
}

function note(text: string): Statement[] {
  const passed = /^Passed: `([^`]+)`/.exec(text)?.[1];
  if (passed !== undefined) return [{ subject: passed, is: 'passed' }];
  const withdrawn = /^Request (\d+) \(withdrawn/.exec(text)?.[1];
  return withdrawn === undefined ? [] : [{ subject: `request ${withdrawn}`, is: 'withdrawn' }];
}

function plan(text: string): Statement[] {
  const [, title, status] = /^(.*) \((approved|proposed, refused)/.exec(text) ?? [];
  if (title === undefined) return [];
  return [{ subject: title, is: status === 'approved' ? 'approved' : 'refused' }];
}

function file(text: string): Statement[] {
  const [, path, change] = /^(\S+) \((created|edited|removed)/.exec(text) ?? [];
  if (path === undefined) return [];
  const is = change === 'removed' ? 'removed' : 'changed';
  const name = path.split('/').at(-1) ?? path;
  return [
    { subject: path, is },
    { subject: name, is },
  ];
}
