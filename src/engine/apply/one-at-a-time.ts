/** Organization → the end of the last apply of it that runs or waits in this process. */
const running = new Map<string, Promise<void>>();

/**
 * Runs an apply once no other apply of the same organizations is in progress in this process: two plans that were made
 * at the same time could otherwise both find the organization as planned. Those that wait run in the order of calls.
 *
 * @param organizations - What identifies each of them.
 * @param apply - Gets whether it had to wait.
 */
export async function oneAtATime<T>(
  organizations: readonly string[],
  apply: (hasWaited: boolean) => Promise<T>,
): Promise<T> {
  const others = organizations.flatMap((it) => running.get(it) ?? []);
  const result = Promise.all(others).then(() => apply(others.length > 0));
  const end = result.then(ignore, ignore);
  // All of them before anything else runs, so that no two applies can wait for each other.
  for (const it of organizations) running.set(it, end);
  try {
    return await result;
  } finally {
    for (const it of organizations) if (running.get(it) === end) running.delete(it);
  }
}

function ignore(): void {
  // Whoever runs an apply gets its error.
}
