import { PROVIDER_TYPE } from "../model/provider-address";
import { RESOURCES, TFE_PROJECT } from "../model";
import { groupBy } from "../reconcile";
import { generatedFile, type GeneratedFile } from "../files/generated-file";
import { comment, Expression, formatArguments, formatBlock, separated, type Argument } from "../terraform/hcl-format";
import { hclString } from "../terraform/hcl-string";
import { findProject } from "./code-edits";
import { WRITTEN_BY } from "./configuration";
import { attributeIn, expressionOf } from "./edits";
import { KEPT_FILE, STATE_FILE } from "./file-names";
import { projectIdOf } from "./members";
import { MEMBERSHIP, type ModuleOutput, type PlannedMembership } from "./memberships";
import type { Method, Migration } from "./migration";
import { projectAddress, TFE_PROJECT_SETTINGS, type Resource } from "./projects";
import { tfeProviderOf, withProviderName } from "./provider-edits";
import { listLines } from "./workspace-terms";

const PROJECT = RESOURCES.tfprojects_project.type;

/**
 * The files of a migration, for each module that has something of it. Pure.
 *
 * @param method - `moved` blocks need Terraform 1.8 or OpenTofu 1.10, `removed` blocks Terraform 1.7 or OpenTofu 1.10.
 */
export function migrationFiles(migration: Migration, method: Method): readonly GeneratedFile[] {
  return foldersOf(migration).flatMap((folder) => [
    ...file(folder, KEPT_FILE, KEPT_HEADER, [
      ...terraformBlock(migration, folder),
      ...(folder === "" ? providerBlocks(migration) : []),
      ...migration.memberships
        .filter((membership) => membership.folder === folder)
        .map((membership) => membershipResource(membership, migration)),
      ...migration.outputs.filter((output) => output.folder === folder).map(outputBlock),
    ]),
    ...file(folder, STATE_FILE, method === "moved" ? MOVED_HEADER : REMOVED_HEADER, [
      ...inFolder(migration.projects, folder).map((project) =>
        method === "moved"
          ? formatBlock("moved", [`from = ${TFE_PROJECT}.${project.name}`, `to   = ${PROJECT}.${project.name}`])
          : removedBlock(TFE_PROJECT, project),
      ),
      ...inFolder(migration.settings, folder).map((settings) => removedBlock(TFE_PROJECT_SETTINGS, settings)),
      ...(folder === "" ? importBlocks(migration, method) : []),
    ]),
  ]);
}

const KEPT_HEADER = [`${WRITTEN_BY.slice(2)} It is yours to change from now on.`];
const MOVED_HEADER = [
  `${WRITTEN_BY.slice(2)} The first apply takes over the objects in the`,
  "state, and changes none of them. Delete this file after it. Blocks of type moved",
  "need Terraform 1.8 or OpenTofu 1.10.",
];
const REMOVED_HEADER = [
  `${WRITTEN_BY.slice(2)} The first apply takes over the objects in the`,
  "state, and changes none of them. Delete this file after it. Blocks of type removed",
  "need Terraform 1.7 or OpenTofu 1.10.",
];

