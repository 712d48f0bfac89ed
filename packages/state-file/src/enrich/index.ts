export { answerSchema } from './answer-schema.ts';
export { anthropicWriter, type AnthropicWriterOptions } from './anthropic-writer.ts';
export { type Call, callLedgerFile, type CallRecord, readCalls } from './call-ledger.ts';
export { claudeWriter, type ClaudeWriterOptions } from './claude-writer.ts';
export { commandWriter, type CommandWriterOptions } from './command-writer.ts';
export { createWriter, type WriterPlace } from './create-writer.ts';
export { enrichSession, type Enrichment, type EnrichOptions } from './enrich-session.ts';
export {
  type CallUsage,
  type Writer,
  type WriterName,
  type WriterReply,
  type WriterRequest,
} from './writer.ts';
export { readWriterSettings, type WriterSettings } from './writer-settings.ts';
