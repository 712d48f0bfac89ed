/** The project that the recorded session works on; its tests are real and really fail. */
export const projectName = 'payment-webhooks';

export const projectFiles: Record<string, string> = {
  'package.json': `{
  "name": "payment-webhooks",
  "version": "1.3.2",
  "private": true,
  "type": "module",
  "scripts": {
    "start": "node src/server.js",
    "test": "node --test --test-reporter=spec"
  }
}
`,

  'CLAUDE.md': `# payment-webhooks

Receives the payment provider's webhooks and books them in the ledger.

- Plain JavaScript, Node's own test runner, no runtime dependencies.
- Run \`npm test\` before you say that something works.
- Migrations that are merged have been applied in production.
`,

  'README.md': `# payment-webhooks

Takes \`payment.succeeded\` events from the provider and books them in the ledger.
`,

  'docs/runbook.md': `# Runbook

## A payment is missing in the ledger

Ask the provider to send the event again (Dashboard, Webhooks, Resend).
`,

  'migrations/001_create_payments.sql': `create table payments (
  id text primary key,
  amount bigint not null,
  created_at timestamptz not null default now()
);
`,

  'migrations/002_add_currency.sql': `alter table payments add column currency char(3) not null default 'EUR';
`,

  'src/signature.js': `import { createHmac, timingSafeEqual } from 'node:crypto';

export function isSigned(body, signature, secret) {
  const expected = createHmac('sha256', secret).update(body).digest('hex');
  return (
    signature.length === expected.length &&
    timingSafeEqual(Buffer.from(signature), Buffer.from(expected))
  );
}
`,

  'src/store.js': `/** Payments by id. In production this is the payments table. */
export function createStore() {
  const payments = new Map();
  return {
    savePayment: async (payment) => void payments.set(payment.id, payment),
    payments,
  };
}
`,

  'src/ledger.js': `/** The accounting system. Answers 5xx when it is down. */
export function createLedger({ url, fetch = globalThis.fetch }) {
  return {
    async book({ reference, amount }) {
      const body = JSON.stringify({ reference, amount });
      const response = await fetch(url + '/bookings', { method: 'POST', body });
      if (!response.ok) throw new Error('The ledger answered ' + response.status);
    },
  };
}
`,

  'src/handle-event.js': `/** Books one event of the payment provider. */
export async function handleEvent(event, { store, ledger }) {
  if (event.type !== 'payment.succeeded') return 'ignored';
  const { id, amount } = event.data;
  await store.savePayment(event.data);
  await ledger.book({ reference: id, amount: amount / 100 });
  return 'booked';
}
`,

  'src/server.js': `import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { handleEvent } from './handle-event.js';
import { isSigned } from './signature.js';

export function createWebhookServer({ secret, store, ledger }) {
  return createServer(async (request, response) => {
    const body = await text(request);
    if (!isSigned(body, request.headers['x-signature'] ?? '', secret)) {
      response.writeHead(401).end();
      return;
    }
    try {
      await handleEvent(JSON.parse(body), { store, ledger });
      response.writeHead(200).end();
    } catch {
      response.writeHead(500).end();
    }
  });
}
`,

  'test/signature.test.js': `import assert from 'node:assert/strict';
import test from 'node:test';
import { isSigned } from '../src/signature.js';

test('refuses a body that was not signed with the secret', () => {
  assert.equal(isSigned('{}', 'f'.repeat(64), 'secret'), false);
});
`,

  '.claude/commands/check-money.md': `---
description: Look for float arithmetic on amounts
---

Search $ARGUMENTS for arithmetic that can turn an amount in cents into a float. Fix what you find.
`,

  '.claude/skills/release-notes/SKILL.md': `---
name: release-notes
description: Write the release notes of a version from the commits since the last one
---

Write release notes for version $ARGUMENTS into CHANGELOG.md, newest first.
One line per change that an operator notices, in the past tense. No commit hashes.
`,
};

export const projectSettings = {
  permissions: {
    allow: ['Bash', 'Read', 'Agent', 'Skill', 'ToolSearch', 'TaskCreate', 'TaskUpdate', 'TaskList'],
    deny: ['Bash(git push:*)'],
  },
  includeCoAuthoredBy: false,
};
