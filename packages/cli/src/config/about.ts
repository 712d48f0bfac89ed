import type { ConfigKey } from './keys.ts';

/** What each key does, for people. */
export const ABOUT: Record<ConfigKey, string> = {
  enabled: 'false switches carryover off; true in a project switches it on there',
  warnThreshold:
    'percent of the window from which a session is warned, for all models or one by one',
  warnLevels: 'further percentages at which it is warned again',
  warnMidTurn: 'also look after each tool call; run carryover install after a change',
  window: 'context window in tokens; 0 finds it out',
  resumeMaxAgeHours: "hours for which the project's newest state is given to another session",
  onStartup: 'what a new session gets of a fresh state of the project',
  onClear: 'the same after /clear',
  onFork: "what a fork gets of its parent's state",
  instructions: 'tell the summariser which exact words to keep',
  gaps: 'tell the next prompt what the summary left out',
  writer: 'model that adds a narrative to the state',
  writerOptions: 'what the writer needs: models, key, program; see the page on enrichment',
  retentionDays: 'days after which a backup is deleted, if it is not the newest',
  retentionCount: 'how many backups of a session are kept',
};
