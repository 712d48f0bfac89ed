/** What a step threw whose failure must not cost the others; `undefined` where it went well. */
export function failureOf(step: () => void): unknown {
  try {
    step();
    return undefined;
  } catch (error) {
    return error ?? new Error('unknown');
  }
}
