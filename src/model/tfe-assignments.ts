import { ASSIGNMENT_TYPES, ASSIGNMENTS, type AssignmentType } from "./definitions";
import { formatList } from "./text";
import { TWO_OWNERS } from "./tfe-workspace";

/*
 * Objects can also be assigned to a project by resources of HashiCorp's own provider, `hashicorp/tfe`, each of which
 * assigns one. If ours assign the same object, each undoes what the other does, and nothing else shows why.
 */

/** The type of ours that assigns the same objects as a type of `hashicorp/tfe`; undefined for other types. */
export function assignmentTypeOfTfe(type: string): AssignmentType | undefined {
  return ASSIGNMENT_TYPES.find((ours) => Object.hasOwn(ASSIGNMENTS[ours].tfe.resources, type));
}

/** The resource or data source of `hashicorp/tfe` whose ID an expression is; undefined for others. */
export function tfeObjectReferredTo(id: unknown): string | undefined {
  return typeof id === "string" ? OBJECT_ID.exec(id)?.[1] : undefined;
}

const OBJECT_ID = /^\$\{((?:data\.)?tfe_\w+\.[A-Za-z_][\w-]*)\.id\}$/;

/** Resources of both providers that assign objects to the same project. */
export interface AssignmentOwners {
  readonly type: AssignmentType;
  /** The known part of the address of ours. */
  readonly owner: string;
  /** Those of the others. */
  readonly others: readonly string[];
  /** `same`: both assign the same objects; `exclusive`: ours removes what the others assign. */
  readonly conflict: "same" | "exclusive";
}

/** A resource of ours, or of `hashicorp/tfe`, with texts that identify its objects: the same for the same object. */
interface Assigning {
  /** The known part of its address. */
  readonly label: string;
  readonly objects: readonly string[];
}

/**
 * The conflicts of a resource of ours with those of `hashicorp/tfe` that have the same project.
 *
 * @param ours - It is exclusive only if all of its objects are known.
 * @param others - All texts that identify the object of each, and whether ours would remove the object.
 */
export function assignmentOwners(
  type: AssignmentType,
  ours: Assigning & { readonly exclusive: boolean },
  others: readonly (Assigning & { readonly isRemovable: boolean })[],
): readonly AssignmentOwners[] {
  const owned = new Set(ours.objects);
  const conflictOf = ({ objects, isRemovable }: (typeof others)[number]): AssignmentOwners["conflict"] | undefined => {
    if (objects.some((it) => owned.has(it))) return "same";
    return ours.exclusive && isRemovable ? "exclusive" : undefined;
  };
  return (["same", "exclusive"] as const).flatMap((conflict): readonly AssignmentOwners[] => {
    const labels = others.filter((it) => conflictOf(it) === conflict).map(({ label }) => label);
    return labels.length === 0 ? [] : [{ type, owner: ours.label, others: labels, conflict }];
  });
}

/** The warning that resources of both providers assign objects to the same project. */
export function assignmentWithTwoOwners({ type, owner, others, conflict }: AssignmentOwners): string {
  const { object } = ASSIGNMENTS[type];
  const isOne = others.length === 1;
  const noun = isOne ? object : `${object}s`;
  const listed = formatList(others);
  if (conflict === "same") {
    return (
      `${TWO_OWNERS} ${owner} and ${listed} assign the same ${noun} to one project, so each undoes what the other ` +
      `does, also when one is destroyed. Remove ${listed}, or the ${noun} from ${owner}.`
    );
  }
  return (
    `${TWO_OWNERS} ${listed} ${isOne ? "assigns" : "assign"} ${isOne ? `a ${noun}` : noun} to the project of ` +
    `${owner}, which is exclusive, so every apply of one undoes the other. ` +
    `Add the ${noun} to ${owner}, and remove ${listed}.`
  );
}
