/** A mistake that the person can mend: the message says what, where and how, and is shown alone. */
export class CliError extends Error {
  override readonly name = 'CliError';
}
