import { RequestError } from "../api";
import { relatedId, type ResourceObject } from "../api/document";
import { requestPath } from "../api/request-path";
import { textOf } from "../json";
import { sameName } from "../model";
import { listIn, resourceIn } from "./document";
import { describe } from "./expectations";
import { MAX_RUN_MS, type JournaledObject } from "./journal";
import { PROJECT_SEARCH, runOf, type TestRun } from "./marker";
import { isOfRun, KINDS, OBJECT_KINDS } from "./own-objects";
import { get, post, remove, type NewObject, type ServiceRequest } from "./request";
import type { Session } from "./session";
import { ownObjects } from "./world";

/** Objects of a run that are to be deleted. */
export interface Remains {
  readonly run: TestRun;
  readonly objects: readonly JournaledObject[];
  /** It was deleted, or does not exist. */
  removed(object: JournaledObject): Promise<void>;
}

/** An object that could not be deleted. */
export interface LeftObject extends JournaledObject {
  /** Why, in half a sentence. */
  readonly reason: string;
}

/**
 * Deletes what a run has created: workspaces first, which may use the others, and only by safe-delete, without state
 * and run. Goes on to the next object if one cannot be deleted, unless the service does not respond.
 */
export async function cleanUp(
  session: Session,
  organization: string,
  remains: Remains,
): Promise<readonly LeftObject[]> {
  const left: LeftObject[] = [];
  let noResponse: string | undefined;
  const order = [...remains.objects].sort(
    (one, other) => OBJECT_KINDS.indexOf(one.kind) - OBJECT_KINDS.indexOf(other.kind),
  );
  for (const object of order) {
    const reason =
      noResponse ??
      (await deleteObject(session, organization, remains.run, object).catch((error: unknown) => {
        if (!(error instanceof RequestError)) throw error;
        return (noResponse = error.message);
      }));
    if (reason === undefined) await remains.removed(object);
    else left.push({ ...object, reason });
  }
  return left;
}

/** @returns why it could not be deleted; undefined if it is gone */
async function deleteObject(
  session: Session,
  organization: string,
  run: TestRun,
  { kind, name, id: known }: JournaledObject,
): Promise<string | undefined> {
  const found = known === undefined ? await findByName(session, organization, run, { kind, name }) : { id: known };
  if (found === undefined) return undefined;
  if ("reason" in found) return found.reason;
  session.own(found.id);
  if (kind === "workspace") return deleteWorkspace(session, found.id);
  const path = KINDS[kind].item(found.id);
  return deleted(session, remove(path), path);
}

/**
 * An object whose creation got no response: only if it is of the run.
 *
 * @returns undefined if it does not exist, and a reason if that is unknown
 */
async function findByName(
  session: Session,
  organization: string,
  run: TestRun,
  { kind, name }: NewObject,
): Promise<{ readonly id: string } | { readonly reason: string } | undefined> {
  const response = await session.sendNow(get(...KINDS[kind].find(organization, name)));
  if (response.status === 404) return undefined;
  const all = listIn(response) ?? [resourceIn(response)];
  if (response.status !== 200 || all.some(({ type }) => type !== KINDS[kind].type))
    return { reason: `it cannot be looked up: ${describe(response)}` };
  return all.find((it) => sameName(textOf(it.attributes["name"]), name) && isOfRun(kind, it, run));
}

async function deleteWorkspace(session: Session, id: string): Promise<string | undefined> {
  const shown = await session.sendNow(get(requestPath`/workspaces/${id}`));
  if (shown.status === 404) return undefined;
  const used = ["current-run", "current-state-version"].filter((name) => relatedId(resourceIn(shown), name));
  if (used.length > 0) return `it has a ${used.join(" and a ")}`;
  return deleted(session, post(requestPath`/workspaces/${id}/actions/safe-delete`), requestPath`/workspaces/${id}`);
}

/** A 404 can also mean that the token may not delete it. */
async function deleted(session: Session, request: ServiceRequest, path: string): Promise<string | undefined> {
  const response = await session.sendNow(request);
  if (response.status === 204) return undefined;
  const isGone = response.status === 404 && (await session.sendNow(get(path))).status === 404;
  return isGone ? undefined : describe(response);
}

/** How many projects of earlier runs one run deletes. */
const MAX_PROJECTS = 4;

/**
 * What runs on other machines have left: projects whose name and description are those of a run that is more than an
 * hour old, with the workspaces in them that have such a description, too, and what else the run has left.
 */
export async function findMarked(session: Session, organization: string, now: Date): Promise<readonly Remains[]> {
  const all = requestPath`/organizations/${organization}/projects`;
  const found = listIn(await session.sendNow(get(all, { q: PROJECT_SEARCH, "page[size]": 100 }))) ?? [];
  const old = (resource: ResourceObject): TestRun | undefined => {
    const run = runOf(resource.attributes["description"]);
    return run !== undefined && now.getTime() - run.startedAt.getTime() > MAX_RUN_MS ? run : undefined;
  };
  const remains: Remains[] = [];
  for (const project of found
    .filter(isNamedSo)
    .flatMap((it) => ({ it, run: old(it) }))
    .slice(0, MAX_PROJECTS)) {
    const { it, run } = project;
    if (run === undefined) continue;
    const inside = get(requestPath`/organizations/${organization}/workspaces`, { "filter[project][id]": it.id });
    const workspaces = (listIn(await session.sendNow(inside)) ?? []).filter((each) => old(each) !== undefined);
    const others = await findOthers(session, organization, run);
    const objects = [...workspaces.map((each) => objectOf("workspace", each)), ...others, objectOf("project", it)];
    remains.push({ run, objects, removed: () => Promise.resolve() });
  }
  return remains;
}

/** The objects of a run that are in no project. */
async function findOthers(session: Session, organization: string, run: TestRun): Promise<readonly JournaledObject[]> {
  const found: JournaledObject[] = [];
  for (const object of [ownObjects(run).pool, ownObjects(run).variableSet]) {
    const it = await findByName(session, organization, run, object);
    if (it !== undefined && "id" in it) found.push({ ...object, id: it.id });
  }
  return found;
}

function isNamedSo({ attributes }: ResourceObject): boolean {
  return textOf(attributes["name"]).startsWith(PROJECT_SEARCH);
}

function objectOf(kind: JournaledObject["kind"], { id, attributes }: ResourceObject): JournaledObject {
  return { kind, id, name: textOf(attributes["name"]) };
}
