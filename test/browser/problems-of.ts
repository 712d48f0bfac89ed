import { HtmlValidate } from 'html-validate';

/** What of a page breaks the rules of HTML, line by line. */
export async function problemsOf(page: string): Promise<string[]> {
  const rules = {
    'no-inline-style': 'error',
    'no-redundant-for': 'error',
    'void-style': 'off',
    'no-trailing-whitespace': 'off',
    'long-title': 'off',
    'require-sri': 'error',
  } as const;
  const validator = new HtmlValidate({
    root: true,
    extends: ['html-validate:standard', 'html-validate:a11y'],
    rules,
  });
  const { results } = await validator.validateString(page);
  return results.flatMap(({ messages }) =>
    messages.map(({ line, message }) => `${line}: ${message}`),
  );
}
