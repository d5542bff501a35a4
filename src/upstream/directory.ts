import { rulingEvidence } from "#kit/ruling-id.ts";
import type { EvidenceCandidate } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { EvidenceDirectory } from "../engine/run/ports.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { createCaseReader } from "./lawbot/rulings.ts";
import { createLawReader } from "./lawbot/statutes.ts";
import type { Upstreams } from "./ports.ts";
import { createVaultReader } from "./vault/adapter.ts";

/** A person waits for the answer, and one id is looked up. */
const timeoutMs = 10_000;

/**
 * Looks evidence up for pins: `vault:<doc_uid>` in the strand, `law:<regulation>@<date>` with or without `#<path>` in
 * exactly that version, `law:<id of a ruling>` with or without `#<path>` where `caseLaw` says that the run opted in. Undefined: not
 * there, not for this run, or no evidence id at all.
 *
 * Errors: `UPSTREAM_UNAVAILABLE` when the service could not say, whatever kept it from saying.
 */
export const createEvidenceDirectory = (upstreams: Upstreams): EvidenceDirectory => {
  const vault = upstreams.vault && createVaultReader(upstreams.vault);
  const law = upstreams.lawbot && createLawReader(upstreams.lawbot);
  const cases = upstreams.lawbot && createCaseReader(upstreams.lawbot);
  const found = async (evidenceId: string, scope: Scope): Promise<EvidenceCandidate | undefined> => {
    const { strandId, referenceDate, signal } = scope;
    if (rulingEvidence(evidenceId)) {
      // Closed unless somebody says otherwise: a pin is a door like a tool.
      if (!scope.caseLaw) return undefined;
      return configured(cases, "LawBot").lookUp(evidenceId, { referenceDate, signal, timeoutMs });
    }
    if (evidenceId.startsWith("vault:"))
      return configured(vault, "Vault").lookUp(evidenceId, { strandId, signal, timeoutMs });
    if (evidenceId.startsWith("law:"))
      return configured(law, "LawBot").lookUp(evidenceId, { referenceDate, signal, timeoutMs });
    return undefined;
  };
  return {
    lookUp: (evidenceId, scope) => found(evidenceId, scope).catch(asUnavailable),
    letter: async (evidenceId, { strandId, signal }) =>
      configured(vault, "Vault").letter(evidenceId, { strandId, signal, timeoutMs }).catch(asUnavailable),
    cameAfter: async (instantIso, { strandId, signal }) =>
      configured(vault, "Vault").cameAfter(instantIso, { strandId, signal, timeoutMs }).catch(asUnavailable),
    revision: async ({ strandId, signal }) =>
      configured(vault, "Vault").revision({ strandId, signal, timeoutMs }).catch(asUnavailable),
    sentences: async (asked, { strandId, signal }) =>
      configured(vault, "Vault").sentences(asked, { strandId, signal, timeoutMs }).catch(asUnavailable),
    withHealth: async (evidenceIds, { strandId, signal }) =>
      configured(vault, "Vault").withHealth(evidenceIds, { strandId, signal, timeoutMs }).catch(asUnavailable),
  };
};

type Scope = Parameters<EvidenceDirectory["lookUp"]>[1];

const configured = <T>(service: T | undefined, name: string): T => {
  if (service) return service;
  throw new DomainError("UPSTREAM_UNAVAILABLE", worded("law.this-server-has-no-configure-its-url", { name }));
};

const asUnavailable = (error: unknown): never => {
  if (!(error instanceof DomainError)) throw error;
  throw new DomainError("UPSTREAM_UNAVAILABLE", error.told, error.facts, { cause: error });
};
