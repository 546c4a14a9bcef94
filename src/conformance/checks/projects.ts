import type { ResourceObject } from "../../api/document";
import { asObject } from "../../json";
import { idPrefix } from "../../model";
import { check, type Check } from "../check";
import { attributeIn, listIn, resourceIn } from "../document";
import {
  describe,
  hasAttribute,
  hasStatus,
  isRejectedAt,
  isRejectedWith,
  isResource,
  lists,
  shown,
} from "../expectations";
import { markerOf, projectName } from "../marker";
import { get } from "../request";
import type { World } from "../world";
import {
  createdProject,
  createProject,
  defaultProject,
  listProjects,
  organization,
  showProject,
  updateProject,
  WHOLE_PAGE,
} from "./requests";

const NAME = "name";
const DESCRIPTION = "description";
const DURATION = "auto-destroy-activity-duration";

export const DEFAULT_PROJECT_CHECKS: readonly Check[] = [
  check({
    id: "default-project",
    row: "workspaces: The default project",
    requests: { organization, project: defaultProject },
    expects: ({ project }, { defaultProject: { id } }) => {
      const { "can-destroy": canDestroy } = asObject(attributeIn(project, "permissions"));
      return (
        isResource(project, "projects", idPrefix("project")) ??
        (resourceIn(project).id === id ? { found: `can-destroy is ${shown(canDestroy)}` } : "another project")
      );
    },
    consequence: "Memberships cannot release workspaces, and projects cannot be evacuated.",
  }),
  check({
    id: "included-default-project",
    row: "workspaces: include=default-project",
    requests: { organization: (world) => ({ ...organization(world), query: { include: "default-project" } }) },
    expects: ({ organization: response }, { defaultProject: { id } }) =>
      hasStatus(response, 200) ??
      (response.document.included.some((it) => it.id === id) ? undefined : "the project is not included"),
    consequence: "One more request for each plan.",
  }),
  check({
    id: "show-project",
    row: "show-project: GET /projects/:project_id",
    requests: { project: defaultProject },
    expects: ({ project }) => (attributeIn(project, DURATION) === undefined ? `no ${DURATION}` : undefined),
    consequence: "Durations cannot be compared: plans do not notice that one was changed.",
  }),
  check({
    id: "listed-attributes",
    row: "project-attributes: Full documents",
    about: "lists",
    requests: { list: (world) => listProjects(world, WHOLE_PAGE) },
    expects: ({ list }) => {
      const [first] = listIn(list) ?? [];
      if (first === undefined) return `no list: ${describe(list)}`;
      const missing = ["workspace-count", "permissions"].filter((name) => first.attributes[name] === undefined);
      return missing.length === 0 ? presentIn(first) : `no ${missing.join(" and no ")}`;
    },
    consequence: "Plans cannot say how many workspaces a project has, or what the token may do with it.",
  }),
];

/** Without it, commands need one more request for each project. */
function presentIn({ attributes }: ResourceObject): { readonly found: string } {
  return { found: `${attributes[DURATION] === undefined ? "without" : "with"} ${DURATION}` };
}

/** Which attribute of a new project the service rejects, and why. */
interface Rejection extends Pick<Check, "id" | "row" | "about"> {
  readonly attribute: string;
  /** In place of valid ones. */
  readonly attributes: (world: World) => Readonly<Record<string, string>>;
  /** Part of the message, where it is known. */
  readonly text?: string;
}

/** The name of a project that is not to be created. */
function thirdName({ options: { testRun } }: World): string {
  return projectName(testRun, "C");
}

function rejection({ attribute, attributes, text = "", ...it }: Rejection): Check {
  return check({
    ...it,
    needs: ["write"],
    requests: {
      create: (world) => {
        const given = { name: thirdName(world), ...attributes(world) };
        return createProject(world, { kind: "project", name: given.name }, given);
      },
    },
    expects: ({ create }) =>
      isRejectedAt(create, 422, `/data/attributes/${attribute}`) ??
      (text === "" ? undefined : isRejectedWith(create, 422, text)),
    consequence: "The service accepts what plans reject, or names the attribute differently in errors.",
  });
}

const LENGTHS = { row: "validation: Too short, too long, blank, `0d`" } as const;

const REJECTIONS: readonly Rejection[] = [
  { id: "name-too-short", ...LENGTHS, about: "2 letters", attribute: NAME, attributes: () => ({ name: "tf" }) },
  {
    id: "name-too-long",
    ...LENGTHS,
    about: "41 letters",
    attribute: NAME,
    attributes: (world) => ({ name: thirdName(world).padEnd(41, "x") }),
  },
  {
    id: "name-characters",
    row: "validation: An invalid name",
    attribute: NAME,
    attributes: (world) => ({ name: thirdName(world).replaceAll(" ", ".") }),
    text: "Name may only contain",
  },
  {
    id: "name-outer-space",
    row: "validation: A space at either end of a name",
    attribute: NAME,
    attributes: (world) => ({ name: `${thirdName(world)} ` }),
  },
  {
    id: "description-too-long",
    ...LENGTHS,
    about: "257 characters of a description",
    attribute: DESCRIPTION,
    attributes: ({ options: { testRun } }) => ({ description: markerOf(testRun).padEnd(257, "x") }),
  },
  {
    id: "duration-zero",
    ...LENGTHS,
    about: "0d",
    attribute: DURATION,
    attributes: () => ({ [DURATION]: "0d" }),
  },
  {
    id: "duration-malformed",
    row: "validation: A malformed duration",
    attribute: DURATION,
    attributes: () => ({ [DURATION]: "20m" }),
    text: "incorrect format",
  },
];

