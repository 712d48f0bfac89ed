import { isRecord } from '../is-record.ts';

/** What the system calls a failure, `EROFS` for example, for a line of the run log. */
export function failureCode(failure: unknown): string {
  const code = isRecord(failure) ? failure['code'] : undefined;
  return typeof code === 'string' ? code : 'it failed';
}
