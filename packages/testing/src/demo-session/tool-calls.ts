type ToolCall = { name: string; input: Record<string, unknown> };

export function tool(name: string, input: Record<string, unknown>): ToolCall {
  return { name, input };
}

export function bash(command: string, description: string): ToolCall {
  return tool('Bash', { command, description });
}

export function task(subject: string, description: string): ToolCall {
  return tool('TaskCreate', { subject, description });
}

export function status(taskId: string, value: string): ToolCall {
  return tool('TaskUpdate', { taskId, status: value });
}

export function agent(type: string, description: string, prompt: string): ToolCall {
  return tool('Agent', { description, prompt, subagent_type: type, run_in_background: false });
}

export function question(header: string, asked: string, options: Record<string, string>): ToolCall {
  return tool('AskUserQuestion', {
    questions: [
      {
        question: asked,
        header,
        multiSelect: false,
        options: Object.entries(options).map(([label, description]) => ({ label, description })),
      },
    ],
  });
}

/** The tools that take a path, for files of this project. */
export function fileTools(project: string) {
  const path = (name: string) => `${project}/${name}`;
  return {
    read: (name: string) => tool('Read', { file_path: path(name) }),
    write: (name: string, content: string) => tool('Write', { file_path: path(name), content }),
    edit: (name: string, old_string: string, new_string: string) =>
      tool('Edit', { file_path: path(name), old_string, new_string }),
  };
}
