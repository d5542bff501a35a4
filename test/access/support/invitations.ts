import { createHash, randomBytes } from "node:crypto";
import { create, type MessageInitShape, type MessageShape } from "@bufbuild/protobuf";
import type { HandlerContext } from "@connectrpc/connect";
import { expect } from "vitest";
import {
  AcceptInvitationRequestSchema,
  type AcceptInvitationResponseSchema,
  InviteRequestSchema,
  type InviteResponse,
  ListInvitationsRequestSchema,
  type ListInvitationsResponseSchema,
} from "../../../gen/pincite/access/v1/access_service_pb.ts";
import { Relation_Kind as Kind } from "../../../gen/pincite/access/v1/relation_pb.ts";
import { Right } from "../../../gen/pincite/access/v1/right_pb.ts";
import { Access } from "../../../src/access/access.ts";
import { accessService } from "../../../src/access/access-service.ts";
import type { Store } from "../../../src/store/store.ts";
import { contextOf, type Principal } from "../../../src/wire/principal.ts";

/** A secret as links carry it, and its digest. */
export const newSecret = () => {
  const secret = randomBytes(32).toString("base64url");
  return { secret, secretSha256: createHash("sha256").update(secret).digest("hex") };
};

/** Makes an invitation; gives what its link carries. */
export const invite = async (
  by: { invite(asked: MessageInitShape<typeof InviteRequestSchema>): Promise<InviteResponse> },
  runId: string,
  { kind = Kind.READER, untilIso = "" }: { readonly kind?: Kind; readonly untilIso?: string } = {},
) => {
  const { secret, secretSha256 } = newSecret();
  const { invitationId } = await by.invite({ idempotencyKey: secret, runId, kind, untilIso, secretSha256 });
  return { invitationId, secret };
};

/** The clock of all servers of these tests; it goes on when a test says so. */
export const clock = { ms: Date.parse("2026-12-03T12:00:00.000Z") };

/** AccessService as one server has it over a store, in which nobody has a role. */
export const serverOn = (store: Store) => {
  const owner = "firm";
  const nowIso = () => new Date(clock.ms).toISOString();
  const access = new Access({ store, owner, person: () => undefined, strandIsThere: async () => true, nowIso });
  const parts = { access, store, owner, nowIso, user: "account", roles: [], load: async () => undefined };
  const service = accessService(parts);
  const context = (subject?: string) => ({ values: contextOf(callerOf(subject)) }) as HandlerContext;
  return {
    invite: (asked: MessageInitShape<typeof InviteRequestSchema>) =>
      service.invite(create(InviteRequestSchema, asked), context()) as Promise<InviteResponse>,
    list: (runId: string) =>
      service.listInvitations(create(ListInvitationsRequestSchema, { runId }), context()) as Promise<
        MessageShape<typeof ListInvitationsResponseSchema>
      >,
    accept: (subject: string, link: MessageInitShape<typeof AcceptInvitationRequestSchema>) =>
      service.acceptInvitation(create(AcceptInvitationRequestSchema, link), context(subject)) as Promise<
        MessageShape<typeof AcceptInvitationResponseSchema>
      >,
    granted: async (runId: string) => (await access.journal.current()).on({ kind: "run", id: runId }),
  };
};

const callerOf = (subject: string | undefined): Principal =>
  subject === undefined
    ? { by: "token" }
    : {
        by: "signed-in",
        person: {
          issuer: "https://login.example",
          subject,
          rights: new Set([Right.READ]),
          everywhere: new Set(),
          groups: new Set(),
        },
      };

/** How often one link let somebody in that two servers over one database open at once, again and again for others. */
export const opensOnce = async (stores: readonly [Store, Store], rounds: number) => {
  const servers = [serverOn(stores[0]), serverOn(stores[1])] as const;
  for (let round = 0; round < rounds; round++) {
    const runId = `run-${round}`;
    const link = await invite(servers[0], runId);
    const said = await Promise.allSettled([servers[0].accept("ann", link), servers[1].accept("bea", link)]);
    expect(said.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    for (const one of said)
      if (one.status === "rejected")
        expect(one.reason).toMatchObject({ reason: "INVITATION_OVER", facts: { why: "used" } });
    for (const server of servers) {
      expect(await server.granted(runId)).toHaveLength(1);
      const [told] = (await server.list(runId)).invitations;
      const { who } = (await server.granted(runId))[0]!.relation;
      expect(told?.usedBy?.subject).toBe(who.case === "person" ? who.value.subject : "");
      expect(told?.usedBy?.subject).toBe(said[0].status === "fulfilled" ? "ann" : "bea");
    }
  }
};
