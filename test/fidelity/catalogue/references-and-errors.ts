import { reference, field } from "./build";
import { errors, moveRoute, requests } from "./tests";

const wire = errors("document-*");
const client = errors("error-*");

export const workspaceReferenceRows = reference("Workspace reference", [
  field("type", "Always `workspaces`.", moveRoute("malformed-/data/0/type"), requests("move-workspaces")),
  field("id", "Begins with `ws-`.", moveRoute("move-all", "malformed-/data/1/id"), requests("move-workspaces")),
]);

export const errorObjectRows = reference("Error object", [
  field("errors", "Error responses have an array.", wire, client),
  field("status", "String.", wire, client),
  field("title", "String.", wire, client),
  field("detail", "String.", wire, client),
]);
