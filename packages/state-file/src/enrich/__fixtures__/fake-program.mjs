#!/usr/bin/env node
// Plays a program that is asked: the client (`--version`, `--help`, `--print`) or any command. What it
// does is named in the file `behaviour` beside the copy of it that a test starts.
import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

const folder = dirname(process.argv[1]);
const args = process.argv.slice(2);
const model = args.find((arg) => arg.startsWith('--model='))?.slice(8);
const { behaviours, flags } = JSON.parse(readFileSync(join(folder, 'behaviour'), 'utf8'));

if (args[0] === '--version') console.log('9.9.9 (Fake)');
else if (args[0] === '--help') {
  console.log(`Usage: fake\n\nOptions:\n${flags.map((flag) => `  ${flag} <x>  What`).join('\n')}`);
} else {
  const input = await text(process.stdin);
  const asked = input.startsWith('{') ? JSON.parse(input) : { model, document: input };
  const child = spawn('sleep', ['60'], { stdio: 'inherit' });
  const { pid, env } = process;
  const seen = { pid, child: child.pid, args, env, cwd: process.cwd(), asked };
  appendFileSync(join(folder, 'calls'), `${JSON.stringify(seen)}\n`);
  const behaviour = behaviours[asked.model] ?? behaviours['*'];
  if (behaviour === 'hangs') setInterval(() => {}, 1_000);
  else if (behaviour === 'prints 50 MB') flood(50 * 1024 * 1024);
  else if (behaviour === 'refuses') {
    process.stderr.write('overloaded\n', () => process.exit(1));
  } else process.stdout.write(behaviour, () => process.exit(0));
}

function flood(bytes) {
  if (bytes > 0)
    process.stdout.write('{"current_phase": ['.repeat(4_000), () => flood(bytes - 76_000));
  else process.exit(0);
}
