/** What tests say with which behaviors of HCP Terraform they show: the rows of docs/internals/fidelity.md. */
export * from "./reasons";
export { bothShow, emulatorShows, shows, statement } from "./shows";
export * from "./sources";
export type { Id, Statement } from "./statement";
