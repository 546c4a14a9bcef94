import { nameKey, setsProject, TFE_WORKSPACE, twoOwners } from "../../model";
import { asObject, asObjects, type JsonObject } from "../../json";
import { hostOf } from "./organization-keys";
import { ownMember } from "../../own-member";
import { blocksOf, isPerInstance, literalIn, nameOf, type Block, type TwoOwnersWarning } from "./stack-blocks";

/**
 * Finds memberships whose workspaces are also assigned to a project by `tfe_workspace` resources of the same stack,
 * whichever package or escape hatch wrote them. Compares what is known at synth: workspaces by references and names,
 * projects by their expressions. Resources that set the same project do not conflict.
 *
 * @param stack - The Terraform JSON of the stack, after aspects, which may add `ignoreChanges`.
 */
export function twoOwnersIn(stack: JsonObject): readonly TwoOwnersWarning[] {
  const placed = blocksOf(stack, "resource", TFE_WORKSPACE).filter(({ body }) => setsProject(body));
  if (placed.length === 0) return [];
  const names = new Map(
    ["resource", "data"].flatMap((kind) =>
      blocksOf(stack, kind, TFE_WORKSPACE).map(({ label, body }) => [
        `${kind === "data" ? "data." : ""}${TFE_WORKSPACE}.${label}`,
        literalIn(body["name"]),
      ]),
    ),
  );
  const memberships = blocksOf(stack, "resource", "tfprojects_workspace_membership").map((block) => ({
    ...block,
    ...workspacesOf(block.body, names),
  }));
  const listed = new Set(placed.filter((it) => memberships.some((membership) => isMember(membership, it))));
  return memberships.flatMap((membership): readonly TwoOwnersWarning[] => {
    const isSameProject = ({ body }: Block): boolean => body["project_id"] === membership.body["project_id"];
    const nearby = placed.filter((it) => isSameOrganization(stack, membership.body, it.body));
    const members = nearby.filter((it) => isMember(membership, it) && !isSameProject(it));
    const isExclusive = membership.body["exclusive"] === true && membership.areKnown;
    const evicted = nearby.filter(
      (it) =>
        isExclusive &&
        isSameProject(it) &&
        !isPerInstance(it.body["project_id"]) &&
        (literalIn(it.body["name"]) !== undefined || membership.names.size === 0) &&
        !listed.has(it),
    );
    const warning = (conflict: "member" | "exclusive", owners: readonly Block[]): readonly TwoOwnersWarning[] =>
      owners.length === 0
        ? []
        : [
            {
              path: membership.path,
              message: twoOwners({ owner: nameOf(membership), workspaces: owners.map(nameOf), conflict }),
            },
          ];
    return [...warning("member", members), ...warning("exclusive", evicted)];
  });
}

/** The workspaces of a membership that are known at synth. */
interface Workspaces {
  /** Addresses of the `tfe_workspace` resources that the membership refers to. */
  readonly references: ReadonlySet<string>;
  /** Keys of the workspace names. */
  readonly names: ReadonlySet<string>;
  /** Whether these are all workspaces of the membership. */
  readonly areKnown: boolean;
}

const REFERENCE = new RegExp(`(?<![\\w.-])(?:data\\.)?${TFE_WORKSPACE}\\.[A-Za-z_][\\w-]*`, "g");

function workspacesOf(body: JsonObject, nameByAddress: ReadonlyMap<string, string | undefined>): Workspaces {
  const references = new Set<string>();
  const names = new Set<string>();
  let areKnown = true;
  const add = (attribute: string, source: unknown): void => {
    const name = literalIn(source);
    if (name !== undefined && attribute === "workspace_names") names.add(nameKey(name));
    // A literal ID may belong to any workspace.
    if (name !== undefined) areKnown &&= attribute === "workspace_names";
    const found = name === undefined ? (String(source).match(REFERENCE) ?? []) : [];
    if (name === undefined && found.length === 0) areKnown = false;
    for (const address of found) {
      const itsName = nameByAddress.get(address);
      if (itsName !== undefined) names.add(nameKey(itsName));
      else if (address.startsWith("data.")) areKnown = false;
      references.add(address);
    }
  };
  for (const attribute of ["workspace_ids", "workspace_names"]) {
    const value = body[attribute];
    if (value === undefined || value === null) continue;
    for (const item of Array.isArray(value) ? value : [value]) add(attribute, item);
  }
  return { references, names, areKnown };
}

function isMember({ references, names }: Workspaces, { type, label, body }: Block): boolean {
  if (references.has(`${type}.${label}`)) return true;
  const name = literalIn(body["name"]);
  return name !== undefined && names.has(nameKey(name));
}

/** Whether both may be in the same organization of the same service: no known setting differs. */
function isSameOrganization(stack: JsonObject, membership: JsonObject, workspace: JsonObject): boolean {
  const ours = providerOf(stack, membership, "tfprojects");
  const theirs = providerOf(stack, workspace, "tfe");
  const organizations = [
    literalIn(membership["organization"] ?? ours["organization"]),
    literalIn(workspace["organization"] ?? theirs["organization"]),
  ].map((name) => name && nameKey(name));
  const hosts = [literalIn(ours["address"] ?? ours["hostname"]), literalIn(theirs["hostname"])].map(hostOf);
  return [organizations, hosts].every(([one, other]) => !one || !other || one === other);
}

/** The configuration of a block's provider. */
function providerOf(stack: JsonObject, body: JsonObject, defaultName: string): JsonObject {
  const [name = "", alias] = (literalIn(body["provider"]) ?? defaultName).split(".");
  const configurations = asObjects(ownMember(asObject(stack["provider"]), name));
  return configurations.find((it) => it["alias"] === alias) ?? {};
}
