/** Resolves after so many milliseconds, or rejects as soon as the signal is aborted. */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const wake = (): void => {
      clearTimeout(timer);
      reject(new Error("aborted"));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", wake);
      resolve();
    }, milliseconds);
    if (signal?.aborted) wake();
    else signal?.addEventListener("abort", wake, { once: true });
  });
}
