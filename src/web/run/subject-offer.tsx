import { create } from "@bufbuild/protobuf";
import { DraftTextProposalSchema } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { subjectOffer } from "../../show/subject-offer.ts";
import { addLateTexts } from "../words/late-texts.ts";
import { useWords } from "../words/use-words.ts";
import { propose } from "./deeds.ts";
import { useRun } from "./run-store.ts";

addLateTexts();

/** What she said the letter is for, to stand above it as what it is about. */
export const SubjectOffer = () => {
  const { act, clients, isBusy, view } = useRun();
  const { say } = useWords();
  const subject = subjectOffer(view);
  if (subject === "") return null;
  const value = create(DraftTextProposalSchema, { frame: { subject } });
  return (
    <p className="block" data-subject-offer="">
      {say("subject.you-said-what-the-letter-is-for", { subject })}{" "}
      <button
        type="button"
        className="quiet"
        disabled={isBusy}
        onClick={() => void act((shown) => propose(clients, shown, { case: "draftText", value }))}
      >
        {say("subject.put-it-there")}
      </button>
    </p>
  );
};
