import type { Resource } from "../provider";
import type { ObjectValue } from "../value/value";
import type { PlanResourceChange, RequestOf, ResponseOf } from "../wire/protocol";
import { attributePathMessage } from "./diagnostic-messages";
import { encodeNote } from "./note";
import { planDefects, proposedPlan } from "./planning";
import { returnedPlan } from "./returned";
import type { Exchange, Session } from "./session";

export function planResourceChange(
  session: Session,
  request: RequestOf<typeof PlanResourceChange>,
): Promise<ResponseOf<typeof PlanResourceChange>> {
  const { typeName } = request;
  const schema = () => session.resource(typeName).schema;
  return session.answer(`plan ${typeName}`, schema, async (exchange) => {
    const { codec } = exchange;
    const resource = session.resource(typeName);
    const prior = codec.decode(request.priorState);
    if (codec.decode(request.proposedNewState) === null) {
      const note = prior === null ? undefined : await resource.planDelete?.(prior, exchange.configuredContext);
      return { plannedState: codec.encode(null), plannedPrivate: encodeNote(typeName, note) };
    }
    const config = codec.decode(request.config) ?? {};
    const { planned, requiresReplace } = await planChange(exchange, resource, config, prior);
    // Terraform ignores what a new object would have to be replaced for.
    const replacing = prior === null ? [] : requiresReplace;
    return {
      plannedState: codec.encode(planned),
      requiresReplace: replacing.map(attributePathMessage),
    };
  });
}

async function planChange(
  { schema, configuredContext, diagnostics }: Exchange,
  resource: Resource,
  config: ObjectValue,
  prior: ObjectValue | null,
): Promise<{ readonly planned: ObjectValue; readonly requiresReplace: readonly string[] }> {
  const proposed = proposedPlan(schema, config, prior);
  const result = await resource.plan?.({ config, prior, planned: proposed }, configuredContext);
  if (result === undefined) return { planned: proposed, requiresReplace: [] };
  const planned = returnedPlan(resource.type, "plan", schema, result.planned);
  if (!diagnostics.hasErrors) diagnostics.add(...planDefects(resource.type, schema, { config, prior, planned }));
  return { planned, requiresReplace: result.requiresReplace ?? [] };
}
