/** What the summariser answers: plausible, and as incomplete as summaries are. */
export const firstSummary = `<analysis>
The user wants double bookings and lost events fixed in a small webhook service. Idempotency and the retry queue are done, the server is next.
</analysis>

<summary>
1. Primary Request and Intent: The user reported double bookings when the provider sends a webhook again, and lost events when the ledger is down. They approved a plan with an in-process retry queue.
2. Key Technical Concepts: Node.js, node:test, idempotency by claiming event ids, exponential backoff.
3. Files and Code Sections: src/handle-event.js and src/store.js (claim and release), src/ledger.js (refuses fractions), src/retry-queue.js, tests.
4. Errors and fixes: failing tests in the idempotency and queue tests, both fixed.
5. Pending Tasks: the server, dead letters, runbook and release notes.
6. Current Work: The retry queue was committed.
7. Next Step: Let the server answer 202 as soon as an event is queued.
</summary>`;

export const secondSummary = `<analysis>
The server and the documents are done. Dead letters are in progress.
</analysis>

<summary>
1. Primary Request and Intent: Make the payment webhook service reliable: no double bookings, no lost events.
2. Key Technical Concepts: Node.js, retry queue, dead letters in a JSON Lines file.
3. Files and Code Sections: src/server.js answers 202; src/dead-letters.js was just written; CHANGELOG.md and docs/runbook.md updated.
4. Errors and fixes: the server awaited the queue, fixed.
5. Pending Tasks: finish dead letters.
6. Current Work: Running scripts/list-dead-letters.js, which does not exist yet.
7. Next Step: Write that script.
</summary>`;
