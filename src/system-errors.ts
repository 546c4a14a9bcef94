import { types } from "node:util";

/** What is wrong, in words, and what to do; undefined where that depends on what was to be done. */
type Words = readonly [reason: string, nextStep?: string];

const FREE_SPACE = "Free some space, and run the command again.";
const PERMISSIONS = "Check the permissions of the file and of its folder, and run the command again.";

const WORDS: Readonly<Record<string, Words>> = {
  ENOSPC: ["no space is left on the disk", FREE_SPACE],
  EDQUOT: ["the disk quota is used up", FREE_SPACE],
  EFBIG: ["the file would exceed the limit of the shell (ulimit -f) or of the file system", "Raise the limit."],
  EACCES: ["permission denied", PERMISSIONS],
  EPERM: ["operation not permitted", PERMISSIONS],
  EROFS: ["the file system is read-only", "Use a folder that can be written."],
  EIO: ["the disk reports an error", "Check the disk."],
  ENOENT: ["no such file or folder"],
  ENOTDIR: ["part of its path is a file, not a folder"],
  EISDIR: ["it is a folder"],
  EEXIST: ["it exists already"],
  EBUSY: ["it is in use, or a file system is mounted there"],
  ETXTBSY: ["it is a program that is running"],
  ELOOP: ["too many symbolic links"],
  ENAMETOOLONG: ["the name is too long"],
  EMFILE: ["too many files are open", "Raise the limit (ulimit -n)."],
};

/** Calls that do not work with files: the words would be wrong for them. */
const OTHER_CALL = /^(spawn|kill|connect|listen|bind|getaddrinfo)/;

function codeOf(error: unknown): string | undefined {
  if (!types.isNativeError(error) || !("code" in error) || !("syscall" in error)) return undefined;
  return OTHER_CALL.test(String(error.syscall)) ? undefined : String(error.code);
}

/** Why a call of the system on a file failed: `no space is left on the disk (ENOSPC)`. */
export function systemReason(error: unknown): string | undefined {
  const code = codeOf(error) ?? "";
  const words = WORDS[code];
  return words && `${words[0]} (${code})`;
}

/**
 * What to do about an error of the system.
 *
 * @param otherwise - If that does not follow from the error.
 */
export function systemAdvice(error: unknown, otherwise: string): string {
  return WORDS[codeOf(error) ?? ""]?.[1] ?? otherwise;
}

/** The message of anything that was thrown; that of a failed call on a file is in words. */
export function messageOf(error: unknown): string {
  return systemReason(error) ?? (types.isNativeError(error) ? error.message : String(error));
}

/** The message as a sentence, with the file that a failed call was about. */
export function sentenceOf(error: unknown): string {
  const path = types.isNativeError(error) && "path" in error ? `${String(error.path)}: ` : "";
  return `${path}${messageOf(error).replace(/\.$/, "")}.`;
}

/** Whether a system call failed with one of these codes, such as `ENOENT`. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return types.isNativeError(error) && "code" in error && codes.includes(String(error.code));
}
