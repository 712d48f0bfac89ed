import type { Making } from './generate-session.ts';

type Step = () => void;

/** What an agent does in a turn. Each call leaves lines in the transcript and plants what they mean. */
export function workSteps(making: Making): Step[] & { finish: Step } {
  const { transcript, random, plant, name } = making;
  let uses = 0;
  function tool(toolName: string, input: Record<string, unknown>, answer: Answer = {}): void {
    const id = `tool-${++uses}`;
    const { text = 'done', result, isError = false, fields = {} } = answer;
    transcript.toolUse(id, toolName, input, { cwd: '/code/app' });
    transcript.toolResult(id, text, { isError, toolUseResult: result, ...fields });
  }
  const files = new Set<string>();
  function file(path: string): void {
    if (!files.has(path)) plant('files', path);
    files.add(path);
  }
  const tasks = new Map<string, { subject: string; status: string }>();

  const steps: Step[] = [
    () => {
      const path = `/code/app/src/${name()}.ts`;
      tool(
        'Write',
        { file_path: path, content: 'x' },
        { result: { type: 'create', filePath: path } },
      );
      file(path);
    },
    () => {
      const path =
        files.size > 0 && random.chance(0.5)
          ? random.pick([...files])
          : `/code/app/src/${name()}.ts`;
      const structuredPatch = [{ newStart: 3, newLines: 4, lines: [] }];
      tool(
        'Edit',
        { file_path: path, old_string: 'a', new_string: 'b' },
        { result: { structuredPatch } },
      );
      file(path);
    },
    () => {
      const base = `${name()}.txt`;
      const command = random.pick([
        `printf 'a > b' > out/${base}`,
        `cat > out/${base} <<'EOF'\necho > no.txt\nEOF`,
        `sed -i 's/a/b/' out/${base}`,
        `cd out && touch ${base}`,
      ]);
      tool('Bash', { command, description: 'Write it' }, { text: '' });
      file(`/code/app/out/${base}`);
    },
    () => {
      const path = `/code/app/src/${name()}.ts`;
      const text = '<tool_use_error>String to replace not found in file.</tool_use_error>';
      tool('Edit', { file_path: path, old_string: 'a' }, { isError: true, text });
      plant('failures', path, 'String to replace not found');
    },
    () => {
      const command = `node scripts/${name()}.mjs`;
      const times = 1 + random.number(3);
      const code = 1 + random.number(9);
      const text = `Exit code ${code}\nstarting\nError: broken ${command}`;
      for (let count = 0; count < times; count += 1)
        tool('Bash', { command }, { isError: true, text });
      plant(
        'failures',
        `\`${command}\``,
        `Exit code ${code}`,
        ...(times > 1 ? [`(${times} times)`] : []),
      );
    },
    () => {
      const target = name();
      tool(
        'Bash',
        { command: `npm test -- ${target}` },
        { isError: true, text: 'Exit code 1\n1 failed' },
      );
      tool('Bash', { command: `npm test -- ${target} 2>&1 | tail -20` }, { text: '5 passed' });
      plant('failures', `npm test -- ${target}`, 'later');
    },
    () => {
      const id = String(tasks.size + 1);
      const subject = `Build the ${name()}`;
      const task = { subject, status: 'pending' };
      tool('TaskCreate', { subject }, { result: { task: { id, subject } } });
      if (random.chance(0.7)) {
        task.status = random.pick(['in_progress', 'completed']);
        tool('TaskUpdate', { taskId: id, status: task.status }, { result: { success: true } });
      }
      tasks.set(id, task);
    },
    () => {
      const agentId = `a${random.number(2 ** 30).toString(16)}`;
      const description = `Look into ${name()}`;
      const input = { description, prompt: 'Never do anything.', subagent_type: 'Explore' };
      const isAsync = random.chance(0.5);
      const content = [{ type: 'text', text: `Found three in ${description}` }];
      const result = isAsync
        ? { status: 'async_launched', agentId }
        : { status: 'completed', agentId, content };
      tool('Agent', input, { result });
      const isEnded = !isAsync || random.chance(0.6);
      if (isAsync && isEnded) {
        transcript.prompt(
          `<task-notification>\n<task-id>${agentId}</task-id>\n<status>completed</status>\n<result>Always Found three in ${description}</result>\n</task-notification>`,
          { origin: { kind: 'task-notification' } },
        );
      }
      plant('workers', agentId, description, isEnded ? 'completed' : 'running');
    },
    () => {
      const id = `b${random.number(2 ** 30).toString(16)}`;
      const command = `npm run dev -- ${name()}`;
      tool('Bash', { command, run_in_background: true }, { result: { backgroundTaskId: id } });
      plant('workers', id, command);
    },
    () => {
      const skill = `release-${name()}`;
      tool('Skill', { skill }, { result: { success: true, commandName: skill } });
      plant('skills', skill);
    },
    () => {
      const command = `/check-${name()}`;
      transcript.prompt(
        `<command-message>${command.slice(1)}</command-message>\n<command-name>${command}</command-name>\n<command-args>all</command-args>`,
      );
      plant('skills', `${command} all`);
    },
    () => {
      const question = `Which store for ${name()}?`;
      const options = [{ label: 'SQLite' }, { label: 'JSON Lines' }];
      tool(
        'AskUserQuestion',
        { questions: [{ question, options }] },
        { result: { answers: { [question]: 'SQLite' } } },
      );
      plant('decisions', question, 'SQLite', 'not: JSON Lines');
    },
    () => {
      const plan = `# Move ${name()}\n\n1. one\n2. two`;
      const isApproved = random.chance(0.5);
      tool(
        'ExitPlanMode',
        { plan },
        isApproved ? { result: { plan } } : { isError: true, text: 'Too big.' },
      );
      const title = plan.slice(2, plan.indexOf('\n'));
      plant('decisions', title, ...(isApproved ? ['approved'] : ['refused', 'Too big.']));
      if (!isApproved) plant('failures', title, 'Too big.');
    },
    () => {
      const command = `rm -rf ${name()}`;
      const text = `Permission to use Bash with command ${command} has been denied.`;
      tool(
        'Bash',
        { command },
        { isError: true, text, fields: { toolDenialKind: 'permission-rule' } },
      );
      plant('constraints', command, 'denied');
    },
    () => {
      const command = `git push origin ${name()}`;
      const text = `The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nNot before Monday.`;
      tool(
        'Bash',
        { command },
        { isError: true, text, fields: { toolDenialKind: 'user-rejected' } },
      );
      plant('decisions', command, 'Not before Monday.');
      plant('failures', command, 'Not before Monday.');
    },
  ];
  return Object.assign(steps, {
    finish: () => {
      for (const [id, { subject, status }] of tasks)
        plant('tasks', `${BOX[status]} ${status} #${id} ${subject}`);
    },
  });
}

type Answer = {
  text?: string;
  result?: unknown;
  isError?: boolean;
  fields?: Record<string, unknown>;
};

const BOX: Record<string, string> = { completed: '[x]', pending: '[ ]', in_progress: '[~]' };
