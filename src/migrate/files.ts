import { PROVIDER_TYPE } from "../model/provider-address";
import { TFE_PROJECT } from "../model";
import { groupBy } from "../reconcile";
import { generatedFile, type GeneratedFile } from "../files/generated-file";
import { comment, Expression, formatArguments, formatBlock, separated, type Argument } from "../terraform/hcl-format";
import { hclString } from "../terraform/hcl-string";
import { textIn } from "./code";
import { WRITTEN_BY } from "./configuration";
import { projectIdOf } from "./members";
import { KEPT_FILE, type ModuleOutput, type PlannedMembership } from "./memberships";
import type { Migration } from "./migration";
import { tfeProviderOf, withProviderName } from "./provider-edits";
import { MEMBERSHIP, PROJECT, projectAddress, TFE_PROJECT_SETTINGS, type Resource } from "./resources";
import { listLines } from "./workspace-terms";

/** What the first apply needs. */
export const STATE_FILE = "migrate.tf";

/** The files of a migration, for each module that has something of it. Pure. */
export function migrationFiles(migration: Migration): readonly GeneratedFile[] {
  const { method, projects, settings, memberships, outputs, provider, requirements } = migration;
  if (projects.length === 0) return [];
  const folders = [
    "",
    ...requirements.keys(),
    ...[...memberships, ...outputs].map(({ folder }) => folder),
    ...[...projects, ...settings].flatMap(({ folder }) => folder?.path ?? []),
  ];
  return [...new Set(folders)].flatMap((folder) => {
    const isInFolder = (resource: Resource): boolean => resource.folder?.path === folder;
    return [
      ...file(folder, KEPT_FILE, KEPT_HEADER, [
        ...(requirements.has(folder) ? [formatBlock("terraform", requirements.get(folder) ?? [])] : []),
        ...(folder === "" ? provider.blocks : []).map((args) =>
          formatBlock(`provider "${PROVIDER_TYPE}"`, formatArguments(args, 2)),
        ),
        ...memberships.filter((it) => it.folder === folder).map((it) => membershipBlock(it, migration)),
        ...outputs.filter((it) => it.folder === folder).map(outputBlock),
      ]),
      ...file(folder, STATE_FILE, STATE_HEADERS[method], [
        ...projects
          .filter(isInFolder)
          .map((project) =>
            method === "moved"
              ? formatBlock("moved", [`from = ${TFE_PROJECT}.${project.name}`, `to   = ${PROJECT}.${project.name}`])
              : removedBlock(TFE_PROJECT, project),
          ),
        ...settings.filter(isInFolder).map((it) => removedBlock(TFE_PROJECT_SETTINGS, it)),
        ...(folder === "" ? importBlocks(migration) : []),
      ]),
    ];
  });
}

const KEPT_HEADER = [`${WRITTEN_BY.slice(2)} It is yours to change from now on.`];
const STATE_HEADERS = {
  moved: stateHeader("moved", "1.8"),
  removed: stateHeader("removed", "1.7"),
};

function stateHeader(type: Migration["method"], version: string): readonly string[] {
  return [
    `${WRITTEN_BY.slice(2)} The first apply takes over the objects in the`,
    `state, and changes none of them. Delete this file after it. Blocks of type ${type}`,
    `need Terraform ${version} or OpenTofu 1.10.`,
  ];
}

function file(
  folder: string,
  name: string,
  header: readonly string[],
  sections: readonly (readonly string[])[],
): readonly GeneratedFile[] {
  if (sections.length === 0) return [];
  const path = folder === "" ? name : `${folder}/${name}`;
  return [generatedFile(path, separated([comment(header), ...sections]))];
}

function membershipBlock(membership: PlannedMembership, { provider }: Migration): readonly string[] {
  const { name, repetition, projectId, workspaceIds, written } = membership;
  if (written !== undefined) return written.split("\n");
  const args = [...inherited(membership, provider.organizations), argument("project_id", projectId)];
  return formatBlock(
    `resource "${MEMBERSHIP}" "${name}"`,
    separated([
      ...(repetition === undefined ? [] : [[repetition]]),
      withLines(args, "workspace_ids", listLines(workspaceIds)),
    ]),
  );
}