function foldersOf({ projects, settings, memberships, outputs, requirements }: Migration): readonly string[] {
  const paths = [
    "",
    ...requirements.keys(),
    ...[...memberships, ...outputs].map(({ folder }) => folder),
    ...[...projects, ...settings].flatMap(({ folder }) => (folder === undefined ? [] : [folder.path])),
  ];
  return [...new Set(paths)];
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

/** Each resource once, also if several calls share its folder. */
function inFolder(resources: readonly Resource[], path: string): readonly Resource[] {
  const own = resources.filter(({ folder }) => folder?.path === path);
  return [...groupBy(own, ({ name }) => name).values()].flatMap(([first]) => first ?? []);
}

function terraformBlock({ requirements }: Migration, folder: string): readonly (readonly string[])[] {
  const lines = requirements.get(folder);
  return lines === undefined ? [] : [formatBlock("terraform", lines)];
}

function providerBlocks({ provider }: Migration): readonly (readonly string[])[] {
  return provider.blocks.map((args) => formatBlock(`provider "${PROVIDER_TYPE}"`, formatArguments(args, 2)));
}

function membershipResource(membership: PlannedMembership, { provider }: Migration): readonly string[] {
  const { name, repetition, projectId, workspaceIds, written } = membership;
  if (written !== undefined) return written.split("\n");
  const { alias, organization } = inherited(membership, provider.organizations);
  const lines = listLines(workspaceIds);
  const [only, ...more] = lines;
  const oneLine =
    more.length === 0 && only !== undefined ? [{ name: "workspace_ids", value: new Expression(only) }] : [];
  const rest: readonly Argument[] = [
    ...(alias === undefined ? [] : [{ name: "provider", value: new Expression(alias) }]),
    ...(organization === undefined ? [] : [{ name: "organization", value: new Expression(organization) }]),
    { name: "project_id", value: new Expression(projectId) },
    ...oneLine,
  ];
  return formatBlock(
    `resource "${MEMBERSHIP}" "${name}"`,
    separated([
      ...(repetition === undefined ? [] : [[repetition]]),
      [...formatArguments(rest, 2), ...(oneLine.length > 0 ? [] : assignment("workspace_ids", lines))],
    ]),
  );
}

function assignment(name: string, [opening = "", ...rest]: readonly string[]): readonly string[] {
  return [`${name} = ${opening}`, ...rest];
}

/** What a module tells its caller. */
function outputBlock({ name, description, value, written }: ModuleOutput): readonly string[] {
  if (written !== undefined) return written.split("\n");
  const shown: Argument = { name: "description", value: description };
  const [only, ...more] = value;
  return formatBlock(
    `output "${name}"`,
    more.length === 0 && only !== undefined
      ? formatArguments([shown, { name: "value", value: new Expression(only) }], 2)
      : [...formatArguments([shown], 2), ...assignment("value", value)],
  );
}

interface Inherited {
  readonly alias: string | undefined;
  /** An expression; undefined if the provider knows it. */
  readonly organization: string | undefined;
}

/** What a membership takes from its project. */
function inherited(
  { resource, project, instances }: PlannedMembership,
  ofProviders: ReadonlyMap<string | undefined, string>,
): Inherited {
  const { folder } = resource;
  const code = folder === undefined ? undefined : findProject(folder, resource.name);
  if (folder === undefined || code?.kind !== "hcl") return { alias: undefined, organization: undefined };
  const provider = attributeIn(code.block, "provider");
  const text = provider === undefined ? undefined : expressionOf(code.file, provider);
  const alias = text === undefined ? undefined : withProviderName(text, tfeProviderOf(folder).name);
  const own = attributeIn(code.block, "organization");
  const isOutside = project === undefined;
  // In the root module, the same expression is the same organization.
  const isKnown =
    own === undefined ||
    (folder.path === "" && ofProviders.get(alias?.split(".")[1]) === expressionOf(code.file, own).trim());
  return {
    alias: isOutside ? undefined : alias,
    organization: isKnown
      ? undefined
      : isOutside
        ? hclString(instances[0]?.organization ?? "")
        : `${project}.organization`,
  };
}

function removedBlock(type: string, { name }: Resource): readonly string[] {
  return formatBlock("removed", [`from = ${type}.${name}`, "", ...formatBlock("lifecycle", ["destroy = false"])]);
}

function importBlocks({ projects, imports: memberships }: Migration, method: Method): readonly (readonly string[])[] {
  const imports = [
    ...(method === "moved"
      ? []
      : projects.flatMap(({ instances }) =>
          instances.map((instance) => ({
            address: projectAddress(instance),
            id: projectIdOf(instance),
          })),
        )),
    ...memberships.map(({ address, projectId: id }) => ({ address, id })),
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
  const keys = imports.map(({ address, id }) => ({
    name: hclString(id),
    keys: [...address.matchAll(INSTANCE_KEY)].map(([, key = ""]) => key),
  }));
  const isNested = keys.some((it) => it.keys.length > 1);
  let position = 0;
  const to = first.address.replaceAll(INSTANCE_KEY, () => {
    position += 1;
    return isNested ? `[each.value[${position - 1}]]` : "[each.value]";
  });
  const width = Math.max(...keys.map(({ name }) => name.length));
  const value = (its: readonly string[]): string => (isNested ? `[${its.join(", ")}]` : its.join());
  return formatBlock("import", [
    ...formatBlock(
      "for_each =",
      keys.map(({ name, keys: its }) => `${name.padEnd(width)} = ${value(its)}`),
    ),
    "",
    `to = ${to}`,
    "id = each.key",
  ]);
}
