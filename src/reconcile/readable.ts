import { BadRequestError, ForbiddenError, NotFoundError } from "../api";

/* What a token may not read, or a service does not include, where that is no error. */

/** Undefined for what the token may not read: the service then responds 403 or 404. */
export async function ifReadable<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof ForbiddenError || error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** What a list includes besides; the list without it where the service rejects that. */
export async function orWithoutIncluded<T>(read: Promise<T>, without: () => Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof BadRequestError) return without();
    throw error;
  }
}