/** In this order: they create the two projects of their own. */
export const PROJECT_CHECKS: readonly Check[] = [
  check({
    id: "create-project",
    row: "success: Create a project",
    needs: ["write"],
    requests: { created: (world) => createdProject(world, "projectA") },
    expects: ({ created }, { own }) =>
      hasStatus(created, 201) ??
      isResource(created, "projects", idPrefix("project")) ??
      hasAttribute(created, NAME, own.projectA.name) ??
      presentIn(resourceIn(created)),
    consequence: "No project can be created.",
  }),
  check({
    id: "listed-at-once",
    row: "after-writes: A new project",
    needs: ["write"],
    requests: {
      created: (world) => createdProject(world, "projectB"),
      named: (world) => listProjects(world, { "filter[names]": world.own.projectB.name }),
      found: (world) => listProjects(world, { q: world.own.projectB.name, ...WHOLE_PAGE }),
    },
    expects: ({ named, found }, world) => {
      const id = world.idOf("projectB");
      return lists(named, id) ?? lists(found, id);
    },
    consequence:
      "After a lost response, a project that was created counts as missing and is created again; lists after an " +
      "apply show drift.",
  }),
  check({
    id: "names-filter-several",
    row: "pages: filter[names]",
    about: "a comma",
    needs: ["write"],
    requests: {
      list: (world) => {
        const { projectA, projectB } = world.own;
        return listProjects(world, { "filter[names]": `${projectA.name.toUpperCase()},${projectB.name}` });
      },
    },
    expects: ({ list }, world) => lists(list, world.idOf("projectA"), world.idOf("projectB")),
    consequence: "Projects that exist are not found by their names, and plans create them a second time.",
  }),
  check({
    id: "names-filter-plus",
    row: "pages: filter[names]",
    about: "a plus sign",
    needs: ["write"],
    requests: {
      list: (world) => {
        const { path } = listProjects(world);
        return get(`${path}?filter%5Bnames%5D=${world.own.projectA.name.replaceAll(" ", "+")}`);
      },
    },
    expects: ({ list }, world) => lists(list, world.idOf("projectA")),
    consequence: "None for tfprojects, which sends spaces as %20.",
  }),
  check({
    id: "name-taken",
    row: "project-names: A taken name",
    about: "in upper case",
    needs: ["write"],
    requests: {
      create: (world) => {
        world.idOf("projectA");
        const name = world.own.projectA.name.toUpperCase();
        return createProject(world, { kind: "project", name }, { name });
      },
    },
    expects: ({ create }) =>
      isRejectedAt(create, 422, "/data/attributes/name") ?? isRejectedWith(create, 422, "has already been taken"),
    consequence:
      "Two projects can have names that differ by case only: adoption and the search after a lost response take the " +
      "wrong one.",
  }),
  ...REJECTIONS.map(rejection),
  check({
    id: "name-case",
    row: "project-names: A change of case",
    needs: ["write"],
    requests: {
      update: (world) => updateProject(world, "projectB", { name: world.own.projectB.name.toUpperCase() }),
    },
    expects: ({ update }, { own }) =>
      hasStatus(update, 200) ?? hasAttribute(update, NAME, own.projectB.name.toUpperCase()),
    consequence: "A change of case in the code fails in every apply.",
  }),
  check({
    id: "empty-description",
    row: "validation: An empty description",
    needs: ["write"],
    requests: {
      update: (world) => updateProject(world, "projectB", { description: "" }),
      project: (world) => showProject(world, "projectB"),
      restore: (world) => updateProject(world, "projectB", { description: markerOf(world.options.testRun) }),
    },
    expects: ({ update, project }) => hasStatus(update, 200) ?? hasAttribute(project, DESCRIPTION, null),
    consequence: "Where code has an empty description, plans are never empty.",
  }),
  check({
    id: "duration-unset",
    row: "project-attributes: Unsetting the duration",
    needs: ["write"],
    requests: {
      set: (world) => updateProject(world, "projectB", { [DURATION]: "45d" }),
      other: (world) => updateProject(world, "projectB", { name: world.own.projectB.name }),
      kept: (world) => showProject(world, "projectB"),
      unset: (world) => updateProject(world, "projectB", { [DURATION]: null }),
      project: (world) => showProject(world, "projectB"),
    },
    expects: ({ set, kept, unset, project }) =>
      hasStatus(set, 200) ??
      hasAttribute(kept, DURATION, "45d") ??
      hasStatus(unset, 200) ??
      hasAttribute(project, DURATION, null),
    consequence: "A duration that the code dropped stays, and plans are never empty.",
  }),
];
