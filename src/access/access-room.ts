import { create, type DescMessage, fromBinary, type MessageShape, toBinary } from "@bufbuild/protobuf";
import {
  type GrantRequest,
  type GrantRequestSchema,
  GrantResponseSchema,
  type Ground,
  GroundSchema,
  type RevokeRequest,
  type RevokeRequestSchema,
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
import type { IdempotencyChange, Store } from "../store/store.ts";
import type { Person } from "../wire/principal.ts";
import type { Access } from "./access.ts";
import { givenBy, type Held, isAbout, isMaker, mayOn, type Thing, thingOf, type Who } from "./relations.ts";
import { everywhereBy } from "./roles.ts";

/** What AccessService asks of others. */
export interface AccessServiceParts {
  readonly access: Access;
  readonly store: Store;
  readonly owner: string;
  /** Name of the account that runs the server. */
  readonly user: string;
  readonly roles: readonly RoleRow[];
  /** The address of the page of people who sign in; absent: they have none. */
  readonly pageAt?: string | undefined;
  readonly nowIso: () => string;
  /** Whether a run is there. Errors: RUN_NOT_FOUND, ERASED. */
  readonly load: (runId: string) => Promise<unknown>;
}

type Change = "relationGranted" | "relationRevoked";

/** The questions before a grant, and the record of the calls that make one. */
export class AccessRoom {
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
    const { access, user, nowIso } = this.#parts;
    const call = await this.keyed(schema, request, caller);
    if (call.answer) return fromBinary(GrantResponseSchema, call.answer).changed;
    const event = create(RunEventSchema, {
      timeIso: nowIso(),
      actor: principalOf(caller, user),
      event: { case: what, value: { relation } },
    });
    const isWanted = what === "relationGranted";
    return access.journal.write(
      (relations) => (relations.has(relation) === isWanted ? undefined : event),
      (changed) => call.keep(toBinary(GrantResponseSchema, create(GrantResponseSchema, { changed }))),
    );
  }

  /** A call that may be repeated: what it was answered before, and how its answer is kept. Errors: IDEMPOTENCY_KEY_REUSED. */
  async keyed<D extends DescMessage>(
    schema: D,
    request: { readonly idempotencyKey: string } & MessageShape<D>,
    caller: Person | undefined,
  ): Promise<{ answer: Uint8Array | undefined; keep(answer: Uint8Array): IdempotencyChange }> {
    const { store, owner: tenant, user } = this.#parts;
    const person = caller ? JSON.stringify([caller.issuer, caller.subject]) : user;
    const { scope, payloadDigest } = commandKey(
      { runId: "access", person, tenant },
      request.idempotencyKey,
      schema,
      request,
    );
    const known = await store.idempotency(tenant, scope);
    if (known && known.payloadDigest !== payloadDigest)
      throw new DomainError("IDEMPOTENCY_KEY_REUSED", worded("error.this-idempotency-key-was-used-for-another"));
    return { answer: known?.answer, keep: (answer) => ({ key: scope, payloadDigest, answer }) };
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

  /** True for an owner and for the account, who may let others in. */
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

  /** Relations that were granted, then the maker, then readers of everything by their role. */
  async grounds(thing: Thing): Promise<Ground[]> {
    const { access, roles } = this.#parts;
    const held = (await access.journal.current()).on(thing);
    return [...held.map(heldGround), ...(await this.#made(thing)), ...roles.filter(reads(Right.READ)).map(roleGround)];
  }

  /** A caller with the roles of their name and of these groups. */
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

const heldGround = ({ relation: { kind, who }, by, timeIso, invitationId = "" }: Held): Ground => {
  const named = by?.issuer ? { by: { issuer: by.issuer, subject: by.name } } : {};
  return create(GroundSchema, { who, why: { case: "granted", value: { kind, timeIso, invitationId, ...named } } });
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
