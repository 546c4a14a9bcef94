/**
 * What a terminal would obey (but for line breaks), and what the runner of a CI system would, in any line of a text.
 */
export const OBEYED =
  // oxlint-disable-next-line no-control-regex -- Control characters are what must not be there.
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2028\u2029\u2066-\u2069]|##[\w-]*\[|^\s*::[a-z]/im;

/** All of that in one text, and something to find it by. */
export const HOSTILE =
  "hostile \u001b[2J\u001b]0;owned\u0007 \u009b1m \u202egnp\u2028 \n::set-output name=a::b\r\n  " +
  "::error::c\n##vso[task.complete result=Failed;]\n##[error]d";
