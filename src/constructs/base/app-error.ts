/** A mistake in an app, or in its installation. */
export class AppError extends Error {}

/**
 * Calls a function so that its {@link AppError} is shown at the line of the app, without the files of this package.
 *
 * @param called - What the app has called: a class of this package or of the app's own that extends it, or a method.
 */
export function atCaller<T>(called: Called, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof AppError) Error.captureStackTrace(error, called);
    throw error;
  }
}

/** A function or a class. */
export type Called = ((...args: never) => unknown) | (abstract new (...args: never) => unknown);
