/*
 * axios looks for these globals when it is loaded, and Node.js then loads all of its `fetch`, which takes 30 ms of CPU.
 * Requests are sent with `node:http`. Since Node.js 22, replacing such a global also loads it, so axios gets another
 * global object, in which they are missing.
 */
const real = globalThis;
const missing = { value: undefined };
setGlobal(Object.create(real, { FormData: missing, Request: missing, Response: missing }));

export function restoreGlobal(): void {
  setGlobal(real);
}

function setGlobal(value: object): void {
  Object.defineProperty(real, "globalThis", { value });
}
