import { notFound, rejectInvalid, transitionNotAllowed } from "../errors";
import { pageOf, reversed } from "../http/list";
import { readInclude } from "../http/query-parameters";
import { AttributeReader, readResource } from "../http/request-document";
import type { Route, RouteResult, ServiceRequest } from "../http/route";
import { created, ok } from "../http/route";
import { configurationVersionResource } from "../serializers/configuration-version";
import {
  archiveConfiguration,
  createConfigurationVersion,
  currentConfigurationVersion,
  isInUse,
  uploadConfiguration,
} from "../store/configuration-versions";
import type { ConfigurationVersionRecord } from "../store/records";
import { queueRun } from "../runs/runs";
import { visibleWorkspace } from "./visible";

const UPLOAD = "/configuration-versions/upload/:uploadKey";
const query = { emulated: ["include"] };

/** Configuration versions: clients create one before they create a run. */
export const configurationVersionRoutes: readonly Route[] = [
  { method: "POST", path: "/workspaces/:workspace/configuration-versions", handle: create },
  { method: "GET", path: "/workspaces/:workspace/configuration-versions", query, handle: list },
  { method: "GET", path: "/configuration-versions/:configurationVersion", query, handle: show },
  { method: "POST", path: "/configuration-versions/:configurationVersion/actions/archive", handle: archive },
  // The URL is the authorization: clients send no token with the upload.
  { method: "PUT", path: UPLOAD, authorize: "everyone", accepts: "anything", handle: upload },
];

function create(request: ServiceRequest): RouteResult {
  const { store, principal, body, address } = request;
  const workspace = visibleWorkspace(request);
  if (!principal.canInWorkspace("run", workspace)) throw notFound(`Workspace ${workspace.id}`);
  const attributes = new AttributeReader(readResource(body, "configuration-versions").attributes);
  const given = {
    autoQueueRuns: attributes.boolean("auto-queue-runs") ?? true,
    speculative: attributes.boolean("speculative") ?? false,
    provisional: attributes.boolean("provisional") ?? false,
    createdBy: principal.account().username,
  };
  rejectInvalid(attributes.problems);
  const version = createConfigurationVersion(store, workspace, given);
  const uploadPath = `/api/v2${UPLOAD.replace(":uploadKey", version.uploadKey)}`;
  return created({ data: configurationVersionResource(version, new URL(uploadPath, address).href) });
}

/** Newest first, as the service lists them. */
function list(request: ServiceRequest): RouteResult {
  rejectIncludes(request);
  const { id } = visibleWorkspace(request);
  const versions = reversed(request.store.configurationVersionsOf(id));
  const { data, links, meta } = pageOf(request, versions, (version) => configurationVersionResource(version));
  return ok({ data, links, meta });
}

function show(request: ServiceRequest): RouteResult {
  rejectIncludes(request);
  return ok({ data: configurationVersionResource(visibleVersion(request)) });
}

function archive(request: ServiceRequest): RouteResult {
  const { store, principal } = request;
  const version = visibleVersion(request);
  const workspace = store.workspaces.expect(version.workspaceId);
  if (!principal.canInWorkspace("run", workspace)) throw notFound(`Configuration version ${version.id}`);
  const refused = (why: string): Error =>
    transitionNotAllowed(`The configuration could not be archived because it is ${why}.`);
  if (version.status !== "uploaded") throw refused(version.status);
  if (currentConfigurationVersion(store, workspace.id)?.id === version.id) throw refused("current");
  if (isInUse(store, version)) throw refused("used by a run that has not completed");
  archiveConfiguration(store, version);
  return { status: 202 };
}

/** Queues a run if the version has `auto-queue-runs`. */
function upload({ store, param }: ServiceRequest): RouteResult {
  const version = store.configurationVersionByUploadKey(param("uploadKey"));
  if (version === undefined) throw notFound("The upload");
  if (version.status === "archived") throw transitionNotAllowed("The configuration version is archived.");
  const isFirst = version.status === "pending";
  const uploaded = uploadConfiguration(store, version);
  if (isFirst && version.autoQueueRuns) {
    queueRun(store, store.workspaces.expect(version.workspaceId), uploaded, {
      message: "Queued by a configuration upload",
      createdBy: version.createdBy,
      attributes: { source: "tfe-configuration-version" },
    });
  }
  return { status: 200, text: "", type: "application/octet-stream" };
}

function visibleVersion({ store, principal, param }: ServiceRequest): ConfigurationVersionRecord {
  const id = param("configurationVersion");
  const version = store.configurationVersions.get(id);
  if (version === undefined || !principal.canInWorkspace("read", store.workspaces.expect(version.workspaceId))) {
    throw notFound(`Configuration version ${id}`);
  }
  return version;
}

/** The emulator has nothing to include: no configuration comes from version control. */
function rejectIncludes({ query: parameters }: ServiceRequest): void {
  readInclude(parameters, ["ingress-attributes"], ["run"]);
}
