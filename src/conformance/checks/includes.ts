import { relatedIds } from "../../api/document";
import { includedResource } from "../../api/include";
import type { Query } from "../../api/request-path";
import { check, type Check } from "../check";
import { listIn } from "../document";
import { describe, hasStatus, ifVisible } from "../expectations";
import type { ServiceRequest } from "../request";
import type { World } from "../world";
import { listAllVariableSets, listWorkspaces, WHOLE_PAGE } from "./requests";

/** What plans read with a list, in place of one request for each object in it. */
interface Included extends Pick<Check, "id" | "row" | "about" | "consequence"> {
  readonly list: (world: World, query: Query) => ServiceRequest;
  /** The objects of the list. */
  readonly what: string;
  /** The relationship that is included. */
  readonly relationship: string;
  /** Of the included resources. */
  readonly type: string;
}

const INCLUDED: readonly Included[] = [
  {
    id: "included-tags",
    row: "project-attributes: include=effective_tag_bindings",
    list: listWorkspaces,
    what: "workspaces",
    relationship: "effective-tag-bindings",
    type: "effective-tag-bindings",
    consequence: "Tags are read for each workspace, if rules or policy sets select workspaces by tags.",
  },
  {
    id: "included-variables",
    row: "other-clients: include=vars",
    about: "of workspaces",
    list: listWorkspaces,
    what: "workspaces",
    relationship: "vars",
    type: "vars",
    consequence: "Variables are read for each workspace, of up to 100 ones, to find those with workload identity.",
  },
  {
    id: "included-variables-of-sets",
    row: "other-clients: include=vars",
    about: "of variable sets",
    list: listAllVariableSets,
    what: "variable sets",
    relationship: "vars",
    type: "vars",
    consequence: "The impact of a move does not say who uses workload identity by variable sets.",
  },
  {
    id: "included-runs",
    row: "go-client: Lists of workspaces",
    about: "include=current-run",
    list: listWorkspaces,
    what: "workspaces",
    relationship: "current-run",
    type: "runs",
    consequence: "The impact of a move lacks runs that have not ended.",
  },
];

/** As the client does, with hyphens, and with underscores if these are rejected. */
function included({ list, what, relationship, type, ...it }: Included): Check {
  const including = (world: World, include: string): ServiceRequest => list(world, { include, ...WHOLE_PAGE });
  return check({
    ...it,
    requests: {
      hyphens: (world) => including(world, relationship),
      // The same request, which is not sent again, unless it was rejected.
      list: (world, { hyphens }) =>
        including(world, hyphens?.status === 400 ? relationship.replaceAll("-", "_") : relationship),
    },
    expects: ({ list: response }) =>
      ifVisible(response, what, () => {
        if (response.status === 400) return { found: `not included: ${describe(response)}` };
        const ids = listIn(response)?.flatMap((object) => relatedIds(object, relationship));
        if (ids?.length === 0) return { skipped: `none of the ${what} has ${relationship}` };
        const missing = ids?.filter((id) => includedResource(response.document, type, id) === undefined).length;
        return hasStatus(response, 200) ?? (missing === 0 ? undefined : `${missing} of ${ids?.length} are missing`);
      }),
  });
}

/** What lists of workspaces have for the impact of moves. */
export const INCLUDE_CHECKS: readonly Check[] = [
  check({
    id: "listed-workspaces",
    row: "workspaces: List workspaces",
    about: "attributes",
    requests: { list: (world) => listWorkspaces(world, WHOLE_PAGE) },
    expects: ({ list }) => {
      const first = listIn(list)?.[0]?.attributes;
      if (listIn(list)?.length === 0) return { skipped: "there are no workspaces" };
      const missing = ["allow-destroy-plan", "setting-overwrites"].filter((name) => first?.[name] === undefined);
      if (first === undefined || missing.length > 0) return hasStatus(list, 200) ?? `no ${missing.join(" and no ")}`;
      return { found: `${first["project-remote-state"] === undefined ? "without" : "with"} project-remote-state` };
    },
    consequence: "Plans do not warn of workspaces that are destroyed anyway, or do not know what workspaces inherit.",
  }),
  ...INCLUDED.map(included),
];
