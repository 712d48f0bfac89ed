// A hook that answers nothing and keeps what it was given: node record-hook.mjs <file>
import { appendFileSync, readFileSync } from 'node:fs';

const file = process.argv[2] ?? 'events.jsonl';
const input = JSON.parse(readFileSync(0, 'utf8'));
const event = input.hook_event_name;
const at = new Date().toISOString();
appendFileSync(file, `${JSON.stringify({ event, input, transcriptLines: wholeLines(), at })}\n`);

// The client writes its transcript while hooks run, so the last line may be torn.
function wholeLines() {
  try {
    return readFileSync(input.transcript_path, 'utf8').split('\n').length - 1;
  } catch {
    return 0;
  }
}
