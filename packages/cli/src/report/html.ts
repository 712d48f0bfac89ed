/** Markup that is safe to put into a page: made by `html` alone. */
export type Html = { readonly markup: string };

type Value = string | number | Html | readonly Html[] | undefined;

/** Markup from a template. Whatever is put into it is text, unless it is markup itself. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  const markup = parts.map((part, index) => part + toMarkup(values[index])).join('');
  return { markup };
}

function toMarkup(value: Value): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'number') return String(value);
  if ('markup' in value) return value.markup;
  return value.map(({ markup }) => markup).join('');
}

/**
 * For element contents and quoted attributes. What a page may not contain at all (control characters,
 * halves of characters, switches of direction) becomes U+FFFD, so that nothing hides in it.
 */
function escapeText(text: string): string {
  return text
    .replace(FORBIDDEN, '\uFFFD')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

const FORBIDDEN = /[^\P{Cc}\t\n\r]|\p{Cs}|[\u202A-\u202E\u2066-\u2069]/gu;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
