/** An attribute that may not be as given, and why, in the service's words. */
export interface AttributeProblem {
  /** The attribute's name as it stands in a document: lower-case words joined by hyphens. */
  readonly attribute: string;
  readonly detail: string;
  /** Where in the document it stands, as a JSON pointer. @default the attribute of the one resource */
  readonly pointer?: string;
}

/** The service's words for a name that another thing of the kind has. */
export const NAME_TAKEN: AttributeProblem = { attribute: "name", detail: "Name has already been taken" };
