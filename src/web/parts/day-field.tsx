import { useId, useState } from "react";
import { dayTyped } from "../../cli/text/day-typed.ts";
import { useWords } from "../words/use-words.ts";
import { DayWords } from "./day-words.tsx";

/**
 * A day that a person types as it is written in the page's languages (`26-10-2026`, `26 oktober 2026`), with the day in words behind it. A browser's own field
 * takes the order of numbers of the browser, whatever language the page has, and so a person may say another day than she means.
 */
export const DayField = ({
  day,
  onDay,
  label,
  id,
  keepsWords = false,
}: {
  /** ISO 8601; empty: none. */
  readonly day: string;
  /** Takes the day once it is one of the calendar, and none while it is not. */
  readonly onDay: (day: string) => void;
  /** Whether words that are no day are handed on as they are, for what is saved with them: it is refused, and nothing is lost. */
  readonly keepsWords?: boolean;
  /** What the field is called where no label stands around it. */
  readonly label?: string;
  /** The id of the field, for a label that names it. */
  readonly id?: string;
}) => {
  const { say } = useWords();
  const [typed, setTyped] = useState<string>();
  const [isLeft, setIsLeft] = useState(true);
  const hint = useId();
  const isNoDay = isLeft && typed !== undefined;
  const change = (words: string) => {
    setTyped(words);
    setIsLeft(false);
    onDay(dayTyped(words.trim()) ?? (keepsWords ? words.trim() : ""));
  };
  const leave = () => {
    setIsLeft(true);
    if (typed !== undefined && (typed.trim() === "" || dayTyped(typed.trim()) !== undefined)) setTyped(undefined);
  };
  return (
    <>
      <input
        data-day=""
        {...(id === undefined ? {} : { id })}
        autoComplete="off"
        size={16}
        maxLength={30}
        placeholder={say("page.day-form")}
        value={typed ?? asTyped(day)}
        {...(label === undefined ? {} : { "aria-label": label })}
        aria-invalid={isNoDay}
        aria-describedby={hint}
        onChange={({ target }) => change(target.value)}
        onBlur={leave}
      />
      <span id={hint}>
        {isNoDay ? <span className="note">{say("page.this-is-no-day")}</span> : <DayWords day={dayTyped(day) ?? ""} />}
      </span>
    </>
  );
};

/** `26-10-2026` of an ISO 8601 date; what is none stays as it is. */
const asTyped = (day: string): string => day.replace(/^(\d{4})-(\d\d)-(\d\d)$/u, "$3-$2-$1");
