import { SECTIONS, type SectionName } from '../fact.ts';

/** `Active Plan` → `active_plan`: names that every writer's schema takes. */
export function sectionKey(name: SectionName): string {
  return name.toLowerCase().replaceAll(' ', '_');
}

/** The section that a key or a heading means, however it is written. */
export function sectionOf(key: string): SectionName | undefined {
  const letters = lettersOf(key);
  return SECTIONS.find((name) => lettersOf(name) === letters);
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, '');
}

/** JSON Schema of what a model is asked for: ten lists of claims. */
export const answerSchema: Record<string, unknown> = {
  type: 'object',
  additionalProperties: false,
  required: SECTIONS.map(sectionKey),
  properties: Object.fromEntries(
    SECTIONS.map((name) => [
      sectionKey(name),
      {
        type: 'array',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['text', 'at'],
          properties: {
            text: { type: 'string', description: 'One statement in one or two sentences.' },
            at: {
              type: ['integer', 'null'],
              description: 'The n of the [@n] that it rests on, null where there is none.',
            },
          },
        },
      },
    ]),
  ),
};
