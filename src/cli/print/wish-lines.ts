import { textIn } from "#kit/localised.ts";
import { writtenDay } from "#kit/months.ts";
import { ClaimAct, type WorkflowProfile } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import type { RunView } from "../../client/run-view.ts";
import type { Speech } from "../../messages/speech.ts";
import { oneLine, wrap } from "../text/plain.ts";

/** What a person wants and what must not be said, each with the number by which it is changed. */
export const wishLines = ({ intent }: RunView, speech: Speech): string[] => {
  const demands = (intent?.demands ?? []).map(({ text, sum, dueDate }) =>
    [text, sum, writtenDay(dueDate, speech.locale)].filter((part) => part !== "").join("  |  "),
  );
  return [
    ...listed(speech.phrase("wants.what-you-want"), demands),
    ...listed(speech.phrase("wants.what-must-not-be-said"), intent?.unsaid ?? []),
  ];
};

const listed = (title: string, texts: readonly string[]): string[] =>
  texts.length === 0
    ? []
    : [
        title,
        ...texts.flatMap((text, at) => {
          const [first = "", ...rest] = wrap(oneLine(text, 1_200), 88);
          return [`${String(at + 1).padStart(3)}   ${first}`, ...rest.map((line) => `      ${line}`)];
        }),
        "",
      ];

/** What a person is asked so that it can be said what is wanted, in the words of the kind of memo. */
export const demandQuestion = (profile: Pick<WorkflowProfile, "claimKinds"> | undefined, speech: Speech): string => {
  const asking = profile?.claimKinds.find(({ act, asks }) => act === ClaimAct.ASKS && asks.length > 0);
  return textIn(asking?.asks ?? [], speech.locale) || speech.phrase("wants.what-do-you-want-to-reach");
};

/** What the kind of memo is not for, so that a person chooses another way in time. */
export const cautionLines = ({ profile }: RunView, speech: Speech): string[] => {
  const lines = (profile?.notFor ?? []).map(({ text }) => textIn(text, speech.locale)).filter((text) => text !== "");
  return lines.length === 0 ? [] : [...lines.flatMap((line) => wrap(line, 92)), ""];
};

/** What the other side will say, with numbers to take it up by. */
export const adverseLines = ({ profile }: RunView, speech: Speech): string[] => {
  const texts = (profile?.adversePoints ?? []).map(({ text }) => textIn(text, speech.locale));
  return listed(speech.phrase("wants.what-the-other-side-will-say"), texts);
};
