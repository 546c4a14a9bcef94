/**
 * Which attributes responses have:
 *
 * - `documented`: those in the samples of the API documentation;
 * - `full`: also those of the OpenAPI description.
 */
export type DocumentsOption = "documented" | "full";

/** The operation of a response, or that an object is included in one; with `documented`, it determines attributes. */
export type View = "create" | "update" | "list" | "show" | "included";
