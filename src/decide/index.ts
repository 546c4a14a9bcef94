/*
 * What belongs where, decided once: for the provider, which adds each resource as Terraform plans it, for the engine,
 * which adds those of an organization at once, and for constructs at synth. Pure, and without texts.
 *
 * `decide…` and `select…` say what a resource does about workspaces: which ones it moves, leaves, keeps or gives up,
 * and why. `…Claims` and `ProjectMembers` collect what resources want, in any order, and find what contradicts: `at`
 * has the error. What a caller does not know is a value: the ID of a project is null before it is created, and that of
 * a rule undefined if there is none, for example since somebody deleted it. A membership without a project is an error,
 * so nothing is decided about it.
 *
 * All is decided about where workspaces are before an apply: what a membership releases in it, or a deletion moves, is
 * for the rules of the next plan, unless a rule that takes from any project has it already.
 */

export * from "./assignment-claims";
export * from "./deletion";
export * from "./membership";
export * from "./placement";
export * from "./project-members";
export * from "./project-name";
export { Registry, type Holder } from "./registry";
export * from "./selection";
export * from "./workspace-claims";
