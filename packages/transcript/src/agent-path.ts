/** True for the file of a sub-agent, by its name. */
export function isAgentPath(path: string): boolean {
  return /(?:^|[/\\])agent-[^/\\]+\.jsonl$/.test(path);
}
