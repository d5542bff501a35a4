import { create, type DescField } from "@bufbuild/protobuf";
import { useCallback, useState } from "react";
import type { DraftText } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { type MemoFrame, MemoFrameSchema } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import { lineLabel } from "../../cli/print/frame-lines.ts";
import { mendDraft } from "../../client/mend-draft.ts";
import { dateInWords } from "../../export/days.ts";
import { type PlainId, speechOf } from "../../messages/speech.ts";
import { DayField } from "../parts/day-field.tsx";
import { useWords } from "../words/use-words.ts";
import { propose } from "./deeds.ts";
import { type Unsent, useRun } from "./run-store.ts";
import { useUnsent } from "./use-unsent.ts";

/** The fields a person may say, as they are called on the wire. */
const fields = MemoFrameSchema.fields.filter(({ message }) => message === undefined);
/** Fields that no letter has by itself have no name here; a profile names those it has. */
const isOfLetter = ({ localName }: DescField): boolean => localName in fieldNames;
const above = [
  "sender",
  "addressee",
  "place",
  "date",
  "theirReference",
  "ownReference",
  "subject",
  "salutation",
] as const;
const below = ["term", "closing", "signature", "enclosures"] as const;

/** What each field of a letter is called. */
const fieldNames = {
  place: "page.place",
  date: "screen.date",
  sender: "page.sender",
  addressee: "page.addressee",
  subject: "page.subject",
  theirReference: "page.theirreference",
  ownReference: "page-letter.own-reference",
  salutation: "page.salutation",
  closing: "page.closing",
  signature: "page.signature",
  term: "page.term",
  enclosures: "page.enclosures",
} as const satisfies Readonly<Record<string, PlainId>>;

type Field = keyof typeof fieldNames;

/** The fields that stand behind their name. */
const namedFields: ReadonlySet<Field> = new Set(["subject", "theirReference", "ownReference", "enclosures"]);

/** What stands around the text, above it or below it, as it will be printed: in the language of the memo. */
export const FrameLines = ({
  frame,
  part,
}: {
  readonly frame: MemoFrame | undefined;
  readonly part: "above" | "below";
}) => {
  const { locale, phrase: say } = speechOf(useRun().view.context.locale);
  if (!frame) return null;
  const names = part === "above" ? above : below;
  return (
    <div className={`frame frame-${part}`}>
      {names.map((name) => {
        const value = frame[name];
        const lines = (typeof value === "string" ? [value] : value).filter(Boolean);
        if (lines.length === 0) return null;
        const isNamed = namedFields.has(name);
        return (
          <p key={name} className={`frame-${name}`}>
            {isNamed ? <span className="frame-name">{say(fieldNames[name])}:</span> : null}{" "}
            {lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines of a frame may be equal
              <span key={at} className="frame-line">
                {name === "date" ? dateInWords(line, locale) || line : line}
              </span>
            ))}
          </p>
        );
      })}
    </div>
  );
};

const linesOf = (frame: MemoFrame | undefined, localName: string): string => {
  const value = (frame?.[localName as keyof MemoFrame] ?? "") as string | readonly string[];
  return typeof value === "string" ? value : value.join("\n");
};

/** The frame as a form: what is emptied is left out of the letter. */
export const FrameForm = ({ draft, isItem }: { readonly draft: DraftText; readonly isItem: boolean }) => {
  const { say, speech } = useWords();
  const { act, clients, isBusy, view } = useRun();
  const lines = view.profile?.frame?.lines ?? [];
  const [said, setSaid] = useState<Readonly<Record<string, string>>>({});
  const { frame } = draft;
  const send = useCallback<Unsent>(
    async (context) => {
      const after = await propose(clients, context, { case: "draftText", value: frameSaid(said) });
      setSaid({});
      return after;
    },
    [clients, said],
  );
  useUnsent(Object.keys(said).length === 0 ? undefined : send);
  if (!isItem && !frame) return null;
  const save = async () => {
    const value = { ...mendDraft(draft, [], view).proposal, ...frameSaid(said) };
    if (await act((shown) => propose(clients, shown, { case: "draftText", value }))) setSaid({});
  };
  return (
    <details className="more block">
      <summary>{say("page.change-what-stands-around-it")}</summary>
      {fields.map((field) => {
        const { localName, name } = field;
        const line = lines.find((one) => one.field === name);
        if (!line && !isOfLetter(field)) return null;
        const isDay = line?.dayOnly ?? name === "date";
        const shared = {
          value: said[localName] ?? linesOf(frame, localName),
          onChange: (event: { target: { value: string } }) => setSaid({ ...said, [localName]: event.target.value }),
        };
        return (
          <label key={localName} htmlFor={`frame-${localName}`} className="field field-wide">
            {line
              ? lineLabel(line.label, speech.locale)
              : localName in fieldNames
                ? say(fieldNames[localName as Field])
                : localName}
            {isDay ? (
              <DayField
                day={shared.value}
                onDay={(day) => setSaid({ ...said, [localName]: day })}
                id={`frame-${localName}`}
                keepsWords
              />
            ) : isList(localName) ? (
              <textarea id={`frame-${localName}`} rows={2} {...shared} />
            ) : (
              <input id={`frame-${localName}`} {...shared} />
            )}
          </label>
        );
      })}
      <button type="button" disabled={isBusy || Object.keys(said).length === 0} onClick={() => void save()}>
        {say("page.save")}
      </button>
    </details>
  );
};

/** The lines that were typed, and those that were emptied. */
const frameSaid = (said: Readonly<Record<string, string>>) => {
  const filled = Object.entries(said).filter(([, text]) => text.trim() !== "");
  const values = filled.map(([name, text]) => [name, isList(name) ? splitLines(text) : text.trim()]);
  return {
    frame: create(MemoFrameSchema, Object.fromEntries(values)),
    dropFrameFields: fields
      .filter(({ localName }) => localName in said && said[localName]?.trim() === "")
      .map(({ name }) => name),
  };
};

const isList = (localName: string): boolean =>
  fields.find((field) => field.localName === localName)?.fieldKind === "list";

const splitLines = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
