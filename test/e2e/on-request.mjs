/**
 * Files of this folder that `npm test` leaves out, and `npm run test:e2e:all` runs: what their names begin with.
 *
 * @type {readonly string[]}
 */
export const ON_REQUEST = ["on-request/"];

/** Whether a file is one of these: its path from the repository's root, with slashes. */
export function isOnRequest(file) {
  return ON_REQUEST.some((name) => file.startsWith(`test/e2e/${name}`));
}
