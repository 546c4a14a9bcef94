/** An invalid attribute; `detail` is the service's error message. */
export interface AttributeProblem {
  /** The attribute's key, such as `auto-destroy-at`. */
  readonly attribute: string;
  readonly detail: string;
  /** JSON pointer of the invalid value. @default the attribute of the document's resource */
  readonly pointer?: string;
}

/** The service's words for a name that another thing of the kind has. */
export const NAME_TAKEN: AttributeProblem = { attribute: "name", detail: "Name has already been taken" };
