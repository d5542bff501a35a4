import type { EvidenceCandidate } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { EvidenceDirectory } from "../engine/ports.ts";
import { DomainError } from "../error.ts";
import type { Upstreams } from "./executor.ts";
import { createLawReader } from "./lawbot/adapter.ts";
import { createVaultReader } from "./vault/adapter.ts";

/** A person waits for the answer, and one id is looked up. */
const timeoutMs = 10_000;

/**
 * Looks evidence up for pins: `vault:<doc_uid>` in the strand, `law:<regulation>@<date>` with or without `#<path>` in
 * exactly that version. Undefined: not there, or no evidence id at all.
 *
 * Errors: `UPSTREAM_UNAVAILABLE` when the service could not say, whatever kept it from saying.
 */
export const createEvidenceDirectory = (upstreams: Upstreams): EvidenceDirectory => {
  const vault = upstreams.vault && createVaultReader(upstreams.vault);
  const law = upstreams.lawbot && createLawReader(upstreams.lawbot);
  const found = async (evidenceId: string, scope: { strandId: string; signal: AbortSignal }) => {
    const { strandId, signal } = scope;
    if (evidenceId.startsWith("vault:"))
      return configured(vault, "Vault").lookUp(evidenceId, { strandId, signal, timeoutMs });
    if (evidenceId.startsWith("law:")) return configured(law, "LawBot").lookUp(evidenceId, { signal, timeoutMs });
    return undefined;
  };
  return { lookUp: (evidenceId, scope) => found(evidenceId, scope).catch(asUnavailable) };
};

const configured = <T>(service: T | undefined, name: string): T => {
  if (service) return service;
  throw new DomainError("UPSTREAM_UNAVAILABLE", `this server has no ${name}; configure its URL`);
};

const asUnavailable = (error: unknown): Promise<EvidenceCandidate | undefined> => {
  if (!(error instanceof DomainError)) throw error;
  throw new DomainError("UPSTREAM_UNAVAILABLE", error.message, error.facts, { cause: error });
};
