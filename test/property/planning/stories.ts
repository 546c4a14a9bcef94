import { reference, type Block, type Configuration, type InProcessTerraform } from "../../in-process-terraform";
import { storedJson } from "../../in-process-terraform/state";
import type { DocumentsOption } from "../../../src/emulator";
import type { DesiredOrganization } from "../../../src/engine/organization";
import { readModules } from "../../../src/engine/source/read-modules";
import { parseState } from "../../../src/engine/source/terraform-state";
import { configurationFor, inProcessTerraform } from "../../provider/in-process";
import { Acme } from "../../support/acme";
import { fc } from "../../support/property";
import { terraformJson } from "../../support/terraform-json";

/** A project of the code, and its membership. */
export interface CodeProject {
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  /** With documented documents, the service reports that of a project for which a client has sent one. */
  readonly mode: string | null;
  readonly deletionPolicy: "refuse" | "evacuate" | "retain";
  /** Without any there is no membership. */
  readonly workspaces: readonly string[];
  /** Whether the last of them is in a membership of its own, which is not exclusive. */
  readonly isSplit: boolean;
  readonly exclusive: boolean;
  readonly onDestroy: "default-project" | "retain";
}

export interface Story {
  readonly documents: DocumentsOption;
  readonly first: readonly CodeProject[];
  /** Workspaces that someone moves to the default project between the two applies. */
  readonly movedByHand: readonly string[];
  /** Name of a workspace that no code has → name of the project that someone moves it to, between the two applies. */
  readonly strangers: Readonly<Record<string, string>>;
  readonly second: readonly CodeProject[];
}

const WORKSPACES = ["a", "b", "c", "d", "e", "f"];
const STRANGERS = ["x", "y"];
const KEYS = ["one", "two", "three", "four"];
const NAMES = ["Platform", "Search", "Data", "Edge"];
const NEW_NAMES = ["Core", "platform", "Web", "Search"];

const settings = fc.record({
  description: fc.constantFrom(null, "what the team runs"),
  mode: fc.constantFrom(null, null, "remote", "local"),
  deletionPolicy: fc.constantFrom("refuse" as const, "evacuate" as const, "retain" as const),
  exclusive: fc.boolean(),
  onDestroy: fc.constantFrom("default-project" as const, "retain" as const),
});
const perKey = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.array(arbitrary, { minLength: KEYS.length, maxLength: KEYS.length });
/** For each workspace the index of a project, or one more for none. */
const places = fc.array(fc.nat(KEYS.length), {
  minLength: WORKSPACES.length,
  maxLength: WORKSPACES.length,
});

export const story: fc.Arbitrary<Story> = fc
  .record({
    settings: perKey(settings),
    places,
    later: perKey(fc.option(settings, { nil: undefined })),
    laterPlaces: fc.oneof(places, fc.constant(undefined)),
    fate: perKey(fc.constantFrom("stays", "stays", "is renamed", "is dropped", "is added")),
    swaps: fc.boolean(),
    movedByHand: fc.subarray(WORKSPACES),
    // One in eight, since it is refused where the first membership is exclusive.
    splits: perKey(fc.nat(7).map((it) => it === 0)),
    strangers: fc.tuple(...STRANGERS.map(() => fc.constantFrom(undefined, ...KEYS))),
    documents: fc.constantFrom<DocumentsOption[]>("full", "documented"),
  })
  .map((it) => {
    const inPlace = (list: readonly number[], index: number): string[] =>
      WORKSPACES.filter((_, workspace) => list[workspace] === index);
    const project = (index: number): CodeProject => ({
      key: KEYS[index]!,
      name: NAMES[index]!,
      ...it.settings[index]!,
      workspaces: inPlace(it.places, index),
      isSplit: it.splits[index]! && !it.settings[index]!.exclusive,
    });
    const all = KEYS.map((_, index) => index);
    const first = all.filter((index) => it.fate[index] !== "is added").map(project);
    const second = all
      .filter((index) => it.fate[index] !== "is dropped")
      .map((index): CodeProject => ({
        ...project(index),
        ...(it.later[index] ?? {}),
        name: it.fate[index] === "is renamed" ? NEW_NAMES[index]! : NAMES[index]!,
        workspaces: inPlace(it.laterPlaces ?? it.places, index),
        isSplit: it.splits[index]!,
      }));
    if (it.swaps && second.length > 1) {
      const [one, other] = [second[0]!, second[1]!];
      second.splice(0, 2, { ...one, name: other.name }, { ...other, name: one.name });
    }
    const strangers = STRANGERS.flatMap((name, index): [string, string][] => {
      const project = first.find(({ key }) => key === it.strangers[index]);
      return project === undefined ? [] : [[name, project.name]];
    });
    return {
      documents: it.documents,
      first,
      movedByHand: it.movedByHand,
      strangers: Object.fromEntries(strangers),
      second,
    };
  });

