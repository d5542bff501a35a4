import { useEffect, useState } from "react";
import { type EvidenceCandidate, EvidenceSearchResultSchema } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { EvidenceSlot } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { CandidateCard } from "../parts/candidate-card.tsx";
import { useWords } from "../words/use-words.ts";
import { readArtifacts } from "./load-view.ts";
import { useRun } from "./run-store.ts";
import { useBind } from "./use-bind.ts";

/** Shorter reasons the server does not take. */
const reasonMin = 10;

/** Something that is not there: the search for it, and of each hit why it is not what was asked for. */
export const Absence = ({ slot }: { readonly slot: EvidenceSlot }) => {
  const { clients, isBusy } = useRun();
  const { say } = useWords();
  const bind = useBind();
  const toolResultId = slot.searchResultIds.at(-1);
  const [hits, setHits] = useState<readonly EvidenceCandidate[]>([]);
  const [reasons, setReasons] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    if (toolResultId === undefined) return;
    void clients.tools
      .explainToolCall({ id: toolResultId })
      .then(({ outputRef }) => readArtifacts(clients, EvidenceSearchResultSchema, [outputRef]))
      .then(([found]) => setHits(found?.candidates ?? []))
      .catch(() => setHits([]));
  }, [clients, toolResultId]);
  if (toolResultId === undefined) return <p className="note">{say("page.nothing-found-yet")}</p>;
  const isSaid = hits.every(({ evidenceId }) => (reasons.get(evidenceId) ?? "").trim().length >= reasonMin);
  return (
    <>
      {hits.length === 0 ? (
        <p className="note">{say("page.no-matches")}</p>
      ) : (
        <p>{say("page.a-search-for-it-found-this-say-of-each-why-it")}</p>
      )}
      <ul className="candidates">
        {hits.map((hit) => (
          <CandidateCard key={hit.evidenceId} candidate={hit} query={slot.description}>
            <label className="field field-wide">
              {say("page.why-it-does-not-matter-at-least-10-letters")}
              <input
                maxLength={2000}
                value={reasons.get(hit.evidenceId) ?? ""}
                onChange={(event) => setReasons(new Map([...reasons, [hit.evidenceId, event.target.value]]))}
              />
            </label>
          </CandidateCard>
        ))}
      </ul>
      <button
        type="button"
        disabled={isBusy || !isSaid}
        onClick={() =>
          bind({
            slotId: slot.slotId,
            evidence: { evidence: { case: "search", value: { toolResultId } } },
            dismissals: hits.map(({ evidenceId }) => ({ evidenceId, reason: reasons.get(evidenceId)?.trim() ?? "" })),
          })
        }
      >
        {say(hits.length === 0 ? "page.use-this" : "page.set-aside")}
      </button>
    </>
  );
};
