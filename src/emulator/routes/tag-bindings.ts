import { notFound, rejectInvalid } from "../errors";
import type { Route, RouteResult, ServiceRequest } from "../http/route";
import { noContent, ok } from "../http/route";
import { LIST_POINTER, readTagList } from "../http/tag-body";
import { effectiveTagResource, tagBindingResource } from "../serializers/tag";
import type { TagBinding } from "../store/records";
import type { EffectiveTag } from "../store/tag-bindings";
import { checkAddedTags, checkTagSet, replaceTags, projectTags, mergeTags, workspaceTags } from "../store/tag-bindings";
import { requireWorkspaceUpdate, visibleProject, visibleWorkspace } from "./visible";

/** A project or workspace with key-value tags. */
interface Tagged {
  /** Its path, for links. */
  readonly path: string;
  readonly own: readonly TagBinding[];
  readonly effective: readonly EffectiveTag[];
  readonly put: (bindings: readonly TagBinding[]) => void;
}

/**
 * Finds the resource in the path. @throws HttpError 404 when the principal cannot read it, or cannot change it and
 * `change` is true
 */
type Find = (request: ServiceRequest, change: boolean) => Tagged;

/**
 * Key-value tags of projects and workspaces. There are two sets of operations: the documented one, and the one under
 * `relationships` in the OpenAPI description. The lists have no pages.
 */
export const tagBindingRoutes: readonly Route[] = [
  ...routes("/projects/:project", (request, change) => {
    const { store, principal } = request;
    const project = visibleProject(request, request.param("project"));
    if (change && !principal.can("update", project)) throw notFound(`Project ${project.id}`);
    return {
      path: `/api/v2/projects/${project.id}`,
      own: project.tagBindings ?? [],
      effective: projectTags(project),
      put: (tagBindings) => store.projects.put({ ...project, tagBindings }),
    };
  }),
  ...routes("/workspaces/:workspace", (request, change) => {
    const { store } = request;
    const workspace = visibleWorkspace(request);
    if (change) requireWorkspaceUpdate(request, workspace);
    return {
      path: `/api/v2/workspaces/${workspace.id}`,
      own: workspace.tagBindings ?? [],
      effective: workspaceTags(store, workspace),
      put: (tagBindings) => store.workspaces.put({ ...workspace, tagBindings, updatedAt: store.clock.timestamp() }),
    };
  }),
];

function routes(path: string, find: Find): readonly Route[] {
  const list = (request: ServiceRequest): RouteResult => listed(find(request, false));
  return [
    { method: "GET", path: `${path}/tag-bindings`, handle: list },
    { method: "GET", path: `${path}/relationships/tag-bindings`, handle: list },
    {
      method: "GET",
      path: `${path}/effective-tag-bindings`,
      handle: (request) => ok({ data: find(request, false).effective.map(effectiveTagResource) }),
    },
    {
      method: "PATCH",
      path: `${path}/tag-bindings`,
      handle: (request) => {
        add(request, find(request, true));
        // Includes the existing tags.
        return listed(find(request, false));
      },
    },
    {
      method: "POST",
      path: `${path}/relationships/tag-bindings`,
      handle: (request) => {
        add(request, find(request, true));
        return noContent;
      },
    },
    {
      method: "PATCH",
      path: `${path}/relationships/tag-bindings`,
      handle: (request) => {
        const tagged = find(request, true);
        const tags = readTagList(request.body);
        rejectInvalid(checkTagSet(tags, LIST_POINTER));
        tagged.put(replaceTags(request.store, tagged.own, tags));
        return noContent;
      },
    },
  ];
}

function add(request: ServiceRequest, tagged: Tagged): void {
  const tags = readTagList(request.body);
  rejectInvalid(checkAddedTags(tagged.own, tags, LIST_POINTER));
  tagged.put(mergeTags(request.store, tagged.own, tags));
}

function listed({ own, path }: Tagged): RouteResult {
  return ok({ data: own.map(tagBindingResource), links: { target: path } });
}
