import { create } from "@bufbuild/protobuf";
import {
  ProofCheckSchema,
  ProofCode,
  type ProofReport,
  ProofReportSchema,
} from "../../../gen/pincite/proof/v1/memo_proof_pb.ts";
import { redactedFormat } from "../formats.ts";
import { keyRing } from "../key-manifest.ts";
import { type Inflate, unpackedProof } from "../packed.ts";
import { checkPerson, type PersonSignature } from "../person-note.ts";
import { checkShownQuotes } from "../redacted/check-quotes.ts";
import { openRedactedTexts } from "../redacted/check-texts.ts";
import type { ActCrypto } from "../ssh-signature.ts";
import { keyIdOf } from "../verify-statement.ts";
import { checkActs, type SignedByPerson } from "./acts.ts";
import { type Artifacts, readArtifacts } from "./artifacts.ts";
import { Broken } from "./broken.ts";
import { checkConfirmations } from "./confirmations.ts";
import { readForm, readKeys, readSigned } from "./form.ts";
import { checkSteps, checkTree, type Journal, readJournal } from "./journal.ts";
import { checkLineage, readMemo } from "./lineage.ts";
import { checkReceipts } from "./receipts.ts";
import { checkSecondPerson } from "./second-person.ts";
import { checkSecondReadings, type Heard } from "./second-readings.ts";
import { checkLawDays, checkQuotes, openTexts } from "./texts.ts";

/** Derives a run again by the rules of this program. Gives what was found as a sentence without its full stop; throws Broken. */
export type DeriveAgain = (journal: Journal, artifacts: Artifacts) => Promise<string>;

/** The functions and the key that a proof is verified with. */
export interface Verifier {
  readonly crypto: ActCrypto;
  readonly inflate: Inflate;
  /** Id of a key of the server that the reader knows from elsewhere; undefined: the file is held against itself alone. */
  readonly knownKey?: string;
  readonly derive: DeriveAgain;
  /** A signature by a person's own key that came with the file; undefined: none did. */
  readonly person?: PersonSignature;
}

/** Checks a proof without its server, each check on those before it, so the first that fails is the last. Always gives a report. */
export const verifyProof = async (bytes: Uint8Array, by: Verifier): Promise<ProofReport> => {
  const report = create(ProofReportSchema);
  const { checks } = report;
  try {
    await walk(bytes, by, report);
  } catch (error) {
    const isWhole = checks.length === (report.redacted ? ProofCode.LINEAGE : ProofCode.RULES);
    const code = isWhole ? ProofCode.PERSON : (((checks.at(-1)?.code ?? 0) + 1) as ProofCode);
    checks.push(create(ProofCheckSchema, { code, detail: `${sentence(error)}.` }));
  }
  return report;
};

const sentence = (error: unknown): string => {
  if (error instanceof Broken) return error.message;
  // A reader that meets what no writer wrote throws in its own words; they may repeat the file's.
  return "it holds something that cannot be read";
};

