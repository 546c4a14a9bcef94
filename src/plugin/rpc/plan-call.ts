import type { Resource } from "../provider";
import type { ObjectValue } from "../value/value";
import type { PlanResourceChange, RequestOf, ResponseOf } from "../wire/protocol";
import { attributePathMessage } from "./diagnostic-messages";
import { decodeNote, encodeNote } from "./note";
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
      return { plannedState: codec.encode(null), plannedPrivate: encodeNote(typeName, "planDelete", note) };
    }
    const config = codec.decode(request.config) ?? {};
    const replaces = prior === null ? session.replaceable.recall(decodeNote(request.priorPrivate)) : null;
    const change = { config, prior, replaces };
    const { planned, requiresReplace, deletionNote } = await planChange(exchange, resource, change);
    // Terraform ignores what a new object would have to be replaced for.
    const replacing = prior === null ? [] : requiresReplace;
    return {
      plannedState: codec.encode(planned),
      requiresReplace: replacing.map(attributePathMessage),
      // What comes of a change is not stored: where it is replaced, Terraform hands this on to the plan of the new object.
      plannedPrivate: encodeNote(typeName, "plan", prior === null ? deletionNote : session.replaceable.keep(prior)),
    };
  });
}

interface Change {
  readonly config: ObjectValue;
  readonly prior: ObjectValue | null;
  readonly replaces: ObjectValue | null;
}

async function planChange(
  { schema, configuredContext, diagnostics }: Exchange,
  resource: Resource,
  { config, prior, replaces }: Change,
): Promise<{
  readonly planned: ObjectValue;
  readonly requiresReplace: readonly string[];
  readonly deletionNote?: unknown;
}> {
  const proposed = proposedPlan(schema, config, prior);
  const result = await resource.plan?.({ config, prior, replaces, planned: proposed }, configuredContext);
  if (result === undefined) return { planned: proposed, requiresReplace: [] };
  const planned = returnedPlan(resource.type, "plan", schema, result.planned);
  if (!diagnostics.hasErrors) diagnostics.add(...planDefects(resource.type, schema, { config, prior, planned }));
  return { planned, requiresReplace: result.requiresReplace ?? [], deletionNote: result.deletionNote };
}
