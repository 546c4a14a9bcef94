/** Exit statuses of commands; `stages` has its own, one for each verdict. */
export const EXIT = {
  /** Done, or nothing to do. */
  success: 0,
  /** An error; nothing was changed. */
  error: 1,
  /** There are differences: `drift`, and `plan --detailed-exitcode`. */
  differences: 2,
  /** Some changes were made, or all of them and the result could not be written. */
  partial: 3,
} as const;
