/**
 * The SHA-1 of the data in base64. Node's crypto is loaded by the first call: it takes a process 15 ms, and a
 * hook that needs no hash starts sooner without.
 */
export function sha1(data: string | Uint8Array): string {
  return process.getBuiltinModule('node:crypto').createHash('sha1').update(data).digest('base64');
}
