import { transcriptBuilder, type TranscriptBuilder } from './transcript-builder.ts';

/** One step of a generated session. `pick` chooses among what is there, modulo its number. */
export type SessionStep =
  | { kind: 'turn'; tools: number; isParallel: boolean }
  | { kind: 'rewind'; pick: number }
  | { kind: 'compact'; kept: number; isOld: boolean }
  | { kind: 'mid-turn' }
  | { kind: 'command' }
  | { kind: 'meta' }
  | { kind: 'agent' };

/**
 * A session with rewinds, parallel tool calls, compactions with kept messages, mid-turn input and
 * sub-agents, in the shapes that the client writes. Deterministic: equal steps give equal files.
 */
export function sessionFromSteps(
  steps: readonly SessionStep[],
  sessionId = 'session-1',
): TranscriptBuilder {
  const builder = transcriptBuilder(sessionId);
  // Where a rewind can go back to: the line before a prompt. Emptied by a compaction.
  let prompts: (string | null)[] = [];
  let messages: string[] = [];
  let last: string | null = null;

  function prompt(text: string): void {
    prompts.push(last);
    last = builder.prompt(text);
    messages.push(last);
  }

  for (const [number, step] of steps.entries()) {
    switch (step.kind) {
      case 'turn':
        prompt(`prompt ${number}`);
        last = turn(builder, number, step, messages) ?? last;
        break;
      case 'rewind': {
        if (prompts.length === 0) break;
        last = prompts[step.pick % prompts.length] ?? null;
        builder.continueFrom(last);
        prompt(`rewound ${number}`);
        last = builder.reply({ content: [{ type: 'text', text: `again ${number}` }] });
        messages.push(last);
        break;
      }
      case 'compact': {
        const kept = step.isOld ? [] : messages.slice(-step.kept);
        const anchorUuid = `summary-${number}`;
        const preservedMessages = { anchorUuid, uuids: kept, allUuids: kept };
        builder.boundary(kept.length > 0 ? { preservedMessages, postTokens: 3000 } : {});
        last = builder.summary(`summary ${number}`, { uuid: anchorUuid });
        messages = [last];
        prompts = [];
        break;
      }
      case 'mid-turn':
        last = builder.line({
          type: 'attachment',
          attachment: { type: 'queued_command', commandMode: 'prompt', prompt: `also ${number}` },
        });
        break;
      case 'command':
        builder.prompt('<local-command-caveat>Caveat</local-command-caveat>', { isMeta: true });
        builder.prompt('<command-name>/x</command-name><command-message>x</command-message>');
        last = builder.prompt('<local-command-stdout>done</local-command-stdout>');
        break;
      case 'meta':
        last = builder.prompt(`meta ${number}`, { isMeta: true });
        break;
      case 'agent':
        builder.prompt(`task ${number}`, { isSidechain: true, agentId: 'a1', parentUuid: null });
        builder.reply({ content: [] }, { isSidechain: true, agentId: 'a1' });
        builder.continueFrom(last);
        break;
    }
  }
  return builder;
}

/** Lines of one reply, its tools' results between them as they come in while the model streams. */
function turn(
  builder: TranscriptBuilder,
  number: number,
  step: { tools: number; isParallel: boolean },
  messages: string[],
): string {
  const id = `msg_turn_${number}`;
  let last = builder.reply({ id, content: [{ type: 'text', text: `answer ${number}` }] });
  messages.push(last);
  for (let tool = 0; tool < step.tools; tool += 1) {
    const name = `tool_${number}_${tool}`;
    const use = { type: 'tool_use', id: name, name: 'Bash', input: { command: `run ${tool}` } };
    const asked = builder.reply({ id, content: [use] });
    const result = builder.toolResult(name, `output ${tool}`);
    messages.push(asked, result);
    // Parallel calls: the next line of the reply hangs on the last one, beside its result.
    if (step.isParallel && tool + 1 < step.tools) builder.continueFrom(asked);
    last = result;
  }
  if (step.tools === 0) return last;
  last = builder.reply({ content: [{ type: 'text', text: `done ${number}` }] });
  messages.push(last);
  return last;
}
