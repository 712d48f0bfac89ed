export type WorkSessionOptions = {
  prompts: number;
  /** About how large the file gets. */
  bytes: number;
  model?: string;
  /** Tokens in the context at the last reply. */
  tokens?: number;
};

type Fields = Record<string, unknown>;

/** The words that a digest must not lose, by the number of their turn, from 1. */
export const planted = {
  prompt: (turn: number) => `PROMPT-${String(turn).padStart(4, '0')}`,
  decision: (turn: number) => `DECISION-${String(turn).padStart(4, '0')}`,
  answer: (turn: number) => `ANSWER-${String(turn).padStart(4, '0')}`,
  failure: (turn: number) => `FAILURE-${String(turn).padStart(4, '0')}`,
};

/**
 * A day of work as the client writes it: prompts, reads of 200 lines with their copy in
 * `toolUseResult`, edits with the original file, commands, failures, decisions, and between them the
 * lines that are nobody's words. Deterministic; line by line, so that 600 MB need no memory.
 */
export function* workSession(options: WorkSessionOptions): Generator<string> {
  const { prompts, bytes, model = 'claude-opus-5', tokens = 150_000 } = options;
  let parent: string | null = null;
  let count = 0;
  const size = { written: 0 };

  function row(fields: Fields): string {
    count += 1;
    const uuid = `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
    const timestamp = new Date(Date.UTC(2026, 10, 1, 8) + count * 1500).toISOString();
    const line = `${JSON.stringify({ parentUuid: parent, isSidechain: false, ...fields, uuid, timestamp, cwd: '/home/dev/project', sessionId: 'work', version: '2.1.332', gitBranch: 'main' })}\n`;
    parent = uuid;
    size.written += line.length;
    return line;
  }

  const usage = (turn: number): Fields => ({
    input_tokens: 12,
    cache_creation_input_tokens: 988,
    cache_read_input_tokens: Math.round((tokens * turn) / prompts) - 1000,
    output_tokens: 300,
  });
  const reply = (turn: number, content: Fields[]): string =>
    row({
      type: 'assistant',
      message: { id: `msg_${count}`, role: 'assistant', model, content, usage: usage(turn) },
    });
  const result = (id: string, content: unknown, rest: Fields = {}): string =>
    row({
      type: 'user',
      message: {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: id,
            content,
            ...(rest['isError'] === true && { is_error: true }),
          },
        ],
      },
      toolUseResult: rest['details'],
    });

  for (let turn = 1; turn <= prompts; turn += 1) {
    yield row({
      type: 'user',
      message: { role: 'user', content: `${planted.prompt(turn)}: ${promptWords(turn)}` },
    });
    yield row({
      type: 'attachment',
      attachment: { type: 'skill_listing', content: filler(turn, 3000) },
    });
    yield reply(turn, [text(`Let me look at module ${turn} first.`)]);
    const target = (bytes * turn) / prompts - 4000;
    for (let step = 0; size.written < target || step === 0; step += 1) {
      const path = `/home/dev/project/src/module-${turn}-${step % 7}.ts`;
      const id = `toolu_${count}`;
      const code = source(turn, step);
      yield reply(turn, [{ type: 'tool_use', id, name: 'Read', input: { file_path: path } }]);
      yield result(id, code, {
        details: { type: 'text', file: { filePath: path, content: code } },
      });
      if (step % 4 !== 0) continue;
      const edit = `toolu_${count}`;
      const input = {
        file_path: path,
        old_string: 'const a = 1;',
        new_string: 'const a = 2;\nconst b = 3;',
      };
      yield reply(turn, [{ type: 'tool_use', id: edit, name: 'Edit', input }]);
      yield result(edit, 'The file has been updated.', {
        details: {
          filePath: path,
          originalFile: code,
          structuredPatch: [{ lines: ['-const a = 1;', '+const a = 2;', '+const b = 3;'] }],
        },
      });
    }
    if (turn % 3 === 0) {
      const id = `toolu_${count}`;
      yield reply(turn, [
        { type: 'tool_use', id, name: 'Bash', input: { command: `pnpm test module-${turn}` } },
      ]);
      yield result(id, `Exit code 1\nrunning\n${planted.failure(turn)}: expected 2, got 3`, {
        isError: true,
      });
    }
    yield reply(turn, [
      text(
        `${planted.decision(turn)}: we decided to keep the list sorted instead of sorting on read.`,
      ),
    ]);
    yield reply(turn, [
      text(`${planted.answer(turn)}: module ${turn} is done and its tests pass.`),
    ]);
  }
}

function text(words: string): Fields {
  return { type: 'text', text: words };
}

function promptWords(turn: number): string {
  const words = [
    'please make the reader of the list faster, and do not change its interface.',
    'haz que el lector sea más rápido, sin cambiar la interfaz.',
    '请让读取器更快，但不要更改接口。',
    'bitte den Leser schneller machen, aber die Schnittstelle nicht ändern.',
  ];
  return (words[turn % words.length] ?? '').repeat(1 + (turn % 5));
}

function source(turn: number, step: number): string {
  const line = (number: number): string =>
    `${number}\tconst value${number} = compute(${turn * 31 + step * 7 + number}, 'name-${number % 13}');`;
  return Array.from({ length: 60 + ((turn * 7 + step * 13) % 200) }, (_, number) =>
    line(number),
  ).join('\n');
}

function filler(seed: number, length: number): string {
  const unit = `- skill-${seed}: Use this skill whenever something has to be done. `;
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}
