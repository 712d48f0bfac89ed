import type { EventOverride } from '../overrides.ts';
import { plainHandlers } from './handlers.ts';

/** Events about files, folders and configuration. */
export const workspace: Record<string, EventOverride> = {
  ConfigChange: {
    about: 'When a settings file or a skill changed on disk.',
    since: '2.1.49',
    matcher: {
      field: 'source',
      values: ['user_settings', 'project_settings', 'local_settings', 'policy_settings', 'skills'],
    },
    stdout: 'debug-log',
    exit2: {
      blocks: true,
      effect: 'The change is not applied, silently; policy settings always are.',
    },
    timeout: 600,
    handlers: plainHandlers,
    answer: ['decision', 'reason', 'systemMessage', 'terminalSequence'],
  },
  WorktreeCreate: {
    about: "To create a worktree in place of the client's own `git worktree add`.",
    since: '2.1.50',
    matcher: null,
    stdout: 'path',
    exit2: {
      blocks: true,
      effect: 'The worktree is not created, as with any exit code but 0 (seen).',
    },
    timeout: 600,
    handlers: plainHandlers,
    answer: [],
  },
  WorktreeRemove: {
    about: 'To remove a worktree that a WorktreeCreate hook made.',
    since: '2.1.50',
    matcher: null,
    stdout: 'ignored',
    exit2: {
      blocks: false,
      effect: 'Sources disagree: logged, or the removal fails while the folder exists.',
    },
    timeout: 600,
    handlers: plainHandlers,
    answer: [],
  },
  InstructionsLoaded: {
    about: 'When an instructions file (CLAUDE.md, a rule) is loaded.',
    since: '2.1.69',
    matcher: {
      field: 'load_reason',
      values: ['session_start', 'nested_traversal', 'path_glob_match', 'include', 'compact'],
    },
    stdout: 'ignored',
    exit2: { blocks: false, effect: 'Ignored.' },
    timeout: 600,
    handlers: plainHandlers,
    answer: [],
  },
  CwdChanged: {
    about: 'When the working directory of the session changed.',
    since: '2.1.83',
    matcher: null,
    stdout: 'debug-log',
    exit2: { blocks: false, effect: 'The user sees stderr.' },
    timeout: 600,
    handlers: plainHandlers,
    answer: ['systemMessage', 'terminalSequence'],
  },
  FileChanged: {
    about: 'When a watched file changed on disk.',
    since: '2.1.83',
    matcher: { field: 'file_path', note: 'base names, literal, separated by |' },
    stdout: 'debug-log',
    exit2: { blocks: false, effect: 'The user sees stderr.' },
    timeout: 600,
    handlers: plainHandlers,
    answer: ['systemMessage', 'terminalSequence'],
  },
  DirectoryAdded: {
    about: 'When a directory was added to the session.',
    since: '2.1.219',
    matcher: { field: 'source', values: ['slash_command', 'register_repo_root'] },
    stdout: 'debug-log',
    exit2: { blocks: false, effect: 'stderr goes to the debug log.' },
    timeout: 600,
    handlers: plainHandlers,
    answer: ['systemMessage', 'terminalSequence'],
  },
};
