import { AsyncLocalStorage } from "node:async_hooks";
import type { ConnectRouter, Interceptor } from "@connectrpc/connect";
import { AccessService } from "../../gen/pincite/access/v1/access_service_pb.ts";
import { Right } from "../../gen/pincite/access/v1/right_pb.ts";
import type { RoleRow } from "../../gen/pincite/access/v1/sign_in_pb.ts";
import { AuditService } from "../../gen/pincite/audit/v1/audit_service_pb.ts";
import { Access } from "../access/access.ts";
import { AccessLog } from "../access/access-log.ts";
import { accessService } from "../access/access-service.ts";
import { auditService } from "../access/audit-service.ts";
import { LogPages } from "../access/log-pages.ts";
import { LogStreams } from "../access/log-streams.ts";
import { notesCalls } from "../access/notes-calls.ts";
import { type Hidden, seesOnly } from "../access/sees-only.ts";
import type { Runs } from "../engine/run/runs.ts";
import type { Paging } from "../rpc/paging.ts";
import { openMemoryStore } from "../store/memory/memory-store.ts";
import { streamOf } from "../vault/strand/chain.ts";
import type { SeenStrands } from "../vault/strand/seen-strands.ts";
import { fromConnectError } from "../wire/error.ts";
import type { Log } from "../wire/log.ts";
import type { Person } from "../wire/principal.ts";
import { clock } from "./clock.ts";
import type { StoreAt } from "./stores.ts";

/** What a server with a sign-in has beside others. */
export interface AccessPart {
  readonly access: Access;
  /** What callers may see of the Vault of this process. */
  readonly seen: SeenStrands;
  readonly interceptor: (runs: Runs) => Interceptor;
  /** Notes what people do; outside of every other interceptor. */
  readonly noted: Interceptor;
  readonly routes: (runs: Runs, paging: Paging) => (router: ConnectRouter) => void;
  /** Writes down what was only counted until now. */
  close(): Promise<void>;
}

/** Rights on single runs and strands, over the store of the runs; `ownVault`: the Vault is in this process. */
export const accessPart = (
  storeAt: StoreAt,
  {
    person,
    roles,
    user,
    ownVault,
    pageAt,
    log: told,
  }: {
    person: () => Person | undefined;
    roles: readonly RoleRow[];
    user: string;
    ownVault: boolean;
    pageAt: string | undefined;
    log: Log;
  },
): AccessPart => {
  const nowIso = () => new Date(clock.now()).toISOString();
  const hidden: Hidden = new AsyncLocalStorage();
  const vault = ownVault ? storeAt("vault") : undefined;
  // Of a Vault elsewhere it is not known here: there a strand is nobody's but whose the account says.
  const strandIsThere = async (strandId: string) =>
    !vault || (await vault.store.head(vault.owner, streamOf(strandId))).seq > 0;
  const { store, owner } = storeAt("runs");
  const access = new Access({ store, owner, person, strandIsThere, nowIso });
  const log = new AccessLog({ streams: new LogStreams(store, owner), nowIso });
  const onFailed = (cause: unknown): void =>
    told.error(
      { reason: fromConnectError(cause).reason },
      "an entry of the log of access could not be written; its call was answered",
    );
  return {
    access,
    seen: {
      hides: (strandId) => hidden.getStore() === strandId,
      nothing: () => openMemoryStore({ clock }),
      strands: () => access.sight.strands(),
      fills: async (id) => {
        const who = person();
        return !who || (await access.mayOn(who, { kind: "strand", id })).has(Right.EDIT);
      },
    },
    interceptor: (runs) =>
      seesOnly({ access, hidden, load: (id) => runs.load(id), runOfCall: (id) => runs.index.runOfCall(id) }),
    noted: notesCalls({ log, user, onFailed }),
    close: () => log.flush().catch(onFailed),
    routes: (runs, paging) => (router) => {
      const parts = { access, store, owner, user, roles, pageAt, nowIso, load: (id: string) => runs.load(id) };
      router.service(AccessService, accessService(parts));
      router.service(AuditService, auditService(new LogPages(log, store, owner), paging));
    },
  };
};
