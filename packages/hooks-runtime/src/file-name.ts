/** A name as part of a path: nothing in it can leave the folder or mean something to the system. */
export function fileName(name: string): string {
  return name.replace(/[^\w-]/g, '_').slice(0, 100) || 'unknown';
}
