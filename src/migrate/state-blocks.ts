import { TFE_PROJECT } from "../model";
import { groupBy } from "../reconcile";
import { Expression, formatArguments, formatBlock } from "../terraform/hcl-format";
import { hclString } from "../terraform/hcl-string";
import { STATE_FILE, type Method, type NewBlock } from "./files";
import { PROJECT, projectAddress, projectIdOf, type ProjectResource, type Resource } from "./resources";

/** The blocks with which the first apply takes over the objects in the state. */
export function stateBlocks(
  method: Method,
  projects: readonly ProjectResource[],
  settings: readonly Resource[],
): readonly NewBlock[] {
  const inModule = ({ folder }: Resource, lines: readonly string[]): readonly NewBlock[] =>
    folder === undefined ? [] : [{ file: STATE_FILE, folder: folder.path, lines }];
  const imported = method === "moved" ? [] : projects.flatMap((project) => project.instances);
  const imports = imported.map((instance) => ({ address: projectAddress(instance), id: projectIdOf(instance) }));
  return [
    ...projects.flatMap((project) =>
      inModule(project, method === "moved" ? movedBlock(project) : removedBlock(project)),
    ),
    ...settings.flatMap((it) => inModule(it, removedBlock(it))),
    ...[...groupBy(imports, ({ address }) => address.replaceAll(INSTANCE_KEY, "[]")).values()].map((own): NewBlock => ({
      file: STATE_FILE,
      folder: "",
      lines: importBlock(own),
    })),
  ];
}

function movedBlock({ name }: ProjectResource): readonly string[] {
  return formatBlock("moved", [`from = ${TFE_PROJECT}.${name}`, `to   = ${PROJECT}.${name}`]);
}

/** Takes a resource out of the state. */
export function removedBlock({ type, name }: Pick<Resource, "type" | "name">): readonly string[] {
  return formatBlock("removed", [`from = ${type}.${name}`, "", ...formatBlock("lifecycle", ["destroy = false"])]);
}

interface Import {
  readonly address: string;
  readonly id: string;
}

/** The key of an instance in an address. */
const INSTANCE_KEY = /\[("(?:[^"\\]|\\.)*"|\d+)\]/g;

/** Imports all instances of a resource: Terraform 1.16.0-rc2 accepts only one `import` block for each resource. */
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
    return { name: hclString(id), value: new Expression(isNested ? `[${keys.join(", ")}]` : keys.join()) };
  });
  return formatBlock("import", [
    ...formatBlock("for_each =", formatArguments(instances, 4)),
    "",
    `to = ${to}`,
    "id = each.key",
  ]);
}
