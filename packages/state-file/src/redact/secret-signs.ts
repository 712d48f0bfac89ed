/** How people call what nobody else may know, but for `token`, which also means a piece of text. */
// In strings, so that a bundle gets the letters as escapes.
export const CREDENTIAL_NAMES = [
  'passw(?:or)?d|(?<=_)pass|passphrase|passwort|kennwort|contrase(?:ñ|n\u0303?)a|senha|пароль',
  '密码|密碼|パスワード|비밀번호|mot de passe|secret|(?:api|access)[_-]?key',
].join('|');

/** Without one of these nothing in a text is taken out by `redactSecrets`. */
const SIGNS = [
  // A key: long, with a digit in it.
  String.raw`(?<![\w.=-])(?=[\w.=-]{12})[\w.=-]*\d`,
  // A key that may do without, by its beginning.
  String.raw`xox[a-z]-|xapp-|npm_|gh[a-z]_|github_pat_|sk-|lin_api|ops_|shp[a-z]{2}_|sg\.|akia|_authtoken`,
  // An address may hold a password, and the rest names what follows.
  String.raw`:\/\/|-----begin|authorization|bearer|cookie|x-api|x-auth|accountkey|pwd=|curl`,
  `token(?!s\\b)|${CREDENTIAL_NAMES}`,
].join('|');

let signs: RegExp | undefined;

/**
 * False where `redactSecrets` would find nothing, so that its rules need not be loaded for a short text. True
 * says nothing.
 */
export function mayHoldSecret(text: string): boolean {
  signs ??= new RegExp(SIGNS, 'iu');
  return signs.test(text);
}
