import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** Matches placeholders for the owner to replace: a word, and a reserved host name (RFC 2606). */
const PLACEHOLDER = /OWNER|example\.invalid/;

export interface ReleaseFiles {
  /** The content of package.json. */
  readonly manifest: Readonly<Record<string, unknown>>;
  /** The text of CHANGELOG.md. */
  readonly changelog: string;
}

export interface ReleaseEnvironment {
  /** `owner/name` of the repository whose workflow publishes the package. */
  readonly GITHUB_REPOSITORY?: string | undefined;
  /** `refs/tags/v1.2.3` if a tag has started the workflow. */
  readonly GITHUB_REF?: string | undefined;
}

/** Why the package cannot be published. Each problem begins with its field or file. */
export function releaseProblems(
  { manifest, changelog }: ReleaseFiles,
  { GITHUB_REPOSITORY: repository, GITHUB_REF: ref }: ReleaseEnvironment = {},
): readonly string[] {
  const version = textOf(manifest["version"]) ?? "";
  const url = textOf(manifest["repository"], "url");
  const fields: readonly (readonly [field: string, value: string | undefined])[] = [
    ["author", textOf(manifest["author"]) ?? textOf(manifest["author"], "name")],
    ["repository.url", url],
    ["homepage", textOf(manifest["homepage"])],
    ["bugs.url", textOf(manifest["bugs"], "url")],
  ];
  return [
    ...fields.flatMap(([field, value]) => fieldProblems(field, value)),
    ...(url === undefined || PLACEHOLDER.test(url) ? [] : repositoryProblems(url, repository)),
    ...(ref?.startsWith("refs/tags/") === true && ref !== `refs/tags/v${version}`
      ? [`version: it is ${version}, but the tag is ${ref.slice("refs/tags/".length)}. Tag v${version}.`]
      : []),
    ...(changelog.includes(`\n## [${version}] - `)
      ? []
      : [`CHANGELOG.md: it has no section "## [${version}] - DATE". Rename "Unreleased".`]),
  ];
}

function fieldProblems(field: string, value: string | undefined): readonly string[] {
  if (value === undefined || value.trim() === "") return [`${field}: it is missing in package.json.`];
  if (PLACEHOLDER.test(value)) return [`${field}: ${JSON.stringify(value)} is a placeholder. Set it to the owner's.`];
  return [];
}

/** npm publishes with provenance only if the package and the workflow have the same repository. */
function repositoryProblems(url: string, repository: string | undefined): readonly string[] {
  const named = /^(?:git\+)?https:\/\/github\.com\/([^/]+\/[^/]+?)(?:\.git)?$/.exec(url)?.[1];
  if (named === undefined) {
    return [`repository.url: ${JSON.stringify(url)} is not of the form git+https://github.com/owner/name.git.`];
  }
  if (repository === undefined || named.toLowerCase() === repository.toLowerCase()) return [];
  return [`repository.url: it names ${named}, but the package is published from ${repository}.`];
}

function textOf(value: unknown, ...path: readonly string[]): string | undefined {
  let found = value;
  for (const key of path) {
    found = typeof found === "object" && found !== null ? new Map(Object.entries(found)).get(key) : undefined;
  }
  return typeof found === "string" ? found : undefined;
}

/** `npm run check:release` */
function main(): void {
  const root = resolve(__dirname, "../..");
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as ReleaseFiles["manifest"];
  const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
  const { GITHUB_REPOSITORY, GITHUB_REF } = process.env;
  const problems = releaseProblems({ manifest, changelog }, { GITHUB_REPOSITORY, GITHUB_REF });
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else console.log("The package can be published.");
}

if (require.main === module) main();
