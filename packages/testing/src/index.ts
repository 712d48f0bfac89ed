export { sessionFromSteps, type SessionStep } from './session-shapes.ts';
export { testdir, type TestDir } from './testdir.ts';
export { transcriptBuilder, type TranscriptBuilder } from './transcript-builder.ts';
export { treeLineKinds, treeLines, type TreeLine, type TreeLineKind } from './tree-lines.ts';
export { planted, workSession, type WorkSessionOptions } from './work-session.ts';
