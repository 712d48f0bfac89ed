import type { PermissionAnswer, PermissionRequest } from '../client/talk.ts';

/** What the person types on the first day. Starts in plan mode. */
export const firstDay = [
  'Customers complain about payments that are booked twice. It happens when the provider sends a webhook again. And when the ledger is down we lose the event altogether. Find out why and make a plan. One rule: never touch the migrations folder, those files have been applied in production.',
  'Yes, go with the retry queue, not cron. Start with the duplicates. And keep in mind that amounts are integers in cents everywhere, never floats: the "/ 100" in handle-event.js is a bug of its own.',
  '/check-money src',
  'Now the queue itself. Exponential backoff, and add jitter so that we do not hammer the ledger when it comes back. We have no credentials for the ledger staging system yet, finance sends them on Thursday, so test against a stub.',
  'One more rule before you go on: card data must never be written anywhere. Not into logs, not into the dead letters.',
  '/compact Keep the retry design, the open tasks and what I said about migrations and amounts',
  'Go on with the server: answer the provider with 202 as soon as the event is in the queue. Do not wait for the ledger.',
  'Looks good. Update the runbook and use the release-notes skill for 1.4.0.',
  'Next, the dead letters. I prefer a JSON Lines file next to the queue over a table, because operators can read it without database access. Let someone review the queue for races while you are at it.',
  'Thanks, that is enough for today. What is left?',
];

/** And after `claude --resume` the next morning. */
export const nextMorning = ['Good morning. Where were we, and what can we do before Thursday?'];

const ANSWERS: Record<string, string> = {
  'How should an event be tried again when the ledger is down?': 'Retry queue in the process',
  'After how many attempts does an event become a dead letter?': '8 attempts',
};

/** The person at the keyboard: answers questions, refuses the first plan and the first queue. */
export function createPerson(): (request: PermissionRequest) => PermissionAnswer {
  let plans = 0;
  return ({ tool_name, input }) => {
    if (tool_name === 'AskUserQuestion') {
      return { behavior: 'allow', updatedInput: { ...input, answers: answersTo(input) } };
    }
    if (tool_name === 'ExitPlanMode' && plans++ === 0) {
      return deny(
        'No Redis and no BullMQ: this service must stay without runtime dependencies. And the plan has to say what happens after the last attempt.',
      );
    }
    const { content } = input;
    if (typeof content === 'string' && content.includes('MAX_ATTEMPTS = 12')) {
      return deny(
        'Cap the delay at 15 minutes. Two hours without a booking is too long for support.',
      );
    }
    return { behavior: 'allow', updatedInput: input };
  };
}

function answersTo(input: Record<string, unknown>): Record<string, string> {
  const asked = JSON.stringify(input);
  return Object.fromEntries(
    Object.entries(ANSWERS).filter(([question]) => asked.includes(question)),
  );
}

function deny(message: string): PermissionAnswer {
  return { behavior: 'deny', message };
}
