import type { Invitation } from "../../gen/pincite/access/v1/invitation_pb.ts";
import type { Relation } from "../../gen/pincite/access/v1/relation_pb.ts";
import { Relation_Kind as Kind } from "../../gen/pincite/access/v1/relation_pb.ts";
import { Right } from "../../gen/pincite/access/v1/right_pb.ts";
import type { Principal } from "../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { RelationGranted, RunEvent } from "../../gen/pincite/journal/v1/run_event_pb.ts";

/** A run or a strand, by its id. */
export interface Thing {
  readonly kind: "run" | "strand";
  readonly id: string;
}

/** A person as rights know one. */
export interface Who {
  readonly issuer: string;
  readonly subject: string;
  readonly groups: ReadonlySet<string>;
  /** Their rights on every object. */
  readonly everywhere: ReadonlySet<Right>;
}

/** The maker of a run. */
export type Maker = Pick<Who, "issuer" | "subject">;

/** A relation that stands, with who granted it and when. */
export interface Held {
  readonly relation: Relation;
  readonly by: Principal | undefined;
  readonly timeIso: string;
  /** The invitation that they came in by; `by` is whoever made it. Absent: by none. */
  readonly invitationId?: string;
}

/** An invitation, with who made it and when, and what became of it. */
export interface Issued {
  readonly invitation: Invitation;
  readonly by: Principal | undefined;
  readonly timeIso: string;
  /** The person who opened it. */
  readonly usedBy?: Maker;
  readonly isTakenBack?: boolean;
}

/** The relations that one run or strand can have. */
const everything: readonly Right[] = [Right.READ, Right.EDIT, Right.REVIEW];

const rightsBy: Readonly<Record<Kind, readonly Right[]>> = {
  [Kind.UNSPECIFIED]: [],
  [Kind.READER]: [Right.READ],
  [Kind.REVIEWER]: [Right.READ, Right.REVIEW],
  [Kind.EDITOR]: everything,
  [Kind.OWNER]: everything,
  [Kind.WALLED]: [],
};

/** What a relation of a kind gives. */
export const givenBy = (kind: Kind): readonly Right[] => rightsBy[kind] ?? [];

/** Whether a relation is about somebody, by their name or by a group of theirs. */
export const isAbout = ({ who }: Relation, { issuer, subject, groups }: Omit<Who, "everywhere">): boolean =>
  who.value?.issuer === issuer &&
  (who.case === "person" ? who.value.subject === subject : who.case === "group" && groups.has(who.value.name));

/** True for its maker. */
export const isMaker = (who: Maker, maker: Maker | undefined): boolean =>
  maker !== undefined && who.issuer === maker.issuer && who.subject === maker.subject;

/** The rights of a person on a run or a strand, by its relations and its maker. A wall wins over everything. */
export const mayOn = (who: Who, held: readonly Held[], maker?: Maker): ReadonlySet<Right> => {
  const own = held.filter(({ relation }) => isAbout(relation, who));
  if (own.some(({ relation }) => relation.kind === Kind.WALLED)) return new Set();
  const made = isMaker(who, maker) ? everything : [];
  const given = own.flatMap(({ relation }) => givenBy(relation.kind));
  return new Set([...everything.filter((right) => who.everywhere.has(right)), ...made, ...given]);
};

/** True where a person may let others in. */
export const owns = (who: Who, held: readonly Held[], maker?: Maker): boolean =>
  mayOn(who, held, maker).size > 0 &&
  (isMaker(who, maker) || held.some(({ relation }) => relation.kind === Kind.OWNER && isAbout(relation, who)));

/** What a relation is to. */
export const thingOf = ({ object }: Pick<Relation, "object">): Thing => ({
  kind: object.case === "strandId" ? "strand" : "run",
  id: object.value ?? "",
});

const keyOf = ({ kind, id }: Thing): string => `${kind}/${id}`;