export function resourcesOf(code: readonly CodeProject[]): Record<string, Block> {
  return Object.fromEntries(
    code.flatMap(({ key, name, description, mode, deletionPolicy, workspaces, isSplit, exclusive, onDestroy }) => {
      const project = {
        name,
        description,
        default_execution_mode: mode,
        deletion_policy: deletionPolicy,
      };
      const membership = (names: readonly string[]) => ({
        project_id: reference(`tfprojects_project.${key}`, "id"),
        workspace_names: names,
        exclusive,
        on_destroy: onDestroy,
      });
      const [most, rest] = isSplit ? [workspaces.slice(0, -1), workspaces.slice(-1)] : [workspaces, []];
      return [
        [`tfprojects_project.${key}`, project],
        ...(most.length === 0 ? [] : [[`tfprojects_workspace_membership.${key}`, membership(most)]]),
        ...(rest.length === 0
          ? []
          : [[`tfprojects_workspace_membership.${key}-rest`, { ...membership(rest), exclusive: false }]]),
      ] as [string, Block][];
    }),
  );
}

/** Workspaces of the first code that another membership of their project lists in the second. */
export function passedOnWithin(first: readonly CodeProject[], second: readonly CodeProject[]): ReadonlySet<string> {
  const isInRest = (code: readonly CodeProject[], key: string, name: string): boolean | undefined => {
    const project = code.find((it) => it.key === key && it.workspaces.includes(name));
    return project && project.isSplit && project.workspaces.at(-1) === name;
  };
  const passedOn = first.flatMap(({ key, workspaces }) =>
    workspaces.filter((name) => isInRest(second, key, name) === !isInRest(first, key, name)),
  );
  return new Set(passedOn);
}

/** An organization that Terraform has deployed the first code to. */
export async function deployed({
  first,
  documents,
}: Pick<Story, "first" | "documents">): Promise<{ acme: Acme; terraform: InProcessTerraform }> {
  const acme = await Acme.start({ documents });
  for (const name of [...WORKSPACES, ...STRANGERS]) acme.addWorkspace(name);
  const terraform = inProcessTerraform();
  const { ok } = await terraform.apply(configurationFor(acme, resourcesOf(first)));
  expect(ok).toBe(true);
  return { acme, terraform };
}

/** The state as Terraform writes it. */
function stateFile({ state }: Pick<InProcessTerraform, "state">): unknown {
  return {
    version: 4,
    terraform_version: "1.11.4",
    serial: 1,
    lineage: "lineage",
    resources: [...state].map(([address, { type, values, isTainted }]) => ({
      mode: "managed",
      type,
      name: address.split(".")[1],
      provider: 'provider["registry.terraform.io/tfprojects/tfprojects"]',
      instances: [
        {
          attributes: JSON.parse(storedJson(values)) as unknown,
          ...(isTainted ? { status: "tainted" } : {}),
        },
      ],
    })),
  };
}

/** The desired state with the identities of Terraform's state. */
export function desiredWith(
  terraform: Pick<InProcessTerraform, "state">,
  { provider, resources }: Configuration,
): DesiredOrganization {
  const content = {
    ...terraformJson({ resources }),
    provider: { tfprojects: provider },
  };
  const module = { name: "stack", files: [{ path: "cdk.tf.json", content }] };
  const { organizations } = readModules([{ ...module, state: parseState(stateFile(terraform), "-") }], undefined);
  // Code without resources is of no organization.
  return organizations[0] ?? { name: "acme", projects: [], memberships: [], references: [] };
}
