import { createClient, type Transport } from "@connectrpc/connect";
import { LawErasureService } from "../../../gen/pincite/lawbot/v1/law_erasure_service_pb.ts";
import type { LawEraser } from "../../engine/run/ports.ts";
import { contractBroken, inOurWords } from "../failure.ts";

/** An erasure makes LawBot's index anew. */
const timeoutMs = 600_000;

/** LawBot as it erases texts, in this process or elsewhere. */
export const createLawEraser = (transport: Transport): LawEraser => {
  const client = createClient(LawErasureService, transport);
  const called = <T>(call: Promise<T>): Promise<T> =>
    call.catch((error: unknown) => {
      throw inOurWords(error, "LawBot");
    });
  return {
    plan: async ({ signal, docUid }) => {
      const { plan } = await called(client.planErasure({ docUid }, { signal, timeoutMs }));
      if (plan?.docUid !== docUid) throw contractBroken("LawBot", "a plan for another text");
      return plan;
    },
    commit: async ({ signal, ...asked }) => {
      await called(client.commitErasure(asked, { signal, timeoutMs }));
    },
  };
};
