import { isRecord, type ToolResult, type ToolUse, type UserEntry } from '@carryover/transcript';
import type { Evidence, ToolEvent } from './session-event.ts';
import { readShellLine } from './shell-line.ts';
import { clipMiddle } from './text.ts';
import { compactFields } from './tool-fields.ts';
import { textField } from './unknown.ts';

/** Longest text kept of a result that tells something, and of any other, in UTF-16 units. */
const MAX_RESULT = 2_000;
const MAX_READ = 200;

/** What other tools read stands elsewhere; what these got to hear stands only here. */
const TOLD_ONLY_HERE = new Set(['Bash', 'AskUserQuestion']);

type ToolPlace = Pick<ToolEvent, 'at' | 'aside' | 'folder'>;

export type ToolJoin = {
  /** The event of a tool use; `undefined` for one that is known. */
  use: (use: ToolUse, place: ToolPlace) => ToolEvent | undefined;
  /** Completes the event of the tool use that this answers. */
  result: (result: ToolResult, entry: UserEntry, at: Evidence) => void;
};

/** Joins tool uses to their results, which stand in lines of their own, often much later. */
export function joinTools(): ToolJoin {
  const tools = new Map<string, ToolEvent>();
  return {
    use(use, place) {
      // A resumed or forked session may hold copies of earlier lines.
      if (use.id === '' || tools.has(use.id)) return undefined;
      const { id, name } = use;
      const input = compactFields(use.input);
      const command = textField(use.input, 'command') ?? '';
      const tool: ToolEvent = {
        kind: 'tool',
        ...place,
        id,
        name,
        input,
        shell: name === 'Bash' ? readShellLine(command, place.folder) : undefined,
        outcome: 'pending',
        text: '',
        result: {},
      };
      tools.set(id, tool);
      return tool;
    },
    result(result, entry, at) {
      const tool = tools.get(result.toolUseId);
      if (!tool || tool.outcome !== 'pending') return;
      tool.at = at;
      tool.outcome = result.isError ? 'error' : 'ok';
      const isTelling = result.isError || TOLD_ONLY_HERE.has(tool.name);
      tool.text = clipMiddle(result.text, isTelling ? MAX_RESULT : MAX_READ);
      tool.result = compactFields(entry['toolUseResult']);
      const decision = isRecord(entry['permissionDecision']) ? entry['permissionDecision'] : {};
      tool.denial = denialOf(entry, decision);
      tool.granted = grantOf(decision);
    },
  };
}

/** An own program that asks for permission marks the person's no like a rule's; the source tells (2.1.332). */
function denialOf(entry: UserEntry, decision: Record<string, unknown>): string | undefined {
  if (decision['source'] === 'user_reject') return 'user-rejected';
  return textField(entry, 'toolDenialKind');
}

/** A rule that the person wrote into settings also counts as `user_permanent`; it names its source. */
function grantOf(decision: Record<string, unknown>): ToolEvent['granted'] {
  if (decision['decision'] !== 'accept' || decision['reasonType'] !== undefined) return undefined;
  if (decision['source'] === 'user_permanent') return 'always';
  return decision['source'] === 'user_temporary' ? 'once' : undefined;
}
