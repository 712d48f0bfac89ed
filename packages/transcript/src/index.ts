export {
  blockText,
  contentBlocks,
  messageId,
  messageModel,
  messageText,
  toBlocks,
  toolResults,
  toolUses,
  type ContentBlock,
  type MediaBlock,
  type OtherBlock,
  type TextBlock,
  type ThinkingBlock,
  type ToolResult,
  type ToolUse,
} from './content-blocks.ts';
export {
  isAssistantEntry,
  isAttachmentEntry,
  isCompactBoundary,
  isKnownEntryType,
  isRecord,
  isSidechain,
  isSyntheticReply,
  isSystemEntry,
  isUserEntry,
  toEntry,
  type AssistantEntry,
  type AttachmentEntry,
  type CompactBoundary,
  type EntryMessage,
  type KnownEntryType,
  type SystemEntry,
  type TranscriptEntry,
  type UserEntry,
} from './entry.ts';
export type { LinePosition, ScanSummary, SkippedLine, TranscriptConsumer } from './entry-reader.ts';
export {
  createLineSplitter,
  type LineSplitter,
  type LineSplitterOptions,
} from './line-splitter.ts';
export type { Line, LongLine } from './line.ts';
export { readBackward, type BackwardOptions, type BackwardResult } from './read-backward.ts';
export { scanTranscript, type ScanOptions, type ScanResult } from './scan-transcript.ts';
export { streamTranscript, type StreamConsumer } from './stream-transcript.ts';
export * from './usage.ts';
export { parseLine } from './parse-line.ts';
export { classifyUserEntry, promptText, type UserEntryKind } from './user-entry.ts';
export {
  injectedTag,
  isInterruption,
  parseSlashCommand,
  personText,
  withoutInjected,
  type SlashCommand,
} from './user-text.ts';
export { createThreadIndex, type Branch, type ThreadIndex } from './thread-index.ts';
export { listAgentFiles, type AgentFile } from './agent-files.ts';
export { createReplyJoiner, type Reply } from './replies.ts';
export {
  createToolCallJoiner,
  type LineRef,
  type OpenToolUse,
  type ToolCall,
  type ToolCallJoiner,
} from './tool-calls.ts';
export {
  condense,
  createCondenser,
  estimateTokens,
  type CondensedText,
  type CondenseOptions,
  type Digest,
} from './condense.ts';
export { digestKinds, type DigestKind } from './digest-item.ts';
export { formatCoverage, type Coverage } from './render-digest.ts';
export { personsRefusal } from './tool-lines.ts';
export {
  createSessionDescriber,
  describeSession,
  type DescribeOptions,
  type SessionDescription,
} from './describe-session.ts';
