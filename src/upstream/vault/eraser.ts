import { createClient, type Transport } from "@connectrpc/connect";
import { VaultErasureService } from "../../../gen/pincite/vault/v1/vault_erasure_service_pb.ts";
import type { DocumentEraser } from "../../engine/run/ports.ts";
import { contractBroken, inOurWords } from "../failure.ts";

/** An erasure writes a strand's journal anew and cleans its index. */
const timeoutMs = 600_000;

/** The Vault as it erases documents, in this process or elsewhere. */
export const createDocumentEraser = (transport: Transport): DocumentEraser => {
  const client = createClient(VaultErasureService, transport);
  const called = <T>(call: Promise<T>): Promise<T> =>
    call.catch((error: unknown) => {
      throw inOurWords(error, "the Vault");
    });
  return {
    plan: async ({ signal, ...asked }) => {
      const { plan } = await called(client.planErasure(asked, { signal, timeoutMs }));
      if (plan?.documents[0]?.docUid !== asked.docUid) throw contractBroken("the Vault", "a plan for another document");
      return plan;
    },
    commit: async ({ signal, ...asked }) => {
      const { docUids } = await called(client.commitErasure(asked, { signal, timeoutMs }));
      return docUids;
    },
  };
};
