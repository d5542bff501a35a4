import { create, fromBinary, type MessageShape, toBinary } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import {
  type AccessObject,
  type AccessService,
  ExplainResponseSchema,
  type GrantRequest,
  GrantRequestSchema,
  GrantResponseSchema,
  type Ground,
  GroundSchema,
  ListResponseSchema,
  type RevokeRequest,
  RevokeRequestSchema,
  RevokeResponseSchema,
} from "../../gen/pincite/access/v1/access_service_pb.ts";
import { Relation_Kind as Kind, type Relation } from "../../gen/pincite/access/v1/relation_pb.ts";
import { Right } from "../../gen/pincite/access/v1/right_pb.ts";
import { type RoleRow, type RoleRow_Role, RoleRow_RoleSchema } from "../../gen/pincite/access/v1/sign_in_pb.ts";
import { RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import { commandKey } from "../engine/run/command-key.ts";
import { noSuchStrand } from "../engine/run/erased.ts";
import { principalOf } from "../engine/run/principal-of.ts";
import { noSuchRun } from "../engine/run/run-store.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import type { Store } from "../store/store.ts";
import { principalOf as callerOf, type Person } from "../wire/principal.ts";
import type { Access } from "./access.ts";
import { givenBy, type Held, isAbout, isMaker, mayOn, type Thing, thingOf, type Who } from "./relations.ts";
import { everywhereBy } from "./roles.ts";

/** What the service asks of others. */
export interface AccessServiceParts {
  readonly access: Access;
  readonly store: Store;
  readonly owner: string;
  /** Name of the account that runs the server. */
  readonly user: string;
  readonly roles: readonly RoleRow[];
  readonly nowIso: () => string;
  /** Whether a run is there. Errors: RUN_NOT_FOUND, ERASED. */
  readonly load: (runId: string) => Promise<unknown>;
}

/** AccessService: who may do what with single runs and strands. */
export const accessService = (parts: AccessServiceParts): ServiceImpl<typeof AccessService> => {
  const room = new AccessRoom(parts);
  return {
    async grant(request, { values }) {
      const changed = await room.change("relationGranted", GrantRequestSchema, request, callerOf(values).person);
      return create(GrantResponseSchema, { changed });
    },
    async revoke(request, { values }) {
      const changed = await room.change("relationRevoked", RevokeRequestSchema, request, callerOf(values).person);
      return create(RevokeResponseSchema, { changed });
    },
    async list({ object }, { values }) {
      const thing = asThing(object);
      const caller = callerOf(values).person;
      await room.requireSeen(caller, thing);
      const [grounds, letsIn] = [await room.grounds(thing), await room.letsIn(caller, thing)];
      return create(ListResponseSchema, { grounds, issuers: room.issuers, letsIn });
    },
    async explain({ object, person, groups, deed }, { values }) {
      const caller = callerOf(values).person;
      const thing = asThing(object);
      await room.requireSeen(caller, thing);
      const isOneself = !person || (caller && isMaker(caller, person));
      if (!isOneself) await room.requireOwner(caller, thing);
      const who = person && !isOneself ? room.known({ ...person, groups: new Set(groups) }) : caller;
      if (!who)
        throw new DomainError("REQUEST_INVALID", worded("keeping-error.explain-says-of-whom"), { field: "person" });
      return create(ExplainResponseSchema, await room.explained(who, thing, (deed || Right.READ) as Right));
    },
  };
};

type Change = "relationGranted" | "relationRevoked";

class AccessRoom {
  readonly #parts: AccessServiceParts;

  constructor(parts: AccessServiceParts) {
    this.#parts = parts;
  }

  async change<D extends typeof GrantRequestSchema | typeof RevokeRequestSchema>(
    what: Change,
    schema: D,
    request: (GrantRequest | RevokeRequest) & MessageShape<D>,
    caller: Person | undefined,
  ): Promise<boolean> {
    const relation = request.relation as Relation;
    const thing = thingOf(relation);
    await this.requireSeen(caller, thing);
    await this.requireOwner(caller, thing);
    if (what === "relationRevoked") await this.#requireRaiser(caller, relation);
    const { access, store, owner: tenant, user, nowIso } = this.#parts;
    const person = caller ? JSON.stringify([caller.issuer, caller.subject]) : user;
    const key = commandKey({ runId: "access", person, tenant }, request.idempotencyKey, schema, request);
    const known = await store.idempotency(tenant, key.scope);
    if (known && known.payloadDigest !== key.payloadDigest)
      throw new DomainError("IDEMPOTENCY_KEY_REUSED", worded("error.this-idempotency-key-was-used-for-another"));
    if (known?.answer) return fromBinary(GrantResponseSchema, known.answer).changed;
    const event = create(RunEventSchema, {
      timeIso: nowIso(),
      actor: principalOf(caller, user),
      event: { case: what, value: { relation } },
    });
    const isWanted = what === "relationGranted";
    return access.journal.write(
      (relations) => (relations.has(relation) === isWanted ? undefined : event),
      (changed) => ({
        key: key.scope,
        payloadDigest: key.payloadDigest,
        answer: toBinary(GrantResponseSchema, create(GrantResponseSchema, { changed })),
      }),
    );
  }

  /** Errors: RUN_NOT_FOUND, STRAND_NOT_FOUND, ERASED. */
  async requireSeen(caller: Person | undefined, thing: Thing): Promise<void> {
    const { access, load } = this.#parts;
    const isSeen = !caller || (await access.mayOn(caller, thing)).has(Right.READ);
    if (!isSeen) throw thing.kind === "run" ? noSuchRun(thing.id) : noSuchStrand(thing.id);
    if (thing.kind === "run") await load(thing.id);
    // The account may see to a strand before anything is put into it.
    else if (caller && !(await access.isBegun(thing.id))) throw noSuchStrand(thing.id);
  }

  /** Whether somebody may let others in: its owner, and the account. */
  async letsIn(caller: Person | undefined, thing: Thing): Promise<boolean> {
    return !caller || (await this.#parts.access.owns(caller, thing));
  }

  /** Errors: RIGHT_MISSING. */
  async requireOwner(caller: Person | undefined, thing: Thing): Promise<void> {
    if (await this.letsIn(caller, thing)) return;
    throw new DomainError("RIGHT_MISSING", worded("keeping-error.only-its-owner-lets-others-in"), { needed: "owner" });
  }

  /** A wall stands until whoever raised it, or the account, lifts it: an owner may be whom it keeps from letting somebody in. Errors: RIGHT_MISSING. */
  async #requireRaiser(caller: Person | undefined, relation: Relation): Promise<void> {
    if (!caller || relation.kind !== Kind.WALLED) return;
    const held = (await this.#parts.access.journal.current()).held(relation);
    if (!held || (held.by?.issuer === caller.issuer && held.by.name === caller.subject)) return;
    throw new DomainError("RIGHT_MISSING", worded("keeping-error.a-wall-is-lifted-by-whoever-raised-it"), {
      needed: "account",
    });
  }

  /** Whose people have roles here. */
  get issuers(): string[] {
    return [...new Set(this.#parts.roles.map(({ issuer }) => issuer))];
  }

  /** What is granted, then who made it, then whom a role lets read everything. */
  async grounds(thing: Thing): Promise<Ground[]> {
    const { access, roles } = this.#parts;
    const held = (await access.journal.current()).on(thing);
    return [...held.map(heldGround), ...(await this.#made(thing)), ...roles.filter(reads(Right.READ)).map(roleGround)];
  }

  /** Somebody with what their roles give by their name and these groups. */
  known({ issuer, subject, groups }: Pick<Who, "issuer" | "subject" | "groups">): Who {
    const rows = this.#parts.roles.filter((row) => isAboutRow(row, { issuer, subject, groups }));
    return { issuer, subject, groups, everywhere: new Set(rows.flatMap(({ role }) => everywhereBy[role] ?? [])) };
  }

  async explained(who: Who, thing: Thing, right: Right): Promise<{ may: boolean; grounds: Ground[] }> {
    const { access, roles } = this.#parts;
    const held = (await access.journal.current()).on(thing);
    const facts = thing.kind === "run" ? await access.runFacts(thing.id) : undefined;
    const own = held.filter(({ relation }) => isAbout(relation, who));
    const walls = own.filter(({ relation }) => relation.kind === Kind.WALLED);
    if (!mayOn(who, held, facts?.maker).has(right)) return { may: false, grounds: walls.map(heldGround) };
    const given = own.filter(({ relation }) => givenBy(relation.kind).includes(right)).map(heldGround);
    const made = isMaker(who, facts?.maker) ? await this.#made(thing) : [];
    const rows = roles.filter((row) => isAboutRow(row, who)).filter(reads(right));
    return { may: true, grounds: [...given, ...made, ...rows.map(roleGround)] };
  }

  async #made(thing: Thing): Promise<Ground[]> {
    const facts = thing.kind === "run" ? await this.#parts.access.runFacts(thing.id) : undefined;
    if (!facts?.maker) return [];
    const { maker, timeIso } = facts;
    return [
      create(GroundSchema, { who: { case: "person", value: maker }, why: { case: "madeIt", value: { timeIso } } }),
    ];
  }
}

/** The run or the strand that a request names; its proto asks for one. */
const asThing = (object: AccessObject | undefined): Thing => thingOf({ object: object?.object ?? { case: undefined } });

const heldGround = ({ relation: { kind, who }, by, timeIso }: Held): Ground => {
  const named = by?.issuer ? { by: { issuer: by.issuer, subject: by.name } } : {};
  return create(GroundSchema, { who, why: { case: "granted", value: { kind, timeIso, ...named } } });
};

const reads =
  (right: Right) =>
  ({ role }: RoleRow): boolean =>
    (everywhereBy[role] ?? []).includes(right);

const roleGround = ({ role, issuer, who }: RoleRow): Ground =>
  create(GroundSchema, {
    who:
      who.case === "group"
        ? { case: "group", value: { issuer, name: who.value } }
        : { case: "person", value: { issuer, subject: who.value ?? "" } },
    why: { case: "role", value: RoleRow_RoleSchema.value[role as RoleRow_Role]?.name ?? "" },
  });

const isAboutRow = ({ issuer, who }: RoleRow, person: Pick<Who, "issuer" | "subject" | "groups">): boolean =>
  issuer === person.issuer &&
  (who.case === "subject" ? who.value === person.subject : person.groups.has(who.value ?? ""));
