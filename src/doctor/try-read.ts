/** What is read, or the fallback if it cannot be read: then another check says why, or it does not matter. */
export function tryRead<T, F>(read: () => T, fallback: F): T | F {
  try {
    return read();
  } catch {
    return fallback;
  }
}
