import type { Unit } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import type { OpenLaw } from "../open-law.ts";

/** The unit of another version that answers to a unit of this one. */
export interface Counterpart {
  readonly unit: Unit;
  readonly by: "identifier" | "address";
}

/**
 * Finds a unit again in another version: by the identifier that the source gives it or the nearest unit around it, else by
 * its address as lawyers write it, else by its path. Undefined when it is gone. Where only the unit around it is left, that
 * one answers.
 */
export const counterpartOf = (then: OpenLaw, now: OpenLaw, unit: Unit): Counterpart | undefined =>
  byIdentifier(then, now, unit) ?? byAddress(then, now, unit);

/** Items have no identifier of their own: the way down from the lid or article that has one is the same in both. */
const byIdentifier = (then: OpenLaw, now: OpenLaw, unit: Unit): Counterpart | undefined => {
  for (const around of then.ancestors(unit)) {
    const key = then.keyOf(around);
    const [found, another] = key ? now.unitsOfKey(key) : [];
    if (!found || another) continue;
    const inside = now.unit(found.path + unit.path.slice(around.path.length));
    return { unit: inside ?? found, by: "identifier" };
  }
  return undefined;
};

const byAddress = (then: OpenLaw, now: OpenLaw, unit: Unit): Counterpart | undefined => {
  for (const around of then.ancestors(unit)) {
    const [found, another] = now.unitsAt(then.plainAddress(around));
    const same = found && !another ? found : now.unit(around.path);
    if (same) return { unit: same, by: "address" };
    // A part that is gone leaves its article; an article that is gone leaves nothing.
    if (then.isCitedWhole(around)) return undefined;
  }
  return undefined;
};