const walk = async (
  bytes: Uint8Array,
  { crypto, inflate, knownKey, derive, person }: Verifier,
  report: ProofReport,
): Promise<void> => {
  const { sha256 } = crypto;
  const holds = (code: ProofCode, detail: string) =>
    void report.checks.push(create(ProofCheckSchema, { code, passed: true, detail: `${detail}.` }));

  const proof = readForm(await unpackedProof(bytes, { inflate, sha256 }));
  const { artifacts: parts, events, maker, texts: given } = proof;
  const isRedacted = proof.format === redactedFormat;
  report.redacted = isRedacted;
  holds(
    ProofCode.FORM,
    `it is the proof of ${proof.runId}: ${events.length} events, ${parts.length} artifacts, ${given.length} texts`,
  );
  const keys = readKeys(proof, knownKey, crypto);
  const key = keys.at(-1) ?? keys[0];
  holds(ProofCode.KEYS, keysSaid(keys.length, keyIdOf(key.spki, sha256), knownKey));
  const signed = readSigned(proof, key, crypto);
  holds(ProofCode.CHECKPOINT, `signed by key ${key.keyId}; made ${maker.timeIso} by Pincite ${maker.programVersion}`);
  checkTree(proof, signed, sha256);
  holds(ProofCode.TREE, `the ${events.length} events are those that were signed`);
  const journal = readJournal(proof, sha256);
  holds(ProofCode.CHAIN, "each event names the one before it");
  const artifacts = readArtifacts(proof, journal, sha256);
  holds(
    ProofCode.ARTIFACTS,
    isRedacted ? `${parts.length} are laid open, and intact` : `all ${parts.length} are there and intact`,
  );
  checkSteps(journal, signed, maker);
  holds(ProofCode.STEPS, "every event is a step that the run's machine takes; the last draft is finalised");
  const ring = keyRing(keys, crypto);
  const { receipts, without } = checkReceipts({ journal, artifacts, ring, crypto, isRedacted });
  holds(
    ProofCode.RECEIPTS,
    `${receipts.length} receipts hold${without > 0 ? `; ${without} older calls have none` : ""}`,
  );
  const memo = readMemo(journal, artifacts, proof.ledger);
  const { confirmed, carried } = checkConfirmations(journal, memo.draft, memo.ledger);
  const heard = checkSecondReadings(journal, artifacts, memo.draft, isRedacted);
  const second = checkSecondPerson(journal) ? "; none by whoever wrote it, where a second person was wanted" : "";
  holds(
    ProofCode.CONFIRMATIONS,
    `${heardSaid(heard)}${confirmationsSaid(confirmed, carried)}${second}${signedSaid(checkActs(journal, artifacts, crypto))}`,
  );
  const texts = (isRedacted ? openRedactedTexts : openTexts)(proof, memo.ledger, sha256);
  holds(ProofCode.TEXTS, textsSaid(texts.size, isRedacted));
  const checked = (isRedacted ? checkShownQuotes : checkQuotes)(texts, memo.ledger, sha256);
  checkLawDays(memo.ledger);
  holds(ProofCode.QUOTES, quotesSaid(checked));
  const { results, sentences } = checkLineage(memo, artifacts, receipts, isRedacted);
  holds(ProofCode.LINEAGE, `${sentences} sentences rest on ${results} results, each with its receipt`);
  // The artifacts that the rules decided on were kept back.
  if (!isRedacted) holds(ProofCode.RULES, await derive(journal, artifacts));
  if (person) holds(ProofCode.PERSON, personSaid(checkPerson(person, signed, crypto), person.knownKey));
};

const personSaid = ({ keyId, timeIso }: { keyId: string; timeIso: string }, known: string | undefined): string =>
  known === undefined
    ? `signed ${timeIso} with key ${keyId} of a person; you named no key of theirs that you know`
    : `signed ${timeIso} with key ${keyId} of the person, which you know`;

const keysSaid = (count: number, keyId: string, known: string | undefined): string => {
  const chain = `${count === 1 ? "one key" : `a chain of ${count} keys`}, the last is ${keyId}`;
  return known === undefined
    ? `${chain}; you named no key that you know, so the file is held against itself alone`
    : `${chain}; ${known}, which you know, is among them`;
};

const confirmationsSaid = (
  confirmed: readonly { by: string; looks: number; compared: number }[],
  carried: number,
): string => {
  const people = [...new Set(confirmed.map(({ by }) => by))].toSorted();
  const looked = confirmed.filter(({ looks }) => looks > 0).length;
  const compared = confirmed.filter((one) => one.compared > 0).length;
  const beside = compared > 0 ? `, ${compared} beside the words they rest on, which were named` : "";
  const before = carried > 0 ? `, ${carried} in the run that this one is a fork of` : "";
  return `${confirmed.length} items confirmed by ${people.join(", ") || "nobody"}${before}; ${looked} with looks that were named${beside}`;
};

/** Which acts bear a signature of the person's own. */
const signedSaid = (acts: readonly SignedByPerson[]): string => {
  if (acts.length === 0) return "";
  const by = [...new Set(acts.map((act) => `${act.by} with key ${act.key}`))].toSorted().join(", ");
  const decisions = acts.filter(({ isFinalising }) => !isFinalising).length;
  const finalised = acts.some(({ isFinalising }) => isFinalising) ? " and the finalising" : "";
  return `; ${decisions} decisions${finalised} signed by ${by}`;
};

/** A second reader was heard: it read nothing for anybody, and approved nothing. */
const heardSaid = (heard: readonly Heard[]): string =>
  heard.length === 0
    ? ""
    : `Heard as second readers, which approve nothing: ${heard
        .map(
          ({ model, judged, notJudged, doubts }) =>
            `${model} (${judged} sentences judged, ${notJudged} not, ${doubts} doubts)`,
        )
        .join(", ")}. `;

const textsSaid = (count: number, isRedacted: boolean): string =>
  isRedacted
    ? `of the ${count} texts that the memo cites no more is laid open than was shown`
    : `the ${count} texts that the memo cites are there`;

const quotesSaid = ({ places, quotes, told = 0 }: { places: number; quotes: number; told?: number }): string => {
  const said = `${quotes} quotations stand in their texts to the character, ${places} places are where they are said to be`;
  return told > 0 ? `${said}; ${told} are named by words that were kept back` : said;
};
