import { OrchestratorState as State } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { AssertionAnswer, ItemDecision } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import type { Speech } from "../../messages/speech.ts";
import { aboutItem } from "../print/item-text.ts";
import { answerNamed, shownAnswers } from "../print/letter-lines.ts";
import { lookLine } from "../print/look-words.ts";
import { roleTyped, typedRoles } from "../print/role-words.ts";
import { spokenLine } from "../print/spoken-line.ts";
import { oneLine } from "../text/plain.ts";
import { type GoAnswer, signOf } from "./answer.ts";
import type { Led } from "./lead.ts";
import type { Writer } from "./people.ts";

/** Asks a person one question; undefined where nobody can be asked. */
export type Ask = (question: string) => Promise<string | undefined>;

/**
 * Asks what a run waits for, one question at a time, and returns it as one answer; undefined where nobody answers, or where
 * the person wants to stop here.
 */
export const askPerson = async (
  { view, wait }: Led,
  writers: readonly Writer[],
  ask: Ask,
  speech: Speech,
): Promise<GoAnswer | undefined> => {
  const asked: Asked = { view, ask, speech };
  const none = { isYes: false, sign: signOf(view.context.version), seen: [], rejected: [], said: [] };
  if (wait === "letter") {
    const said = await askAssertions(asked);
    return said.length === 0 ? undefined : { ...none, said };
  }
  if (wait !== "review") return undefined;
  const said = view.context.state === State.INTENT_SEED ? await askPeople(asked, writers) : [];
  const looks = await askLooks(asked);
  const isYes = await isAgreed(asked);
  return isYes === undefined || looks === undefined
    ? undefined
    : {
        ...none,
        isYes,
        said,
        seen: looks.seen,
        rejected: [...looks.rejected, ...(isYes ? [] : await askRejected(asked))],
      };
};

interface Asked extends Pick<Led, "view"> {
  readonly ask: Ask;
  readonly speech: Speech;
}

const isYes = (answer: string): boolean => /^(?:j|ja|y|yes)$/iu.test(answer.trim());

const askAssertions = async ({ view, ask, speech }: Asked): Promise<string[]> => {
  const said: string[] = [];
  const choices = shownAnswers(speech.locale);
  for (const { partId, span } of view.letterReading?.assertions ?? []) {
    const number = partId.split(":")[1] ?? "";
    const words = `${number}  “${oneLine(span?.excerpt ?? "", 400)}”\n   (${choices.join(", ")}) `;
    let answer = await ask(words);
    while (answer !== undefined && answer.trim() !== "" && answerNamed(answer) === undefined)
      answer = await ask(`   (${choices.join(", ")}) `);
    if (answer === undefined) return said;
    if (answer.trim() === "") continue;
    const why =
      answerNamed(answer) === AssertionAnswer.WRONG ? ((await ask(`   ${speech.phrase("go.why-not")}`)) ?? "") : "";
    said.push(`${number}=${answer.trim()}${why.trim() === "" ? "" : `: ${why.trim()}`}`);
  }
  return said;
};

const askPeople = async ({ view, ask, speech }: Asked, writers: readonly Writer[]): Promise<string[]> => {
  const said: string[] = [];
  for (const { name, address } of writers) {
    const who = name || address;
    const choices = typedRoles(speech.locale, view.profile).join(", ");
    let answer = await ask(speech.phrase("go.what-is-in-this-case-nothing-leave-it-open", { who, choices }));
    while (answer !== undefined && answer.trim() !== "" && roleTyped(answer, view.profile) === undefined)
      answer = await ask(`   (${choices}) `);
    if (answer === undefined) return said;
    if (answer.trim() !== "") said.push(`${who}=${answer.trim()}`);
  }
  return said;
};

/** Each item with looks by itself: shown with what was seen, then taken or left out. */
const askLooks = async ({ view, ask, speech }: Asked) => {
  const seen: string[] = [];
  const rejected: string[] = [];
  const open = view.context.items.filter(
    ({ decision, looks }) => decision === ItemDecision.UNSPECIFIED && looks.length > 0,
  );
  for (const { itemId, looks } of open) {
    const about = [
      `${speech.itemName(itemId)}: ${aboutItem(view, itemId, speech)}`,
      spokenLine(view, itemId, speech),
      ...looks.map((look) => speech.phrase("go.mind", { lookLine: lookLine(look, speech) })),
    ];
    const answer = await ask(
      `${about.filter(Boolean).join("\n   ")}\n   ${speech.phrase("go.you-have-seen-this-and-take-it-y-n")}`,
    );
    if (answer === undefined) return undefined;
    (isYes(answer) ? seen : rejected).push(itemId);
  }
  return { seen, rejected };
};

const isAgreed = async ({ view, ask, speech }: Asked): Promise<boolean | undefined> => {
  const question =
    view.context.state === State.DRAFT
      ? speech.phrase("go.is-the-letter-right-as-it-stands-and-final-y")
      : speech.phrase("go.is-the-rest-right-y-n");
  const answer = await ask(question);
  return answer === undefined ? undefined : isYes(answer);
};

const askRejected = async ({ ask, speech }: Asked): Promise<string[]> => {
  const answer = (await ask(speech.phrase("go.what-do-you-leave-out-its-names-with-spaces"))) ?? "";
  return answer.split(/\s+/u).filter(Boolean);
};
