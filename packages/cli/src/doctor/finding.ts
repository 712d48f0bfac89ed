/** Something that is not well, and what to do about it. */
export type Finding = {
  /** Names the cause for programs: `hooks-disabled`. */
  id: string;
  says: string;
  remedy: string;
};
