/** Plans and files that the assistant of the recorded session writes. */
export const firstPlan = `# Stop double bookings and lost events

1. Claim each event id before booking, so that a repeated webhook is a no-op.
2. Add BullMQ with Redis and retry failed bookings from there.
3. Document the queue in the runbook.
`;

export const plan = `# Stop double bookings and lost events

Cause: handleEvent() books before it knows whether it has seen the event, and server.js answers 500 when the ledger is down; the provider gives up after three tries.

1. Idempotency: claim the event id before booking, release the claim when booking fails.
2. Retry queue in the process, no dependency: exponential backoff with jitter, a limited number of attempts.
3. server.js answers 202 as soon as the event is in the queue.
4. After the last attempt the event becomes a dead letter that an operator can list and send again.
5. Runbook and release notes for 1.4.0.

Not part of it: migrations (applied in production), Redis, BullMQ, a cron sweep.
`;

export const idempotencyTest = `import assert from 'node:assert/strict';
import test from 'node:test';
import { handleEvent } from '../src/handle-event.js';
import { createStore } from '../src/store.js';

const event = { id: 'evt_1', type: 'payment.succeeded', data: { id: 'pay_1', amount: 1999 } };

test('books a payment once when the provider sends the event twice', async () => {
  const booked = [];
  const ledger = { book: async (booking) => void booked.push(booking) };
  const store = createStore();
  await handleEvent(event, { store, ledger });
  assert.equal(await handleEvent(event, { store, ledger }), 'duplicate');
  assert.deepEqual(booked, [{ reference: 'pay_1', amount: 1999 }]);
});

test('books an event whose first booking failed', async () => {
  let down = true;
  const ledger = {
    book: async () => {
      if (down) throw new Error('The ledger answered 503');
    },
  };
  const store = createStore();
  await assert.rejects(handleEvent(event, { store, ledger }));
  down = false;
  assert.equal(await handleEvent(event, { store, ledger }), 'booked');
});
`;

export const uncappedQueue = `const FIRST_DELAY = 5_000;
const MAX_ATTEMPTS = 12;

/** Tries events again until the ledger takes them, with growing pauses (up to 2 h 50 min). */
export function createRetryQueue({ handle, onDead, schedule = setTimeout, random = Math.random }) {
  const attempt = async (event, attempts) => {
    try {
      await handle(event);
    } catch (error) {
      if (attempts > MAX_ATTEMPTS) return onDead(event, error);
      schedule(() => attempt(event, attempts + 1), FIRST_DELAY * 2 ** (attempts - 1) * (0.8 + 0.4 * random()));
    }
  };
  return { add: (event) => attempt(event, 1) };
}
`;

export const retryQueue = `const FIRST_DELAY = 5_000;
const MAX_DELAY = 15 * 60_000;
const MAX_ATTEMPTS = 8;

/** Tries events again until the ledger takes them, with growing pauses. */
export function createRetryQueue({ handle, onDead, schedule = setTimeout, random = Math.random }) {
  const attempt = async (event, attempts) => {
    try {
      await handle(event);
    } catch (error) {
      if (attempts > MAX_ATTEMPTS) return onDead(event, error);
      schedule(() => attempt(event, attempts + 1), delayAfter(attempts, random));
    }
  };
  return { add: (event) => attempt(event, 1) };
}

export function delayAfter(attempts, random) {
  const delay = Math.min(FIRST_DELAY * 2 ** (attempts - 1), MAX_DELAY);
  return Math.round(delay * (0.8 + 0.4 * random()));
}
`;

export const retryQueueTest = `import assert from 'node:assert/strict';
import test from 'node:test';
import { createRetryQueue, delayAfter } from '../src/retry-queue.js';

test('gives an event up after 8 attempts', async () => {
  let attempts = 0;
  const dead = await new Promise((resolve) => {
    const handle = async () => {
      attempts += 1;
      throw new Error('The ledger answered 503');
    };
    createRetryQueue({ handle, onDead: resolve, schedule: (next) => void next() }).add({ id: 'evt_1' });
  });
  assert.equal(dead.id, 'evt_1');
  assert.equal(attempts, 8);
});

test('doubles the delay, never beyond 15 minutes', () => {
  assert.equal(delayAfter(1, () => 0.5), 5_000);
  assert.equal(delayAfter(2, () => 0.5), 10_000);
  assert.ok(delayAfter(20, () => 1) <= 15 * 60_000);
});
`;

export const serverTest = `import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import test from 'node:test';
import { createRetryQueue } from '../src/retry-queue.js';
import { createWebhookServer } from '../src/server.js';

test('answers 202 without waiting for the ledger', { timeout: 1_000 }, async (t) => {
  const queue = createRetryQueue({ handle: () => new Promise(() => {}), onDead() {} });
  const server = createWebhookServer({ secret: 's', queue });
  await new Promise((listening) => server.listen(0, listening));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const body = JSON.stringify({ id: 'evt_1', type: 'payment.succeeded' });
  const signature = createHmac('sha256', 's').update(body).digest('hex');
  const url = 'http://127.0.0.1:' + server.address().port;
  const response = await fetch(url, { method: 'POST', body, headers: { 'x-signature': signature } });
  assert.equal(response.status, 202);
});
`;

export const changelog = `# Changelog

## 1.4.0

- Booked a payment only once when the provider sent its webhook again.
- Kept events while the ledger was down and tried them again, up to 8 times.
- Answered webhooks with 202 before the booking.
- Sent amounts to the ledger in cents; they were divided by 100 before.
`;

export const deadLetters = `import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** Events that were given up, one JSON line each, for operators. Never the event itself: it holds card data. */
export function createDeadLetters(file) {
  return {
    add(event, error) {
      const { id, amount } = event.data;
      const at = new Date().toISOString();
      const line = { at, error: error.message, event: event.id, payment: id, amount };
      appendFileSync(file, JSON.stringify(line) + '\\n');
    },
    list() {
      if (!existsSync(file)) return [];
      return readFileSync(file, 'utf8').trimEnd().split('\\n').map((line) => JSON.parse(line));
    },
  };
}
`;

export const listScript = `import { createDeadLetters } from '../src/dead-letters.js';

for (const { at, error, event } of createDeadLetters(process.argv[2]).list()) {
  console.log(at, event, error);
}
`;