/** What a module tells its caller. */
function outputBlock({ name, description, value, written }: ModuleOutput): readonly string[] {
  if (written !== undefined) return written.split("\n");
  return formatBlock(`output "${name}"`, withLines([{ name: "description", value: description }], "value", value));
}

/** Arguments, and one more with the lines of its expression. */
function withLines(
  args: readonly Argument[],
  name: string,
  [first = "", ...rest]: readonly string[],
): readonly string[] {
  return rest.length === 0
    ? formatArguments([...args, argument(name, first)], 2)
    : [...formatArguments(args, 2), `${name} = ${first}`, ...rest];
}

function argument(name: string, expression: string): Argument {
  return { name, value: new Expression(expression) };
}

/** The provider and the organization that a membership takes from its project, where they are not the default ones. */
function inherited(
  { project: { folder, code }, localProject, instances }: PlannedMembership,
  organizations: Migration["provider"]["organizations"],
): readonly Argument[] {
  const text = textIn(code, "provider");
  const provider = text === undefined ? undefined : withProviderName(text, tfeProviderOf(folder).name);
  const own = textIn(code, "organization")?.trim();
  // In the root module, the same expression is the same organization.
  const isKnown = own === undefined || (folder.path === "" && organizations.get(provider?.split(".")[1]) === own);
  const organization =
    localProject === undefined ? hclString(instances[0]?.organization ?? "") : `${localProject}.organization`;
  return [
    ...(provider === undefined || localProject === undefined ? [] : [argument("provider", provider)]),
    ...(isKnown ? [] : [argument("organization", organization)]),
  ];
}

function removedBlock(type: string, { name }: Resource): readonly string[] {
  return formatBlock("removed", [`from = ${type}.${name}`, "", ...formatBlock("lifecycle", ["destroy = false"])]);
}

function importBlocks({ method, projects, imports: memberships }: Migration): readonly (readonly string[])[] {
  const instances = method === "moved" ? [] : projects.flatMap((project) => project.instances);
  const imports = [
    ...instances.map((instance) => ({ address: projectAddress(instance), id: projectIdOf(instance) })),
    ...memberships.map(({ address, projectId }) => ({ address, id: projectId })),
  ];
  return [...groupBy(imports, ({ address }) => address.replaceAll(INSTANCE_KEY, "[]")).values()].map(importBlock);
}

interface Import {
  readonly address: string;
  readonly id: string;
}

/** The key of an instance in an address. */
const INSTANCE_KEY = /\[("(?:[^"\\]|\\.)*"|\d+)\]/g;

/** Imports the instances of one resource: Terraform 1.16.0-rc2 takes only one `import` block of each resource. */
function importBlock(imports: readonly Import[]): readonly string[] {
  const [first, ...others] = imports;
  if (first === undefined) return [];
  if (others.length === 0) return formatBlock("import", [`to = ${first.address}`, `id = ${hclString(first.id)}`]);
  const keysIn = (address: string): readonly string[] => [...address.matchAll(INSTANCE_KEY)].map(([, key = ""]) => key);
  const isNested = imports.some(({ address }) => keysIn(address).length > 1);
  let position = 0;
  const to = first.address.replaceAll(INSTANCE_KEY, () => {
    position += 1;
    return isNested ? `[each.value[${position - 1}]]` : "[each.value]";
  });
  const instances = imports.map(({ address, id }) => {
    const keys = keysIn(address);
    return argument(hclString(id), isNested ? `[${keys.join(", ")}]` : keys.join());
  });
  return formatBlock("import", [
    ...formatBlock("for_each =", formatArguments(instances, 4)),
    "",
    `to = ${to}`,
    "id = each.key",
  ]);
}
