const SESSION = String.raw`^([\p{L}\p{N}][\p{L}\p{N}_-]*)\.`;

const KEPT = new RegExp(
  `${SESSION}(?:(?:(?:narrative|v\\d+)\\.)?(?:md|json)|(?:summary|answer|narrative)\\.txt|\\d+\\.jsonl\\.gz)$`,
  'u',
);

/** Written as a whole, too, but not kept by session in a project's folder. */
const OTHER = new RegExp(
  `${SESSION}(?:pending\\.txt|ungiven)$|^(pinned)\\.jsonl(?:\\.lock)?$`,
  'u',
);

/** The session of a file of ours in a project's folder, by its name; `undefined` for any other file. */
export function sessionOfName(name: string): string | undefined {
  return KEPT.exec(name)?.[1];
}

/** What a process had not finished writing, by the name that it gave it; `undefined` for any other file. */
export function unfinishedName(name: string): { session: string; pid: number } | undefined {
  const [, file = '', pid] = /^(.+)\.(\d+)-\d+\.tmp$/.exec(name) ?? [];
  const session = sessionOfName(file) ?? OTHER.exec(file)?.slice(1).find(Boolean);
  return session === undefined ? undefined : { session, pid: Number(pid) };
}
