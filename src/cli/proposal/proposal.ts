import { create, fromBinary } from "@bufbuild/protobuf";
import { type IntentSeedProposal, IntentSeedProposalSchema } from "../../../gen/pincite/memo/v1/intent_pb.ts";
import { type StageProposal, StageProposalSchema } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { RunView } from "../../client/run-view.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { type Speech, speechOf } from "../../messages/speech.ts";
import { parseBindings } from "./bindings.ts";
import { draftText, parseDraft } from "./draft-file.ts";
import { frameField, parseFrame } from "./frame.ts";
import { type NeedsFlags, needsText, parseNeeds, parseNeedsText } from "./needs.ts";
import { outlineText, parseOutline } from "./outline.ts";
import { parseParties } from "./parties.ts";
import { parseQuotes } from "./quotes.ts";

/** The flags of `run propose`, as commander hands them over. */
export interface ProposalFlags extends NeedsFlags {
  readonly goal?: string;
  readonly tone?: string;
  readonly section?: readonly string[];
  readonly audience?: string;
  readonly locale?: string;
  readonly referenceDate?: string;
  readonly party?: readonly string[];
  readonly dropParty?: readonly string[];
  readonly frame?: readonly string[];
  readonly dropFrame?: readonly string[];
  readonly bind?: readonly string[];
  readonly dismiss?: readonly string[];
  readonly reason?: string;
  readonly quote?: readonly string[];
}

/** A proposal file as it was read: its name decides how. */
export interface ProposalFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * The proposal that flags and file ask for. A file ending in `.pb` is a binary pincite.memo.v1.StageProposal of any
 * stage; another one is text: an outline in SKELETON, the needs in EVIDENCE_NEEDS, a draft in DRAFT. Errors: REQUEST_INVALID, ITEM_UNKNOWN.
 */
export const proposalOf = (flags: ProposalFlags, file: ProposalFile | undefined, view: RunView): StageProposal => {
  if (file?.name.endsWith(".pb")) return readBinary(file);
  if (file !== undefined) return fromText(new TextDecoder().decode(file.bytes), view);
  if (flags.goal !== undefined) return intentOf(flags, flags.goal, view.profile);
  if (flags.party || flags.dropParty || flags.frame || flags.dropFrame)
    return stage({ case: "intentSeed", value: withParties(flags, view) });
  if (flags.bind) return stage({ case: "needMap", value: parseBindings(flags.bind, flags.reason, flags.dismiss) });
  if (flags.quote) return stage({ case: "citationLedger", value: parseQuotes(flags.quote, view.needMap) });
  if (flags.add || flags.drop || flags.optional || flags.link) {
    return stage({ case: "evidenceNeeds", value: parseNeeds(flags) });
  }
  throw new DomainError("REQUEST_INVALID", worded("command.nothing-is-proposed-give-file-goal-party"));
};

const stage = (proposal: StageProposal["proposal"]): StageProposal => create(StageProposalSchema, { proposal });

const intentOf = (flags: ProposalFlags, goal: string, profile: RunView["profile"]): StageProposal => {
  const { tone = "", section = [], audience: reader = "", locale = "", referenceDate = "" } = flags;
  const audience = readerTyped(reader, profile);
  const value = create(IntentSeedProposalSchema, {
    goal,
    tone,
    sections: [...section],
    audience,
    locale,
    referenceDate,
    parties: parseParties(flags.party ?? [], profile),
    dropPartyIds: [...(flags.dropParty ?? [])],
    ...frameOf(flags, profile),
  });
  return stage({ case: "intentSeed", value });
};

/** Who will read the memo: a reader of the profile by what people call it; anything else as it was typed. */
const readerTyped = (typed: string, profile: RunView["profile"]): string => {
  const wanted = typed.trim().toLowerCase();
  const called = profile?.readers.find(({ label }) => label.some(({ text }) => text.toLowerCase() === wanted));
  return called?.name ?? typed;
};

const frameOf = ({ frame, dropFrame = [] }: ProposalFlags, profile: RunView["profile"]) => ({
  ...(frame ? { frame: parseFrame(frame, profile) } : {}),
  dropFrameFields: dropFrame.map((word) => frameField(word, profile)),
});

/** The intent as it is, with other parties or another frame. Errors: REQUEST_INVALID where there is none yet. */
const withParties = (flags: ProposalFlags, { intent, profile }: RunView): IntentSeedProposal => {
  if (!intent) throw new DomainError("REQUEST_INVALID", worded("command.there-is-no-intent-yet-give-goal-with-party"));
  const { goal, tone, sections, audience, locale, referenceDate } = intent;
  const said = { goal, tone, sections, audience, locale, referenceDate };
  const parties = parseParties(flags.party ?? [], profile);
  const dropPartyIds = [...(flags.dropParty ?? [])];
  return create(IntentSeedProposalSchema, { ...said, parties, dropPartyIds, ...frameOf(flags, profile) });
};

const fromText = (text: string, view: RunView): StageProposal => {
  if (view.context.state === OrchestratorState.SKELETON)
    return stage({ case: "skeleton", value: parseOutline(text, view.profile) });
  if (view.context.state === OrchestratorState.DRAFT)
    return stage({ case: "draftText", value: parseDraft(text, view.ledger, view.draft?.frame, view.profile) });
  if (view.context.state === OrchestratorState.EVIDENCE_NEEDS && view.needs)
    return stage({ case: "evidenceNeeds", value: parseNeedsText(text, view.needs) });
  throw noText();
};

/** What is on the table of the current stage, in the form that a proposal's text file takes. Errors: PROPOSAL_WRONG_STAGE. */
export const currentText = (
  { context, skeleton, needs, draft, ledger, profile }: RunView,
  speech: Speech = speechOf("en"),
): string => {
  const claims = skeleton?.sections.flatMap((section) => section.claims) ?? [];
  switch (context.state) {
    case OrchestratorState.SKELETON:
      return outlineText(skeleton ?? { sections: [] }, profile, speech);
    case OrchestratorState.EVIDENCE_NEEDS:
      return needsText(needs ?? { sections: [] }, new Map(claims.map(({ claimId, text }) => [claimId, text])), speech);
    case OrchestratorState.DRAFT:
      if (draft) return draftText(draft, ledger, speech, profile);
      throw new DomainError("NOTHING_PROPOSED", worded("command-error.there-is-no-draft-yet-pincite-run-guide-run"));
    default:
      throw noText();
  }
};

const noText = (): DomainError =>
  new DomainError("PROPOSAL_WRONG_STAGE", worded("command-error.a-text-is-an-outline-skeleton-the-needs"));

const readBinary = ({ name, bytes }: ProposalFile): StageProposal => {
  try {
    return fromBinary(StageProposalSchema, bytes);
  } catch (cause) {
    throw new DomainError(
      "REQUEST_INVALID",
      worded("command-error.is-no-binary-pincite-memo-v1-stageproposal", { name }),
      { name },
      { cause },
    );
  }
};
