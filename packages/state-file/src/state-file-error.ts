const marker = Symbol.for('carryover.StateFileError');

export type StateFileErrorCode =
  | 'no_folder'
  | 'unsafe_folder'
  | 'unsafe_id'
  | 'backup_mismatch'
  | 'file_exists'
  | 'pin_limit'
  | 'locked';

/** What failed, on what, and what to do: the message is shown to people as it is. */
export class StateFileError extends Error {
  override readonly name = 'StateFileError';
  readonly code: StateFileErrorCode;

  constructor(code: StateFileErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    Object.defineProperty(this, marker, { value: true });
  }

  /** True across copies of this package, unlike `instanceof`. */
  static isInstance(value: unknown): value is StateFileError {
    return typeof value === 'object' && value !== null && marker in value;
  }
}
