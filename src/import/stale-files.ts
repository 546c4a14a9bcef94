import type { PresentFiles } from "../files/code-folder";
import type { GeneratedFile } from "../files/generated-file";

/** The files with code that imports write, in each form: one of another form defines the same projects again. */
const CODE_FILES = /^((main|imports|organization)\.ts|cdktf\.json|(main|imports|projects)\.tf)$/;

/** Files of an earlier import, in another form or with imports, that are not part of this one, which leaves them. */
export function findStaleFiles(present: PresentFiles, files: readonly GeneratedFile[]): readonly string[] {
  const written = new Set(files.map(({ path }) => path));
  return [...present.keys()].filter((path) => CODE_FILES.test(path) && !written.has(path)).sort();
}
