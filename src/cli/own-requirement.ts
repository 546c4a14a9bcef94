import { dirname, join, relative, resolve, sep } from "node:path";
import { asObject, getString } from "../json";
import { tryReadJsonFileSync } from "../text-file";
import { VERSION } from "../version";

const PACKAGE = "tfprojects";
const KINDS = ["dependencies", "devDependencies", "optionalDependencies"] as const;
/** What names a path, relative to the `package.json` that has it. */
const PATH = /^(file|link|portal):(.*)$/s;

/**
 * How the `package.json` of a new app depends on this package so that it gets what runs now: as the project does in
 * which this is installed, whether that is a version, an address or an archive. Runners such as npx install in a
 * project of their own. Where no project has it, as with a global installation: a compatible version.
 *
 * @param app - The folder of the new app.
 * @param from - Where this package is installed.
 */
export function ownRequirement(app: string, from: string = __dirname): string {
  for (let folder = from; dirname(folder) !== folder; folder = dirname(folder)) {
    const manifest = asObject(tryReadJsonFileSync(join(folder, "package.json")));
    const required = KINDS.map((kind) => getString(asObject(manifest[kind]), PACKAGE)).find((it) => it !== undefined);
    if (required === undefined) continue;
    const [, protocol, path] = PATH.exec(required) ?? [];
    if (protocol === undefined || path === undefined) return required;
    return `${protocol}:${relative(resolve(app), resolve(folder, path)).split(sep).join("/")}`;
  }
  return `^${VERSION}`;
}
