import { checkAutoDestroyActivityDuration } from "../model";
import { asObject, asObjects, getString } from "../json";
import { parseResource, relatedId } from "../api/document";
import { runOf } from "./marker";
import type { ServiceRequest } from "./request";

/** Which objects requests may change. */
export interface Permitted {
  /** Created by this run, or left by an earlier one. */
  readonly isOwn: (id: string) => boolean;
  /** An ID that no object has. */
  readonly isInvented: (id: string) => boolean;
}

/** A write that may be sent, and what its body must fulfill. */
interface Rule {
  readonly method: ServiceRequest["method"];
  /** Its only group is the ID of an own object. */
  readonly path: RegExp;
  readonly allows?: (request: ServiceRequest, permitted: Permitted) => boolean;
  /** Whether the ID can also be one that no object has. @default false */
  readonly acceptsInvented?: boolean;
}

const RULES: readonly Rule[] = [
  { method: "POST", path: /^\/organizations\/[^/]+\/(?:projects|workspaces)$/, allows: isOfOwnObject },
  { method: "POST", path: /^\/organizations\/[^/]+\/(?:agent-pools|varsets)$/, allows: isLimitedToOwn },
  { method: "PATCH", path: /^\/(?:projects|workspaces)\/([^/]+)$/, allows: isOfOwnObject },
  { method: "PATCH", path: /^\/projects\/([^/]+)\/(?:relationships\/)?tag-bindings$/ },
  { method: "POST", path: /^\/projects\/([^/]+)\/relationships\/tag-bindings$/ },
  { method: "POST", path: /^\/projects\/([^/]+)\/relationships\/workspaces$/, allows: movesOnlyOwn },
  { method: "POST", path: /^\/workspaces\/([^/]+)\/actions\/safe-delete$/ },
  { method: "DELETE", path: /^\/projects\/([^/]+)$/, acceptsInvented: true },
  { method: "DELETE", path: /^\/(?:agent-pools|varsets)\/([^/]+)$/ },
];

/**
 * Whether a request may be sent: reads, and the few writes that checks and clean-up need, to own objects only. So the
 * default project is never changed or deleted, no run is started, and nothing is overridden.
 */
export function isPermitted(request: ServiceRequest, permitted: Permitted): boolean {
  if (request.method === "GET") return true;
  return RULES.some(({ method, path, allows, acceptsInvented = false }) => {
    const match = method === request.method ? path.exec(request.path) : null;
    if (match === null) return false;
    const [, id] = match;
    const isAllowed =
      id === undefined
        ? request.creates !== undefined
        : permitted.isOwn(id) || (acceptsInvented && permitted.isInvented(id));
    return isAllowed && (allows?.(request, permitted) ?? true);
  });
}

/** The relationships that own objects may have: string tags would leave tags of the organization behind. */
const RELATIONSHIPS = ["project", "tag-bindings"];

/** In own projects, and recognizable as long as it exists. */
function isOfOwnObject({ method, path, body }: ServiceRequest, { isOwn }: Permitted): boolean {
  const resource = parseResource({ ...asObject(asObject(body)["data"]), id: "new" });
  if (resource === undefined) return false;
  const { attributes, relationships } = resource;
  const project = relatedId(resource, "project");
  const isNew = method === "POST";
  return (
    Object.keys(relationships).every((name) => RELATIONSHIPS.includes(name)) &&
    (project === undefined ? !(isNew && path.endsWith("/workspaces")) : isOwn(project)) &&
    (!isNew || runOf(attributes["description"]) !== undefined) &&
    ["agent-pool-id", "default-agent-pool-id"].every((name) => isAbsentOr(isOwn, getString(attributes, name))) &&
    isLongOrInvalid(getString(attributes, DURATION))
  );
}

function isAbsentOr(isOwn: Permitted["isOwn"], id: string | undefined): boolean {
  return id === undefined || isOwn(id);
}

/** An agent pool or a variable set that nothing can use, and that applies to nothing, but own objects. */
function isLimitedToOwn({ path, body }: ServiceRequest, { isOwn }: Permitted): boolean {
  const resource = parseResource({ ...asObject(asObject(body)["data"]), id: "new" });
  if (resource === undefined) return false;
  const { attributes, relationships } = resource;
  const isLimited = path.endsWith("/varsets")
    ? attributes["global"] === false && runOf(attributes["description"]) !== undefined
    : attributes["organization-scoped"] === false;
  const related = Object.values(relationships).flatMap((it) => {
    const { data } = asObject(it);
    return Array.isArray(data) ? asObjects(data) : [asObject(data)];
  });
  return isLimited && related.length > 0 && related.every(({ id }) => typeof id === "string" && isOwn(id));
}

const DURATION = "auto-destroy-activity-duration";
const MIN_DAYS = 30;

/** A shorter duration could destroy something, unless it is one that the service rejects. */
function isLongOrInvalid(duration: string | undefined): boolean {
  if (duration === undefined || checkAutoDestroyActivityDuration(duration).length > 0) return true;
  const amount = Number.parseInt(duration, 10);
  return (duration.endsWith("d") ? amount : amount / 24) >= MIN_DAYS;
}

function movesOnlyOwn({ body }: ServiceRequest, { isOwn, isInvented }: Permitted): boolean {
  const { data } = asObject(body);
  const ids = asObjects(data).map(({ id }) => id);
  return ids.every((id) => typeof id === "string" && (isOwn(id) || isInvented(id)));
}
