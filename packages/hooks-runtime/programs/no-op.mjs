// A hook that does nothing.
import { defineHook, runHook } from '../src/index.ts';

void runHook(defineHook('SessionStart', {}, () => undefined));
