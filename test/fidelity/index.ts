/** What tests say with which behaviors of HCP Terraform they show: the rows of docs/fidelity.md. */
export * from "./reasons";
export { bothShow, emulatorShows, shows } from "./shows";
export * from "./sources";
export type { Statement } from "./statement";
