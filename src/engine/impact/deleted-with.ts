import { formatList, quoteIfAmbiguous } from "../../reconcile/text";
import type { DeletedWith } from "./impact";
import { nameIn, type ImpactEffect } from "./kind";
import { IMPACT_KIND_NAMES, kindOf, type ImpactKindName } from "./kinds";

/** What is deleted with a project: `With it go team access (Ops: admin) and tags (env=prod).` */
export function deletedWithText(related: DeletedWith): string {
  const kinds = IMPACT_KIND_NAMES.filter((name) => Object.hasOwn(related, name));
  const lost = kinds.flatMap((name) => {
    const effects = related[name] ?? [];
    return effects.length === 0 ? [] : [`${kindOf(name).label} (${formatList(effects.map((it) => shown(name, it)))})`];
  });
  const unreadable = kinds.filter((name) => related[name] === undefined).map((name) => kindOf(name).label);
  const and = lost.length < 2 ? lost.join("") : `${lost.slice(0, -1).join(", ")} and ${lost.at(-1) ?? ""}`;
  return [
    lost.length === 0 ? "Nothing else goes with it." : `With it go ${and}.`,
    ...(unreadable.length === 0 ? [] : [`Not readable with this token: ${unreadable.join(", ")}.`]),
  ].join(" ");
}

function shown(kind: ImpactKindName, effect: ImpactEffect): string {
  const name = nameIn(effect);
  if (effect.before === undefined) return quoteIfAmbiguous(name);
  return kindOf(kind).style === "pair"
    ? quoteIfAmbiguous(`${name}=${effect.before}`)
    : `${quoteIfAmbiguous(name)}: ${effect.before}`;
}
