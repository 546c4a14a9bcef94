/*
 * All that can be wrong with a plan, and all that is to be reviewed before it is applied, by subject: a function for
 * each error, an entry of `warnings.ts` for each warning. They take the facts, and return a diagnostic with its words.
 * What constructs and provider find, too, is in `conflicts.ts`; texts that failed writes have, too, in `reconcile/`.
 */

export * from "./assignments";
export * from "./codes";
export * from "./conflicts";
export * from "./deletions";
export * from "./gates";
export * from "./limits";
export { changedSharing, projectSubject, type ChangedIdentity, type IdentityUsers } from "./move-texts";
export * from "./names";
export * from "./projects";
export * from "./visibility";
export { createdNames } from "./warning-texts";
export * from "./warnings";
export * from "./workspaces";
