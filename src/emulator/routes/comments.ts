import { notFound, rejectInvalid } from "../errors";
import { pageOf } from "../http/list";
import { AttributeReader, readResource } from "../http/request-document";
import type { Route, RouteResult, ServiceRequest } from "../http/route";
import { created, ok } from "../http/route";
import { createComment } from "../runs/comments";
import { commentResource } from "../serializers/comment";
import { visibleRun } from "./visible";

/**
 * Comments on runs: whoever can read a run can comment on it (our choice). See
 * https://developer.hashicorp.com/terraform/cloud-docs/api-docs/comments
 */
export const commentRoutes: readonly Route[] = [
  { method: "GET", path: "/runs/:run/comments", handle: list },
  { method: "POST", path: "/runs/:run/comments", handle: create },
  { method: "GET", path: "/comments/:comment", handle: show },
];

function list(request: ServiceRequest): RouteResult {
  const comments = request.store.commentsOf(visibleRun(request).id);
  const { data, links, meta } = pageOf(request, comments, commentResource);
  return ok({ data, links, meta });
}

function create(request: ServiceRequest): RouteResult {
  const run = visibleRun(request);
  const attributes = new AttributeReader(readResource(request.body, "comments").attributes);
  const { problems } = attributes;
  const body = attributes.string("body") ?? "";
  if (body.trim() === "" && problems.length === 0) problems.push({ attribute: "body", detail: "Body can't be blank" });
  rejectInvalid(problems);
  return created({ data: commentResource(createComment(request.store, run, body)) });
}

function show({ store, principal, param }: ServiceRequest): RouteResult {
  const comment = store.comments.get(param("comment"));
  const run = comment === undefined ? undefined : store.runs.expect(comment.runId);
  const isVisible = run !== undefined && principal.canInWorkspace("read", store.workspaces.expect(run.workspaceId));
  if (comment === undefined || !isVisible) throw notFound(`Comment ${param("comment")}`);
  return ok({ data: commentResource(comment) });
}
