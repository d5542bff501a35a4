import { create } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import {
  type AccessObject,
  type AccessService,
  ExplainResponseSchema,
  GrantRequestSchema,
  GrantResponseSchema,
  ListResponseSchema,
  RevokeRequestSchema,
  RevokeResponseSchema,
} from "../../gen/pincite/access/v1/access_service_pb.ts";
import { Right } from "../../gen/pincite/access/v1/right_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { principalOf as callerOf } from "../wire/principal.ts";
import { AccessRoom, type AccessServiceParts } from "./access-room.ts";
import { invitationCalls } from "./invitation-calls.ts";
import { isMaker, type Thing, thingOf } from "./relations.ts";

/** AccessService: who may do what with single runs and strands. */
export const accessService = (parts: AccessServiceParts): ServiceImpl<typeof AccessService> => {
  const room = new AccessRoom(parts);
  return {
    ...invitationCalls({ ...parts, room }),
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

/** The run or the strand that a request names; its proto asks for one. */
const asThing = (object: AccessObject | undefined): Thing => thingOf({ object: object?.object ?? { case: undefined } });
