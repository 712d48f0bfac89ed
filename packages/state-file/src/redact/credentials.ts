export type SecretRange = { kind: string; start: number; end: number };

/**
 * Values that stand where a credential stands, whoever issued it: in a header of a request, or behind
 * the name of a password. The rule set knows tokens by their shape; these have none.
 */
export function credentialRanges(text: string): SecretRange[] {
  return PATTERNS.flatMap(({ kind, pattern }) =>
    [...text.matchAll(pattern)].flatMap(({ indices, groups }) => {
      const place = indices?.groups?.['secret'];
      return place && looksSecret(groups?.['secret'] ?? '')
        ? [{ kind, start: place[0], end: place[1] }]
        : [];
    }),
  );
}

const PATTERNS = [
  {
    kind: 'header',
    pattern:
      /\b(?:proxy-)?authorization["']?\s*[:=]\s*["']?(?:(?:bearer|basic|token|digest|apikey)\s+)?(?<secret>[^\s"',;]{6,})/dgi,
  },
  {
    kind: 'header',
    pattern:
      /\b(?:x-api-key|x-auth-token|(?:set-)?cookie)["']?\s*:\s*["']?(?<secret>[^\s"']{6,})/dgi,
  },
  { kind: 'header', pattern: /\bbearer\s+(?<secret>[\w.~+/-]{16,}=*)/dgi },
  {
    kind: 'password',
    pattern:
      // Not in one of our own placeholders: what was redacted once stays as it is.
      /(?!secret:[\w-]+-\d+\])(?:password|passwd|secret|api_?key|access_?key|auth_?token|token)["']?\s*[=:]\s*["']?(?<secret>[^\s"',;&]{8,})/dgi,
  },
];

/** Not a variable, an example in brackets, a mask, or a plain word such as a type. */
function looksSecret(value: string): boolean {
  if (/^[$<{[(*%]|^\.{3}|^x{4,}|process\.env|\[secret:/i.test(value)) return false;
  return /\d/.test(value) || /[a-z][A-Z]|[^\w]/.test(value);
}
