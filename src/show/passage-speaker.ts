import type { PassageCandidate } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { Voice } from "../../gen/pincite/span/v1/span_pb.ts";

/** Who speaks in a passage, as its source writes them; empty: it is not known. Quoted words are not their paper's author's. */
export const speakerOf = ({ speaker, voice, evidence }: PassageCandidate): string => {
  if (speaker !== "") return speaker;
  if (voice === Voice.QUOTED || voice === Voice.FORWARDED || voice === Voice.UNSPECIFIED) return "";
  return evidence?.author || (evidence?.docType === "email" ? (evidence.participants[0] ?? "") : "");
};
