/**
 * The built-in tools that have kept their name and shape over many releases, and what `sdk-tools.d.ts`
 * calls their input and their structured result (the `tool_response` of PostToolUse).
 */
export const toolTypes: Record<string, { input: string; response: string }> = {
  Agent: { input: 'AgentInput', response: 'AgentOutput' },
  Bash: { input: 'BashInput', response: 'BashOutput' },
  Edit: { input: 'FileEditInput', response: 'FileEditOutput' },
  Glob: { input: 'GlobInput', response: 'GlobOutput' },
  Grep: { input: 'GrepInput', response: 'GrepOutput' },
  NotebookEdit: { input: 'NotebookEditInput', response: 'NotebookEditOutput' },
  Read: { input: 'FileReadInput', response: 'FileReadOutput' },
  TaskCreate: { input: 'TaskCreateInput', response: 'TaskCreateOutput' },
  TaskUpdate: { input: 'TaskUpdateInput', response: 'TaskUpdateOutput' },
  TodoWrite: { input: 'TodoWriteInput', response: 'TodoWriteOutput' },
  WebFetch: { input: 'WebFetchInput', response: 'WebFetchOutput' },
  WebSearch: { input: 'WebSearchInput', response: 'WebSearchOutput' },
  Write: { input: 'FileWriteInput', response: 'FileWriteOutput' },
};
