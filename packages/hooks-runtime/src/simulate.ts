export { type HookEffect, interpretOutput, type PermissionDecision } from './hook-effect.ts';
export type { ProcessOutput } from './hook-output.ts';
export {
  simulateCommand,
  simulateHook,
  type SimulatedInput,
  type Simulation,
} from './simulate-hook.ts';
