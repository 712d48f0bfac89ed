import { isRecord, type CompactBoundary } from './entry.ts';

/**
 * Messages from before a compaction that the model still sees word for word. The client does not
 * write them again after the boundary (seen in 2.1.332): the boundary names them, and the line
 * `anchor` (its summary) that they follow.
 */
export type KeptMessages =
  | { kind: 'none' }
  | { kind: 'messages'; anchor: string; uuids: string[] }
  | { kind: 'segment'; anchor: string; head: string; tail: string };

export function keptByBoundary(entry: CompactBoundary): KeptMessages {
  const metadata = isRecord(entry['compactMetadata']) ? entry['compactMetadata'] : {};
  const { preservedMessages: messages, preservedSegment: segment } = metadata;
  if (isRecord(messages) && typeof messages['anchorUuid'] === 'string') {
    const uuids: unknown[] = Array.isArray(messages['uuids']) ? messages['uuids'] : [];
    const texts = uuids.filter((uuid) => typeof uuid === 'string');
    return { kind: 'messages', anchor: messages['anchorUuid'], uuids: texts };
  }
  if (!isRecord(segment)) return { kind: 'none' };
  const { anchorUuid: anchor, headUuid: head, tailUuid: tail } = segment;
  if (typeof anchor !== 'string' || typeof head !== 'string' || typeof tail !== 'string') {
    return { kind: 'none' };
  }
  return { kind: 'segment', anchor, head, tail };
}
