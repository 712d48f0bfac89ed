export { type ClientCommand, installClient } from './client/install.ts';
export { clientEnvironment, createScratch, type Scratch } from './client/scratch.ts';
export {
  type ClientEvent,
  type PermissionAnswer,
  type PermissionRequest,
  talk,
  type Talk,
} from './client/talk.ts';
export { type Moment, renderTimeline } from './client/timeline.ts';
export { type ApiRequest, type Block, lastUserText, plainText } from './fake-api/request.ts';
export type { ApiScript, ScriptedTurn, Turn } from './fake-api/script.ts';
export { type FakeApi, type RecordedRequest, startFakeApi } from './fake-api/server.ts';
export { sessionFromSteps, type SessionStep } from './session-shapes.ts';
export { bundleProgram } from './program/bundle-program.ts';
export { type ProgramOptions, type ProgramRun, runProgram } from './program/run-program.ts';
export { testdir, type TestDir } from './testdir.ts';
export { transcriptBuilder, type TranscriptBuilder } from './transcript-builder.ts';
export { treeLineKinds, treeLines, type TreeLine, type TreeLineKind } from './tree-lines.ts';
export { planted, workSession, type WorkSessionOptions } from './work-session.ts';
