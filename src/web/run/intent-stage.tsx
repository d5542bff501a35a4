import { useCallback, useMemo, useState } from "react";
import { textIn } from "#kit/localised.ts";
import type { IntentSeed } from "../../../gen/pincite/memo/v1/intent_pb.ts";
import type { WorkflowProfile } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { roleTyped, speakerWord } from "../../cli/print/role-words.ts";
import { strangersAmong, type Writer, writersAmong } from "../../client/writers.ts";
import { localeOf } from "../../messages/locale.ts";
import { DayField } from "../parts/day-field.tsx";
import { languageName } from "../words/language-name.ts";
import { useWords } from "../words/use-words.ts";
import { confirmPlain, plainItems, propose } from "./deeds.ts";
import { Documents } from "./documents.tsx";
import { LawDetails } from "./law-details.tsx";
import { LetterApart } from "./letter-apart.tsx";
import { loadView } from "./load-view.ts";
import { partiesChosen, rolesPresumed } from "./parties-chosen.ts";
import { type Unsent, useRun } from "./run-store.ts";
import { useDocs } from "./use-docs.ts";
import { useUnsent } from "./use-unsent.ts";
import { WhoIsWho } from "./who-is-who.tsx";
import { isWished, nothingWished, type SaidWishes, Wishes, wishesProposed } from "./wishes.tsx";

/** What a person changed of the intent; what is absent stands as it is. */
interface Said {
  readonly goal?: string;
  readonly tone?: string;
  readonly sections?: string;
  readonly referenceDate?: string;
}

/** The first stage: the documents, the letter that is answered, what the memo is for and who is who. */
export const IntentStage = () => {
  const { clients, view } = useRun();
  const { say, speech } = useWords();
  const { intent, profile } = view;
  const docs = useDocs(view.context.strandId);
  const [said, setSaid] = useState<Said>({});
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const [wishes, setWishes] = useState<SaidWishes>(nothingWished);
  const writers = useMemo(() => strangersAmong(writersAmong(docs.docs), intent), [docs.docs, intent]);
  const roles = useMemo(
    () => new Map([...rolesPresumed(writers, intent, speakerWord(speech.locale, profile)), ...chosen]),
    [writers, intent, profile, speech.locale, chosen],
  );
  const send = useCallback<Unsent>(
    async (context) => {
      // A letter that was read meanwhile has named parties of its own.
      const now = context.version === view.context.version ? intent : (await loadView(clients, context)).intent;
      // What was shown is confirmed before it is changed: a change begins from what is confirmed.
      const kept = plainItems({ context }).length > 0 ? await confirmPlain(clients, { context }) : context;
      const after = await propose(
        clients,
        kept,
        {
          case: "intentSeed",
          value: { ...proposalSaid(now, said, roles, writers, profile), ...wishesProposed(wishes, now) },
        },
        { confirm: true },
      );
      setSaid({});
      setChosen(new Map());
      setWishes(nothingWished);
      return after;
    },
    [clients, view, intent, said, roles, writers, profile, wishes],
  );
  const goal = said.goal ?? intent?.goal ?? "";
  const isSaid = Object.keys(said).length > 0 || roles.size > 0 || isWished(wishes);
  useUnsent(isSaid && goal.trim() !== "" ? send : undefined);
  const inOther =
    localeOf(view.context.locale) === speech.locale
      ? ""
      : say("page.your-letter-is-in-another-language", { language: languageName(view.context.locale, speech.locale) });
  const cautions = [...(profile?.notFor ?? []).map(({ text }) => textIn(text, speech.locale)), inOther].filter(Boolean);
  const field = (name: keyof Said) => ({
    value: said[name] ?? textOf(intent, name),
    onChange: (event: { target: { value: string } }) => setSaid({ ...said, [name]: event.target.value }),
  });
  return (
    <>
      {cautions.length === 0 ? null : (
        <section className="block">
          {cautions.map((text) => (
            <p key={text} className="note">
              {text}
            </p>
          ))}
        </section>
      )}
      <Documents docs={docs} />
      <LetterApart isAnswered={false} />
      <section className="block">
        <label className="field field-wide">
          <h2>{say("page.what-is-the-letter-for")}</h2>
          <small>{say("page.a-sentence-here-becomes-a-point")}</small>
          <textarea rows={3} maxLength={8000} {...field("goal")} />
        </label>
        <Wishes intent={intent} profile={profile} said={wishes} onSay={setWishes} />
        {writers.length === 0 && intent === undefined ? null : (
          <WhoIsWho
            parties={intent?.parties ?? []}
            writers={writers}
            roles={roles}
            profile={profile}
            onSay={(key, role) => setChosen(new Map([...chosen, [key, role]]))}
          />
        )}
        <details className="more">
          <summary>{say("page.more-about-this-memo")}</summary>
          <label className="field">
            {say("page.the-law-is-read-as-it-was-on")}
            <DayField
              day={said.referenceDate ?? textOf(intent, "referenceDate")}
              onDay={(referenceDate) => setSaid({ ...said, referenceDate })}
            />
          </label>
          <label className="field">
            {say("page.tone")}
            <input
              maxLength={200}
              placeholder={say("page.tone-as-usual")}
              value={said.tone ?? (intent?.tone === profile?.defaultTone ? "" : textOf(intent, "tone"))}
              onChange={({ target }) => setSaid({ ...said, tone: target.value })}
            />
          </label>
          <label className="field field-wide">
            {say("page.headings")} <small>({say("page.one-a-line-empty-as-is-usual")})</small>
            <textarea rows={4} {...field("sections")} />
          </label>
        </details>
      </section>
      <LawDetails />
    </>
  );
};

const textOf = (intent: IntentSeed | undefined, name: keyof Said): string => {
  const value = intent?.[name] ?? "";
  return typeof value === "string" ? value : value.join("\n");
};

/** The intent as it stands, with what a person changed. */
const proposalSaid = (
  intent: IntentSeed | undefined,
  said: Said,
  roles: ReadonlyMap<string, string>,
  writers: readonly Writer[],
  profile: WorkflowProfile | undefined,
) => ({
  goal: said.goal ?? intent?.goal ?? "",
  tone: said.tone ?? intent?.tone ?? "",
  sections: (said.sections ?? textOf(intent, "sections"))
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean),
  audience: intent?.audience ?? "",
  locale: intent?.locale ?? "",
  referenceDate: said.referenceDate ?? intent?.referenceDate ?? "",
  parties: partiesChosen(roles, writers, intent?.parties ?? [], (said) => roleTyped(said, profile)),
});
