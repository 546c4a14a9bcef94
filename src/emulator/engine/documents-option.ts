/**
 * Which attributes responses have:
 *
 * - `documented`: those in the samples of the API documentation;
 * - `full`: also those of the OpenAPI description.
 */
export type DocumentsOption = "documented" | "full";

/** The operation of a response, or `included`; with `documented`, it determines the attributes. */
export type View = "create" | "update" | "list" | "show" | "included";
