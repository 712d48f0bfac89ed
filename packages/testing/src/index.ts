export { testdir, type TestDir } from './testdir.ts';
export { transcriptBuilder, type TranscriptBuilder } from './transcript-builder.ts';
