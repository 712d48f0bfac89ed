import type { Hash } from 'node:crypto';

/**
 * A hash of the data, to be finished by `digest`. Node's crypto is loaded by the first call: it brings
 * streams with it, and a hook that needs no hash starts sooner without.
 */
export function hash(algorithm: 'sha1' | 'sha256', data: string | Uint8Array): Hash {
  return process.getBuiltinModule('node:crypto').createHash(algorithm).update(data);
}
