import { fromBinary } from "@bufbuild/protobuf";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { RunLifecycle } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { Views } from "../engine/read/views.ts";
import { readStoredRun } from "../engine/replay/recording.ts";
import { refuseVersion } from "../engine/run/write.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { citedTexts } from "../proof/memo/texts.ts";
import type { ProofSource } from "../proof/memo-proof.ts";
import { encodeEvent } from "../store/event-chain.ts";
import type { Store } from "../store/store.ts";
import { version } from "../version.ts";
import type { CitedTexts } from "./cited-texts.ts";
import { clock } from "./clock.ts";

/** Reads them from the store itself: what is proven is its bytes. */
export const proofSource = (
  { store, owner }: { readonly store: Store; readonly owner: string },
  views: Views,
  texts: CitedTexts,
  keyManifest: Uint8Array,
): ProofSource => ({
  async material(runId, revision) {
    const context = await views.run(runId);
    refuseVersion(context, revision);
    const { artifacts, events } = await readStoredRun(store, owner, runId);
    const last = events.findLast(({ event }) => event.event.case === "runFinalised")?.event.event;
    const refs = last?.case === "runFinalised" ? last.value : undefined;
    if (context.lifecycle !== RunLifecycle.FINALISED || !refs?.draft || !refs.ledger)
      throw new DomainError("STAGE_FORBIDS", worded("proof.only-a-finalised-memo-has-a-proof-the-runs"), {
        run_id: runId,
      });
    const ledger = artifacts.get(refs.ledger.digest);
    if (!ledger)
      throw new DomainError(
        "DATA_LOSS",
        worded("record-error.the-run-names-and-its-store-has-no-such", { digest: refs.ledger.digest }),
      );
    const cited = citedTexts(fromBinary(CitationLedgerSchema, ledger));
    return {
      runId,
      revision: context.version,
      draft: refs.draft.digest,
      ledger: refs.ledger.digest,
      events: events.map((one) => encodeEvent(one.owner, one.stream, one.seq, one.prevHash, one).bytes),
      artifacts: [...artifacts.values()],
      texts: await Promise.all(cited.map((text) => texts(text, context.strandId))),
      keyManifest,
      programVersion: version,
      rulesVersion: context.rulesVersion,
      registerDigest: context.registerDigest,
      timeIso: new Date(clock.now()).toISOString(),
    };
  },
});
