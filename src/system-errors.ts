import { types } from "node:util";

/** The reason, and the next step unless it depends on the operation. */
type Explanation = readonly [reason: string, nextStep?: string];

const FREE_SPACE = "Free some space, and run the command again.";
const PERMISSIONS = "Check the permissions of the file and of its folder, and run the command again.";

const EXPLANATIONS: ReadonlyMap<string | undefined, Explanation> = new Map<string, Explanation>([
  ["ENOSPC", ["no space is left on the disk", FREE_SPACE]],
  ["EDQUOT", ["the disk quota is used up", FREE_SPACE]],
  ["EFBIG", ["the file would exceed the limit of the shell (ulimit -f) or of the file system", "Raise the limit."]],
  ["EACCES", ["permission denied", PERMISSIONS]],
  ["EPERM", ["operation not permitted", PERMISSIONS]],
  ["EROFS", ["the file system is read-only", "Use a folder that can be written."]],
  ["EIO", ["the disk reports an error", "Check the disk."]],
  ["ENOENT", ["no such file or folder"]],
  ["ENOTDIR", ["part of its path is a file, not a folder"]],
  ["EISDIR", ["it is a folder"]],
  ["EEXIST", ["it exists already"]],
  ["EBUSY", ["it is in use, or a file system is mounted there"]],
  ["ETXTBSY", ["it is a program that is running"]],
  ["ELOOP", ["too many symbolic links"]],
  ["ENAMETOOLONG", ["the name is too long"]],
  ["EMFILE", ["too many files are open", "Raise the limit (ulimit -n)."]],
]);

/** System calls that do not work with files, which these explanations do not fit. */
const OTHER_CALL = /^(spawn|kill|connect|listen|bind|getaddrinfo)/;

function codeOf(error: unknown): string | undefined {
  if (!types.isNativeError(error) || !("code" in error) || !("syscall" in error)) return undefined;
  return OTHER_CALL.test(String(error.syscall)) ? undefined : String(error.code);
}

/** Why a system call on a file failed: `no space is left on the disk (ENOSPC)`. */
function systemReason(error: unknown): string | undefined {
  const code = codeOf(error);
  const explanation = EXPLANATIONS.get(code);
  return explanation && `${explanation[0]} (${code})`;
}

/**
 * What to do about a system error.
 *
 * @param otherwise - The advice if the error itself suggests none.
 */
export function systemAdvice(error: unknown, otherwise: string): string {
  return EXPLANATIONS.get(codeOf(error))?.[1] ?? otherwise;
}

/** The message of any thrown value; for a failed file operation, {@link systemReason}. */
export function messageOf(error: unknown): string {
  return systemReason(error) ?? (types.isNativeError(error) ? error.message : String(error));
}

/** The message as a sentence, with the path of a failed file operation. */
export function sentenceOf(error: unknown): string {
  const path = types.isNativeError(error) && "path" in error ? `${String(error.path)}: ` : "";
  return `${path}${messageOf(error).replace(/\.$/, "")}.`;
}

/** Whether a system call failed with one of these codes, such as `ENOENT`. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return types.isNativeError(error) && "code" in error && codes.includes(String(error.code));
}
