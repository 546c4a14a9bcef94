import { boolean, nullable, object, optional, string } from "../decode";

/**
 * The repository of a workspace or policy set. The emulator has none, and reads nothing of it; `oauth-token-id` says
 * which OAuth client is used for it.
 */
export const vcsRepo = object({
  identifier: optional(string),
  branch: optional(nullable(string)),
  "ingress-submodules": optional(boolean),
  "oauth-token-id": optional(nullable(string)),
  "github-app-installation-id": optional(nullable(string)),
  "tags-regex": optional(nullable(string)),
});
