/** Calls what somebody else wrote, at once; rejects with what it throws or rejects with. */
export async function callOwner(callback: () => unknown): Promise<void> {
  await callback();
}
