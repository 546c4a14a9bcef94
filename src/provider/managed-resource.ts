import type { Definition } from "../model";
import type { Resource } from "../plugin";
import { reportingMissingOnce } from "./missing-organization";
import type { ProviderData } from "./provider-data";
import { validatorOf } from "./validation";

type Handlers<S extends Definition> = Omit<Resource<S, ProviderData>, "type" | "schema" | "validate"> &
  Required<Pick<Resource<S, ProviderData>, "plan" | "planDelete">>;

/** A resource of this provider, which its definition describes and validates. */
export function managedResource<S extends Definition>(definition: S, handlers: Handlers<S>): Resource<S, ProviderData> {
  return reportingMissingOnce<S, ProviderData>({
    ...handlers,
    type: definition.type,
    schema: definition,
    validate: validatorOf(definition),
    read(state, context) {
      context.provider.plannedProjects.sawNormalPlan();
      return handlers.read(state, context);
    },
    plan(request, context) {
      context.provider.plannedProjects.sawNormalPlan();
      return handlers.plan(request, context);
    },
  });
}
