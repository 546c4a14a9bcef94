/**
 * Calls back once when the process that launched this one is gone. A provider that outlives its Terraform (killed,
 * crashed) would stay for ever: nobody else can talk to it.
 */
export function watchParent(
  callback: () => void,
  { parent = process.ppid, everyMilliseconds: intervalMs = 1000 }: { parent?: number; everyMilliseconds?: number } = {},
): void {
  const timer = setInterval(() => {
    if (isAlive(parent)) return;
    clearInterval(timer);
    callback();
  }, intervalMs);
  timer.unref();
}

function isAlive(parent: number): boolean {
  // An orphan is given another parent, except on Windows: there the number stays and only the process is gone.
  if (process.platform !== "win32") return process.ppid === parent;
  try {
    return process.kill(parent, 0);
  } catch {
    return false;
  }
}
