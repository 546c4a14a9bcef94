/** The result of `read`, or the fallback if it throws: another check reports why, or it does not matter. */
export function tryRead<T, F>(read: () => T, fallback: F): T | F {
  try {
    return read();
  } catch {
    return fallback;
  }
}
