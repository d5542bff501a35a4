import { create } from "@bufbuild/protobuf";
import { lazy, Suspense, useState } from "react";
import { DraftTextProposalSchema } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { dateInWords } from "../../export/days.ts";
import { frameGaps, type UnvouchedLaw, unvouchedLaw } from "../../show/before-final.ts";
import { addLateTexts } from "../words/late-texts.ts";
import { useWords } from "../words/use-words.ts";
import { propose } from "./deeds.ts";
import { DropClaim } from "./drop-claim.tsx";
import { useRun } from "./run-store.ts";
import { useClaimChange } from "./use-claim-change.ts";

addLateTexts();

const FetchLaw = lazy(async () => ({ default: (await import("../law/fetch-law.tsx")).FetchLaw }));

/** What a person is told before the letter goes out: law of which nobody vouches that it holds, and what the letter lacks of herself. */
export const BeforeFinal = () => (
  <>
    <Unvouched />
    <Gaps />
  </>
);

const Unvouched = () => {
  const { view } = useRun();
  const { say } = useWords();
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const keyOf = ({ claimId, address }: UnvouchedLaw): string => `${claimId} ${address}`;
  const left = unvouchedLaw(view).filter((one) => !kept.has(keyOf(one)));
  if (left.length === 0) return null;
  return (
    <section className="block" data-unvouched-law="">
      <h2>{say("unvouched.heading")}</h2>
      <ul>
        {left.map((law) => (
          <li key={keyOf(law)}>
            <OneLaw law={law} />
            <p>
              <button type="button" className="quiet" onClick={() => setKept(new Set([...kept, keyOf(law)]))}>
                {say("unvouched.keep-it")}
              </button>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
};

const OneLaw = ({ law: { claimId, address, lawId, from, on } }: { readonly law: UnvouchedLaw }) => {
  const { isBusy } = useRun();
  const { say, speech } = useWords();
  const change = useClaimChange();
  const inWords = (day: string): string => dateInWords(day, speech.locale) || day;
  return (
    <>
      <p>{say("unvouched.told", { address, from: inWords(from), on: inWords(on) })}</p>
      {lawId === "" ? null : (
        <p className="row">
          <Suspense>
            <FetchLaw lawId={lawId} on={on} />
          </Suspense>
          <button
            type="button"
            className="quiet"
            disabled={isBusy}
            onClick={() => void change(claimId, { lawDate: on })}
          >
            {say("unvouched.look-again", { on: inWords(on) })}
          </button>
        </p>
      )}
      <DropClaim claimId={claimId} />
    </>
  );
};

/** The fields of the letter that nobody filled in, to fill in or to pass by. */
const Gaps = () => {
  const { act, clients, isBusy, view } = useRun();
  const { say } = useWords();
  const [isPassed, setIsPassed] = useState(false);
  const [said, setSaid] = useState<Readonly<Record<string, string>>>({});
  const gaps = frameGaps(view);
  if (gaps.length === 0 || isPassed) return null;
  const lines = (said.sender ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const place = (said.place ?? "").trim();
  const name = view.draft?.frame?.sender[0] ?? "";
  const sender = lines.length === 0 ? [] : [...(name === "" ? [] : [name]), ...lines];
  const value = create(DraftTextProposalSchema, {
    frame: { ...(sender.length === 0 ? {} : { sender }), ...(place === "" ? {} : { place }) },
  });
  return (
    <section className="block" data-frame-gaps="">
      <h2>{say(gaps.length === 2 ? "gap.both" : gaps[0] === "sender" ? "gap.sender" : "gap.place")}</h2>
      {gaps.map((gap) => (
        <label key={gap} htmlFor={`gap-${gap}`} className="field field-wide">
          {say(gap === "sender" ? "gap.your-address" : "page.place")}
          {gap === "sender" ? (
            <textarea
              id="gap-sender"
              rows={2}
              value={said.sender ?? ""}
              maxLength={600}
              onChange={({ target }) => setSaid({ ...said, sender: target.value })}
            />
          ) : (
            <input
              id="gap-place"
              value={said.place ?? ""}
              maxLength={120}
              onChange={({ target }) => setSaid({ ...said, place: target.value })}
            />
          )}
        </label>
      ))}
      <p className="row">
        <button
          type="button"
          disabled={isBusy || sender.length + place.length === 0}
          onClick={() => void act((shown) => propose(clients, shown, { case: "draftText", value }))}
        >
          {say("page.save")}
        </button>
        <button type="button" className="quiet" onClick={() => setIsPassed(true)}>
          {say("gap.leave-it")}
        </button>
      </p>
    </section>
  );
};
