/**
 * The object in a text that the client takes for an answer, undefined where it takes it for text: an
 * answer has braces at both ends and JSON between them.
 */
export function readJsonObject(text: string): Record<string, unknown> | undefined {
  const trimmed = text.trim();
  if (!trimmed.startsWith('{') || !trimmed.endsWith('}')) return undefined;
  try {
    const value: Record<string, unknown> = JSON.parse(trimmed);
    return value;
  } catch {
    return undefined;
  }
}
