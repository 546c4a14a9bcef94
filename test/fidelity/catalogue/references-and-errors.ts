import { reference, field } from "./build";
import { errors, moveRoute, requests } from "./tests";

const wire = errors("an error document › of status … has errors, each with a status, a title and a detail");
const client = errors(
  "an error document › of status … becomes an error of the client, with the status, the title and the detail",
);

export const workspaceReferenceRows = reference("2.4", "Workspace reference", [
  field(
    "type",
    "Always `workspaces`.",
    moveRoute("the document … is refused at /data/0/type"),
    requests("moving workspaces is a POST to the destination's workspaces, with the type and the id of each"),
  ),
  field(
    "id",
    "Begins with `ws-`.",
    moveRoute("all workspaces named are moved: …", "the document … is refused at /data/1/id"),
    requests("moving workspaces is a POST to the destination's workspaces, with the type and the id of each"),
  ),
]);

export const errorObjectRows = reference("2.5", "Error object", [
  field("errors", "Error responses carry an array.", wire, client),
  field("status", "String.", wire, client),
  field("title", "String.", wire, client),
  field("detail", "String.", wire, client),
]);
