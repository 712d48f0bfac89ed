import type { EventOverride } from '../overrides.ts';
import { allHandlers, blockingAnswer, commonAnswer, toolMatcher } from './handlers.ts';

/** Events around a tool call. */
export const tools: Record<string, EventOverride> = {
  PreToolUse: {
    about: 'Before a tool call, once its parameters are known.',
    since: '1.0.38',
    matcher: toolMatcher,
    stdout: 'debug-log',
    exit2: {
      blocks: true,
      effect:
        'The call is refused; stderr, or the reason of a JSON answer, is the error the model reads (seen).',
    },
    timeout: 600,
    handlers: allHandlers,
    answer: blockingAnswer,
  },
  PostToolUse: {
    about: 'After a tool call that succeeded.',
    since: '1.0.38',
    matcher: toolMatcher,
    stdout: 'debug-log',
    exit2: { blocks: false, effect: 'The model reads stderr beside the result (seen).' },
    timeout: 600,
    handlers: allHandlers,
    answer: blockingAnswer,
  },
  PostToolUseFailure: {
    about: 'After a tool call that failed.',
    since: '2.0.77',
    matcher: toolMatcher,
    stdout: 'debug-log',
    exit2: { blocks: false, effect: 'The model reads stderr.' },
    timeout: 600,
    handlers: allHandlers,
    answer: blockingAnswer,
  },
  PostToolBatch: {
    about: 'Once after every tool call of a batch, before the next model request.',
    since: '2.1.118',
    matcher: null,
    stdout: 'debug-log',
    exit2: { blocks: true, effect: 'The loop stops before the next model request.' },
    timeout: 600,
    handlers: allHandlers,
    answer: blockingAnswer,
  },
  PermissionRequest: {
    about: 'Before the user would be asked to permit a tool call.',
    since: '2.0.45',
    matcher: toolMatcher,
    stdout: 'debug-log',
    exit2: {
      blocks: false,
      effect: 'Not honoured: the user is asked as usual and stderr is dropped.',
    },
    timeout: 600,
    handlers: allHandlers,
    answer: commonAnswer,
  },
  PermissionDenied: {
    about: 'After a tool call was refused by permission rules or by auto mode.',
    since: '2.1.89',
    matcher: toolMatcher,
    stdout: 'ignored',
    exit2: { blocks: false, effect: 'Ignored.' },
    timeout: 600,
    handlers: allHandlers,
    answer: [],
  },
  PreSkillShellCommand: {
    about: 'Before a shell command that stands in the text of a skill or command runs.',
    since: '2.1.332',
    matcher: undefined,
    stdout: 'unknown',
    exit2: {
      blocks: true,
      effect: 'Not documented; the types imply that the command does not run.',
    },
    timeout: undefined,
    handlers: undefined,
    answer: commonAnswer,
    // The types say "never applied": any value keeps the command from running, as `deny` does by name.
    notHonoured: ['updatedInput'],
  },
};
