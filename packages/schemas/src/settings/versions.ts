import { SUPPORTED_CLAUDE_CODE } from '../events/registry.ts';

/** Whether this client came out before `version`. A client that is not named is the newest known one. */
export function isBefore(client: string | undefined, version: string): boolean {
  const [left, right] = [parts(client ?? SUPPORTED_CLAUDE_CODE), parts(version)];
  const at = left.findIndex((part, index) => part !== right[index]);
  return at >= 0 && (left[at] ?? 0) < (right[at] ?? 0);
}

function parts(version: string): number[] {
  const numbers = version.split('.', 3).map((part) => Number.parseInt(part, 10) || 0);
  return [...numbers, 0, 0, 0].slice(0, 3);
}
