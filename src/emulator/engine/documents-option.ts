/**
 * Which attributes responses have:
 *
 * - `documented`: those in the samples of the API documentation;
 * - `full`: also those of the OpenAPI description.
 */
export type DocumentsOption = "documented" | "full";

/** The operation of a response, which determines its attributes with `documented`; `included` is not a main resource. */
export type View = "create" | "update" | "list" | "show" | "included";