/** Two relations of one key are one. */
const nameOf = ({ kind, who: { case: by, value } }: Relation): string =>
  JSON.stringify([kind, by, value?.issuer, value && ("subject" in value ? value.subject : value.name)]);

/** The relations that stand, by the events that said so. */
export class Relations {
  readonly #held = new Map<string, Map<string, Held>>();
  readonly #walls = new Map<string, Held>();

  readonly #issued = new Map<string, Issued>();

  /** Takes the next event in. */
  take({ event, actor, timeIso }: RunEvent): void {
    if (event.case === "invitationMade" && event.value.invitation) {
      const { invitation } = event.value;
      this.#issued.set(invitation.invitationId, { invitation, by: actor, timeIso });
    }
    if (event.case === "invitationTakenBack") this.#becomes(event.value.invitationId, { isTakenBack: true });
    if (event.case !== "relationGranted" && event.case !== "relationRevoked") return;
    const invited = event.case === "relationGranted" ? this.#opened(event.value) : {};
    const by = invited.invitationId === undefined ? actor : invited.by;
    const { relation } = event.value;
    if (!relation) return;
    const key = keyOf(thingOf(relation));
    const name = nameOf(relation);
    const held = this.#held.get(key) ?? new Map<string, Held>();
    if (event.case === "relationRevoked") held.delete(name);
    else if (!held.has(name)) held.set(name, { ...invited, relation, by, timeIso });
    if (held.size === 0) this.#held.delete(key);
    else this.#held.set(key, held);
    if (relation.kind !== Kind.WALLED) return;
    const wall = held.get(name);
    if (wall) this.#walls.set(`${key} ${name}`, wall);
    else this.#walls.delete(`${key} ${name}`);
  }

  /** Notes who opened the invitation that a grant names. Gives who made that. */
  #opened({ invitationId, relation }: RelationGranted): Partial<Pick<Held, "by" | "invitationId">> {
    const issued = this.#issued.get(invitationId);
    if (!issued) return {};
    if (relation?.who.case === "person") this.#becomes(invitationId, { usedBy: relation.who.value });
    return { by: issued.by, invitationId };
  }

  #becomes(invitationId: string, change: Partial<Issued>): void {
    const issued = this.#issued.get(invitationId);
    if (issued) this.#issued.set(invitationId, { ...issued, ...change });
  }

  /** An invitation by its id, whatever became of it. */
  invitation(invitationId: string): Issued | undefined {
    return this.#issued.get(invitationId);
  }

  /** The invitations into a run, in the order in which they were made. */
  invitations(runId: string): readonly Issued[] {
    return [...this.#issued.values()].filter(({ invitation }) => invitation.runId === runId);
  }

  /** The relations of a run or a strand, in the order in which they were granted. */
  on(thing: Thing): readonly Held[] {
    return [...(this.#held.get(keyOf(thing))?.values() ?? [])];
  }

  /** What somebody is anything to, by relations to them or to a group of theirs. */
  to(who: Who, kind: Thing["kind"]): string[] {
    return [...this.#held.values()].flatMap((held) => {
      const found = [...held.values()].find(
        ({ relation }) => thingOf(relation).kind === kind && isAbout(relation, who),
      );
      return found ? [thingOf(found.relation).id] : [];
    });
  }

  /** This very relation as it stands, with who granted it; undefined: it does not. */
  held(relation: Relation): Held | undefined {
    return this.#held.get(keyOf(thingOf(relation)))?.get(nameOf(relation));
  }

  /** Whether this very relation stands. */
  has(relation: Relation): boolean {
    return this.held(relation) !== undefined;
  }

  /** Whether any wall of this kind stands before somebody. */
  isWalledFromAny(who: Who, kind: Thing["kind"]): boolean {
    return [...this.#walls.values()].some(({ relation }) => thingOf(relation).kind === kind && isAbout(relation, who));
  }
}
