/** Longest delay of a Node.js timer: almost 25 days. With a longer delay, a timer fires immediately. */
export const MAX_TIMER_MS = 2 ** 31 - 1;
