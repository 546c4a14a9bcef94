import type { Event } from "../service-model/events";
import type { ServiceRequest } from "../service-model/service";

/** One step of a sequence. Its number stays the same when other steps are omitted. */
export type Step =
  | { readonly number: number; readonly event: Event }
  | { readonly number: number; readonly operation: Operation; readonly request: ServiceRequest };

/** The operations of the service, and requests for unknown paths. */
export const OPERATIONS = [
  "create project",
  "update project",
  "list projects",
  "show project",
  "delete project",
  "move workspaces",
  "list task stages",
  "show task stage",
  "show task result",
  "override task stage",
  "no operation",
] as const;
export type Operation = (typeof OPERATIONS)[number];

/** A step, formatted for people. */
export function stepText(step: Step): string {
  if ("event" in step) return `${step.number}. event ${JSON.stringify(step.event)}`;
  const { method, target, token, contentType, body } = step.request;
  const rest = [`token ${token ?? "none"}`, ...(method === "GET" ? [] : [`content-type ${contentType ?? "none"}`])];
  return `${step.number}. ${method} ${target} (${rest.join(", ")})${body === undefined ? "" : ` ${body}`}`;
}
