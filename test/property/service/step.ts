import type { Event } from "../service-model/events";
import type { ServiceRequest } from "../service-model/service";

/** One thing that happens in a sequence. Its number stays the same when other steps are left out. */
export type Step =
  | { readonly number: number; readonly event: Event }
  | { readonly number: number; readonly operation: Operation; readonly request: ServiceRequest };

/** The operations of service-api.md section 4, and requests that are for none of them. */
export const OPERATIONS = [
  "4.1 create project",
  "4.2 update project",
  "4.3 list projects",
  "4.4 show project",
  "4.5 delete project",
  "4.6 move workspaces",
  "4.7 list task stages",
  "4.8 show task stage",
  "4.9 show task result",
  "4.10 override task stage",
  "no operation",
] as const;
export type Operation = (typeof OPERATIONS)[number];

/** A step as a person reads it. */
export function stepText(step: Step): string {
  if ("event" in step) return `${step.number}. event ${JSON.stringify(step.event)}`;
  const { method, target, token, contentType, body } = step.request;
  const rest = [`token ${token ?? "none"}`, ...(method === "GET" ? [] : [`content-type ${contentType ?? "none"}`])];
  return `${step.number}. ${method} ${target} (${rest.join(", ")})${body === undefined ? "" : ` ${body}`}`;
}
