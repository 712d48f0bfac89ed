// A hook for tests: node hook.cjs <event>, and the rest in the environment.
import { defineHook, runHooks } from '../src/index.ts';
import { faults } from './faults.mjs';

const {
  FAULT = 'none',
  ANSWER,
  BUDGET_MS,
  POLICY = 'open',
  DETACH,
  JOB_MAX_MS,
  ALSO,
} = process.env;

const options = {
  policy: POLICY,
  ...(BUDGET_MS === undefined ? {} : { budgetMs: Number(BUDGET_MS) }),
};

const fixture = (event) =>
  defineHook(event, options, async (input, context) => {
    if (DETACH !== undefined)
      context.detach({
        name: 'fixture',
        program: DETACH,
        payload: { of: input.session_id },
        ...(JOB_MAX_MS === undefined ? {} : { maxMs: Number(JOB_MAX_MS) }),
      });
    const said = await faults[FAULT](context);
    return ANSWER === undefined ? said : JSON.parse(ANSWER);
  });

const events = [process.argv[2] ?? 'SessionStart', ...(ALSO?.split(',') ?? [])];
void runHooks(events.map((event) => fixture(event)));
