import { create } from "@bufbuild/protobuf";
import { Fragment } from "react";
import { DraftTextProposalSchema } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { DraftRule } from "../../../gen/pincite/run/v1/look_pb.ts";
import { AssertionAnswer, type MissingInput } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { citableBesides, citingBesides } from "../../client/cite-besides.ts";
import { isQuotedAlone, leavingOpen, lettingGo, refusedWordsOf } from "../../client/settle-draft.ts";
import { saidOr } from "../../messages/wire-form.ts";
import { wordsBeside } from "../../show/compare.ts";
import { Source } from "../parts/compare-card.tsx";
import { addLateTexts } from "../words/late-texts.ts";
import { useWords } from "../words/use-words.ts";
import { AnotherPassage } from "./another-passage.tsx";
import { BackToPassages } from "./back-to-passages.tsx";
import { propose } from "./deeds.ts";
import { FindingWords } from "./finding-words.tsx";
import { useRun } from "./run-store.ts";
import { StateMyself } from "./state-myself.tsx";
import { useMend } from "./use-mend.ts";

addLateTexts();

/** Findings that a person settles with a press, and that no other words of a sentence mend. */
export const isSettled = ({ rule }: MissingInput): boolean =>
  rule === DraftRule.REQUIRED_WORDS_GONE || rule === DraftRule.LETTER_UNANSWERED;

/** Why no sentence can say a claim as it stands. */
const Stopping = ({ finding }: { readonly finding: MissingInput }) => {
  const { view } = useRun();
  const { say, speech } = useWords();
  const told = refusedWordsOf(finding, view.skeleton);
  if (told.length === 0) return null;
  return (
    <>
      <p>{say("wants.a-sentence-that-says-it-is-refused")}</p>
      <ul data-refused-words="">
        {told.map(({ words, refused }) => (
          <li key={`${refused.rule} ${refused.startChar}`}>
            {words === "" ? null : (
              <>
                <q>{words}</q>:{" "}
              </>
            )}
            {speech.sentence(saidOr(refused.said, ""))}
          </li>
        ))}
      </ul>
    </>
  );
};

/** What has the words that a claim's own evidence lacks, for a person to cite it besides. */
const Besides = ({ claimId }: { readonly claimId: string }) => {
  const { isBusy, view } = useRun();
  const { say } = useWords();
  const mend = useMend();
  const { draft } = view;
  const found = citableBesides(view).find((one) => one.claimId === claimId);
  if (!found || !draft) return null;
  const { findings, words } = citingBesides(view, [found]);
  return (
    <div data-besides="">
      {found.having.map(({ words: lacking, entry }) => (
        <Fragment key={lacking}>
          <p>{say("choose.stands-in-what-another-claim-rests-on", { words: lacking })}</p>
          {wordsBeside(entry).map((beside) => (
            <Source key={beside.entryId} beside={beside} />
          ))}
        </Fragment>
      ))}
      <button type="button" disabled={isBusy} onClick={() => void mend(draft, findings, words)}>
        {say("choose.cite-it-too")}
      </button>
    </div>
  );
};

/** Words of required points that the draft does not say, and parts of the letter that nobody answered. */
export const SettleDraft = ({ findings }: { readonly findings: readonly MissingInput[] }) => {
  const { act, clients, isBusy, view } = useRun();
  const { say } = useWords();
  const { skeleton, letterReading } = view;
  const gone = findings.filter(({ rule }) => rule === DraftRule.REQUIRED_WORDS_GONE);
  const open = findings.filter(({ rule }) => rule === DraftRule.LETTER_UNANSWERED);
  const claims = (skeleton?.sections ?? []).flatMap((section) => section.claims);
  const parts = [...(letterReading?.assertions ?? []), ...(letterReading?.questions ?? [])];
  const settle = (of: readonly MissingInput[], answer: AssertionAnswer = AssertionAnswer.UNSPECIFIED) => {
    const value = create(DraftTextProposalSchema, {
      letGo: lettingGo(of, skeleton),
      left: answer === AssertionAnswer.UNSPECIFIED ? [] : leavingOpen(of, answer),
    });
    void act((shown) => propose(clients, shown, { case: "draftText", value }));
  };
  const Leave = ({ of }: { readonly of: readonly MissingInput[] }) => (
    <p className="row">
      <button type="button" disabled={isBusy} onClick={() => settle(of, AssertionAnswer.LEFT_OPEN)}>
        {say("page.i-leave-it-open")}
      </button>
      <button type="button" disabled={isBusy} onClick={() => settle(of, AssertionAnswer.RESERVED)}>
        {say("page.i-reserve-all-rights")}
      </button>
    </p>
  );
  return (
    <>
      {gone.length === 0 ? null : (
        <section className="block findings" data-gone="">
          <h2>{say("wants.these-words-of-yours-are-gone")}</h2>
          <ul>
            {lettingGo(gone, skeleton).map(({ claimId, words, ...one }) => (
              <li key={claimId}>
                <p>
                  <q>{claims.find((one) => one.claimId === claimId)?.text}</q>
                </p>
                <p>
                  <strong>
                    {isQuotedAlone({ claimId, words, ...one }, skeleton)
                      ? say("let-go.only-quoted")
                      : say("choose.lacks", { words: words.join("”, “") })}
                  </strong>{" "}
                  <button
                    type="button"
                    className="quiet"
                    disabled={isBusy}
                    onClick={() => settle(gone.filter(({ subjectId }) => subjectId === claimId))}
                  >
                    {say("choose.these-words-may-go")}
                  </button>
                </p>
                {gone
                  .filter(({ subjectId }) => subjectId === claimId)
                  .slice(0, 1)
                  .map((finding) => (
                    <Fragment key={claimId}>
                      <Stopping finding={finding} />
                      <Besides claimId={claimId} />
                      <BackToPassages claimId={claimId} />
                      <AnotherPassage claimId={claimId} />
                      <StateMyself claimId={claimId} className="quiet" />
                      {view.draft ? <FindingWords draft={view.draft} finding={finding} /> : null}
                    </Fragment>
                  ))}
              </li>
            ))}
          </ul>
          {lettingGo(gone, skeleton).length > 1 ? (
            <button type="button" disabled={isBusy} onClick={() => settle(gone)}>
              {say("choose.all-of-these-words-may-go")}
            </button>
          ) : null}
        </section>
      )}
      {open.length === 0 ? null : (
        <section className="block findings" data-unanswered="">
          <h2>{say("wants.this-of-the-letter-is-not-answered")}</h2>
          <ul>
            {open.map((finding) => (
              <li key={finding.subjectId}>
                <p>
                  <q>{parts.find(({ partId }) => partId === finding.subjectId)?.span?.excerpt}</q>
                </p>
                <Leave of={[finding]} />
              </li>
            ))}
          </ul>
          {open.length > 1 ? (
            <>
              <p>{say("choose.all-of-these-together")}</p>
              <Leave of={open} />
            </>
          ) : null}
        </section>
      )}
    </>
  );
};
