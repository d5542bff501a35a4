import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import {
  AcceptInvitationResponseSchema,
  type AccessService,
  type InviteRequest,
  InviteRequestSchema,
  type InviteResponse,
  InviteResponseSchema,
  type IssuedInvitation,
  IssuedInvitationSchema,
  ListInvitationsResponseSchema,
  type RevokeInvitationRequest,
  RevokeInvitationRequestSchema,
  RevokeInvitationResponseSchema,
  IssuedInvitation_State as State,
} from "../../gen/pincite/access/v1/access_service_pb.ts";
import { type Invitation, InvitationSchema } from "../../gen/pincite/access/v1/invitation_pb.ts";
import { Relation_Kind as Kind, RelationSchema } from "../../gen/pincite/access/v1/relation_pb.ts";
import { RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import { principalOf } from "../engine/run/principal-of.ts";
import { DomainError } from "../error.ts";
import { type Said, worded } from "../messages/said.ts";
import { principalOf as callerOf, type Person } from "../wire/principal.ts";
import type { AccessRoom, AccessServiceParts } from "./access-room.ts";
import { givenBy, type Issued, isAbout } from "./relations.ts";

/** What invitations are made, taken back and opened with. */
export interface InvitationParts extends AccessServiceParts {
  readonly room: AccessRoom;
}

type Calls = "invite" | "revokeInvitation" | "listInvitations" | "acceptInvitation";

const dayMs = 24 * 3_600_000;
/** Days until an invitation ends where nobody says, and at most. */
export const invitationDays = { usual: 7, most: 30 } as const;
/** So many are open into one run: more than one person sends out, and not so many that a list is endless. */
const openMax = 100;
const listedMax = 200;

/** The calls of AccessService that are about invitations. */
export const invitationCalls = (parts: InvitationParts): Pick<ServiceImpl<typeof AccessService>, Calls> => {
  const invitations = new Invitations(parts);
  return {
    invite: (request, { values }) => invitations.make(request, callerOf(values).person),
    revokeInvitation: async (request, { values }) => {
      const changed = await invitations.takeBack(request, callerOf(values).person);
      return create(RevokeInvitationResponseSchema, { changed });
    },
    listInvitations: async ({ runId }, { values }) => {
      const issued = await invitations.list(runId, callerOf(values).person);
      return create(ListInvitationsResponseSchema, { invitations: issued });
    },
    acceptInvitation: async ({ invitationId, secret }, { values }) => {
      const accepted = await invitations.accept(invitationId, secret, callerOf(values).person);
      return create(AcceptInvitationResponseSchema, accepted);
    },
  };
};

class Invitations {
  readonly #parts: InvitationParts;

  constructor(parts: InvitationParts) {
    this.#parts = parts;
  }

  async make(request: InviteRequest, caller: Person | undefined): Promise<InviteResponse> {
    const { access, room, user, nowIso, pageAt = "" } = this.#parts;
    const { runId, kind, secretSha256 } = request;
    await this.#requireOwner(caller, runId);
    const call = await room.keyed(InviteRequestSchema, request, caller);
    if (call.answer) return fromBinary(InviteResponseSchema, call.answer);
    const now = nowIso();
    const untilIso = untilOf(request.untilIso, now);
    const invitationId = `inv-${randomBytes(16).toString("hex")}`;
    const invitation = create(InvitationSchema, { invitationId, runId, kind, untilIso, secretSha256 });
    const event = create(RunEventSchema, {
      timeIso: now,
      actor: principalOf(caller, user),
      event: { case: "invitationMade", value: { invitation } },
    });
    const answer = create(InviteResponseSchema, { invitationId, untilIso, pageUrl: pageAt });
    await access.journal.write(
      (relations) => {
        const open = relations.invitations(runId).filter((one) => stateOf(one, now) === State.OPEN);
        if (open.length < openMax) return event;
        throw new DomainError("LIMIT_EXCEEDED", worded("access-page.invitations-too-many", { count: openMax }));
      },
      () => call.keep(toBinary(InviteResponseSchema, answer)),
    );
    return answer;
  }

  async takeBack(request: RevokeInvitationRequest, caller: Person | undefined): Promise<boolean> {
    const { access, room, user, nowIso } = this.#parts;
    const { runId, invitationId } = request;
    await this.#requireOwner(caller, runId);
    const call = await room.keyed(RevokeInvitationRequestSchema, request, caller);
    if (call.answer) return fromBinary(RevokeInvitationResponseSchema, call.answer).changed;
    const event = create(RunEventSchema, {
      timeIso: nowIso(),
      actor: principalOf(caller, user),
      event: { case: "invitationTakenBack", value: { invitationId, runId } },
    });
    return access.journal.write(
      (relations) => {
        const issued = relations.invitation(invitationId);
        if (issued?.invitation.runId !== runId) throw noSuchInvitation(invitationId);
        return stateOf(issued, event.timeIso) === State.OPEN ? event : undefined;
      },
      (changed) =>
        call.keep(toBinary(RevokeInvitationResponseSchema, create(RevokeInvitationResponseSchema, { changed }))),
    );
  }

  async list(runId: string, caller: Person | undefined): Promise<IssuedInvitation[]> {
    const { access, nowIso } = this.#parts;
    await this.#requireOwner(caller, runId);
    const now = nowIso();
    const all = (await access.journal.current()).invitations(runId).map((one) => told(one, now));
    const others = all.filter(({ state }) => state !== State.OPEN);
    const left = new Set(others.slice(0, Math.max(0, all.length - listedMax)));
    return all.filter((one) => !left.has(one)).reverse();
  }

  /** It is looked at and used up at one head of the journal, so that of two who open it at once one is let in. */
  async accept(
    invitationId: string,
    secret: string,
    caller: Person | undefined,
  ): Promise<{ runId: string; changed: boolean }> {
    const { access, user, nowIso } = this.#parts;
    if (!caller) throw new DomainError("PERSON_NEEDED", worded("access-page.invitation-for-a-person"));
    const now = nowIso();
    let runId = "";
    const changed = await access.journal.write(async (relations) => {
      const issued = relations.invitation(invitationId);
      if (!issued || !opens(issued.invitation, secret)) throw noSuchInvitation(invitationId);
      const { kind } = issued.invitation;
      const thing = { kind: "run" as const, id: issued.invitation.runId };
      const isWalled = relations
        .on(thing)
        .some(({ relation }) => relation.kind === Kind.WALLED && isAbout(relation, caller));
      if (isWalled || !(await this.#isThere(thing.id))) throw noSuchInvitation(invitationId);
      runId = thing.id;
      const rights = await access.mayOn(caller, thing);
      if (givenBy(kind).every((right) => rights.has(right))) return undefined;
      if (issued.usedBy) throw over(invitationId, "used", worded("access-page.invitation-used"));
      if (issued.isTakenBack || !(await access.stillOwns(issued.by, thing.id)))
        throw over(invitationId, "taken-back", worded("access-page.invitation-taken-back"));
      if (issued.invitation.untilIso <= now) {
        const until = `${issued.invitation.untilIso.slice(0, 16).replace("T", " ")} UTC`;
        throw over(invitationId, "late", worded("access-page.invitation-late", { until }));
      }
      const relation = create(RelationSchema, {
        kind,
        object: { case: "runId", value: thing.id },
        who: { case: "person", value: { issuer: caller.issuer, subject: caller.subject } },
      });
      return create(RunEventSchema, {
        timeIso: now,
        actor: principalOf(caller, user),
        event: { case: "relationGranted", value: { relation, invitationId } },
      });
    });
    return { runId, changed };
  }

  async #requireOwner(caller: Person | undefined, runId: string): Promise<void> {
    const thing = { kind: "run" as const, id: runId };
    await this.#parts.room.requireSeen(caller, thing);
    await this.#parts.room.requireOwner(caller, thing);
  }

  /** Whether a run is there, and was not erased. */
  async #isThere(runId: string): Promise<boolean> {
    try {
      await this.#parts.load(runId);
      return true;
    } catch (error) {
      if (error instanceof DomainError && (error.reason === "ERASED" || error.reason === "RUN_NOT_FOUND")) return false;
      throw error;
    }
  }
}

const noSuchInvitation = (invitationId: string): DomainError =>
  new DomainError("INVITATION_NOT_FOUND", worded("access-page.invitation-not-found"), { invitation_id: invitationId });

const over = (invitationId: string, why: "late" | "used" | "taken-back", said: Said): DomainError =>
  new DomainError("INVITATION_OVER", said, { invitation_id: invitationId, why });

/** Whether a secret is that of an invitation. */
const opens = ({ secretSha256 }: Invitation, secret: string): boolean => {
  const digest = createHash("sha256").update(secret).digest();
  const asked = Buffer.from(secretSha256, "hex");
  return asked.length === digest.length && timingSafeEqual(asked, digest);
};

const stateOf = ({ invitation, usedBy, isTakenBack }: Issued, nowIso: string): State => {
  if (usedBy) return State.USED;
  if (isTakenBack) return State.TAKEN_BACK;
  return invitation.untilIso <= nowIso ? State.ENDED : State.OPEN;
};

const told = (issued: Issued, nowIso: string): IssuedInvitation => {
  const { invitation, by, timeIso, usedBy } = issued;
  const { invitationId, kind, untilIso } = invitation;
  return create(IssuedInvitationSchema, {
    invitationId,
    kind,
    untilIso,
    timeIso,
    state: stateOf(issued, nowIso),
    ...(by?.issuer ? { by: { issuer: by.issuer, subject: by.name } } : {}),
    ...(usedBy ? { usedBy: { issuer: usedBy.issuer, subject: usedBy.subject } } : {}),
  });
};

const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/u;

/** When an invitation ends: at the time that is asked for, or a week from now. Errors: REQUEST_INVALID. */
export const untilOf = (asked: string, nowIso: string): string => {
  const nowMs = Date.parse(nowIso);
  if (asked === "") return new Date(nowMs + invitationDays.usual * dayMs).toISOString();
  const untilMs = timePattern.test(asked) ? Date.parse(asked) : Number.NaN;
  const lastDay = new Date(nowMs + invitationDays.most * dayMs).toISOString().slice(0, 10);
  // Times that are none compare as false.
  const isFit = untilMs > nowMs && untilMs <= Date.parse(`${lastDay}T23:59:59.999Z`);
  if (!isFit) throw new DomainError("REQUEST_INVALID", worded("access-page.invitation-until"), { field: "until_iso" });
  return new Date(untilMs).toISOString();
};
