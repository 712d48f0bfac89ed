import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import type { Redaction } from '../redaction.ts';
import { credentialRanges, type SecretRange } from './credentials.ts';

const SEPARATOR = '\n\n';

/**
 * Takes secrets out of texts: known kinds of tokens and keys by the rules of secretlint, and what
 * stands where credentials stand. The same secret gets the same placeholder.
 */
export async function redactSecrets(texts: readonly string[]): Promise<Redaction> {
  const whole = texts.join(SEPARATOR);
  const ranges = [...(await knownSecrets(whole)), ...credentialRanges(whole)].toSorted(
    (a, b) => a.start - b.start || b.end - a.end,
  );
  const placeholders = placeholdersFor();
  let position = 0;
  let next = 0;
  const redacted = texts.map((text) => {
    const start = position;
    const end = start + text.length;
    position = end + SEPARATOR.length;
    let result = '';
    let done = start;
    for (; (ranges[next]?.start ?? Infinity) < end; next += 1) {
      const range = ranges[next];
      if (!range) continue;
      const to = Math.min(range.end, end);
      if (range.start < done) {
        // Begun in one that was taken out already: what is left of it goes too.
        done = Math.max(done, to);
        continue;
      }
      result +=
        whole.slice(done, range.start) + placeholders.of(range.kind, whole.slice(range.start, to));
      done = to;
    }
    return result + whole.slice(done, end);
  });
  return { texts: redacted, counts: placeholders.counts };
}

async function knownSecrets(content: string): Promise<SecretRange[]> {
  const source = { content, filePath: '/state.txt', ext: '.txt', contentType: 'text' } as const;
  const rules = [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }];
  const { messages } = await lintSource({
    source,
    options: { config: { rules }, noPhysicFilePath: true },
  });
  return messages.map(({ ruleId, range: [start, end] }) => {
    const kind = ruleId.replace(/^.*secretlint-rule-/, '');
    return { kind, start, end };
  });
}

function placeholdersFor(): {
  of: (kind: string, secret: string) => string;
  counts: Record<string, number>;
} {
  const known = new Map<string, string>();
  const counts: Record<string, number> = {};
  return {
    counts,
    of(kind, secret) {
      const before = known.get(secret);
      if (before !== undefined) return before;
      counts[kind] = (counts[kind] ?? 0) + 1;
      const placeholder = `[secret:${kind}-${counts[kind]}]`;
      known.set(secret, placeholder);
      return placeholder;
    },
  };
}
