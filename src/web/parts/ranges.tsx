interface Chars {
  readonly startChar: number;
  readonly endChar: number;
}

type Told = "" | "both" | "alone";

interface RangesProps {
  readonly text: string;
  readonly ranges: readonly Chars[];
  /** What is to be compared with another text, and whether that says nothing of the kind. */
  readonly compared?: readonly (Chars & { readonly isAlone: boolean })[];
  /** What the source shows struck through. */
  readonly struck?: readonly Chars[];
  /** What nobody sees who reads the source. */
  readonly unseen?: readonly Chars[];
}

interface Look {
  readonly isMarked: boolean;
  readonly told: Told;
  readonly isStruck: boolean;
  readonly isUnseen: boolean;
}

/** A text with stretches marked, each in code points, half-open; those that overlap are one. */
export const Ranges = ({ text, ranges, compared = [], struck = [], unseen = [] }: RangesProps) => {
  const parts: { words: string; look: Look; at: number }[] = [];
  for (const [at, point] of [...text].entries()) {
    const holds = ({ startChar, endChar }: Chars): boolean => startChar <= at && at < endChar;
    const word = compared.find(holds);
    const look: Look = {
      isMarked: ranges.some(holds),
      told: word === undefined ? "" : word.isAlone ? "alone" : "both",
      isStruck: struck.some(holds),
      isUnseen: unseen.some(holds),
    };
    const last = parts.at(-1);
    if (last && isSame(last.look, look)) last.words += point;
    else parts.push({ words: point, look, at });
  }
  return (
    <bdi>
      {parts.map(({ at, words, look }) => (
        <Part key={at} look={look}>
          {words}
        </Part>
      ))}
    </bdi>
  );
};

const isSame = (one: Look, other: Look): boolean =>
  one.isMarked === other.isMarked &&
  one.told === other.told &&
  one.isStruck === other.isStruck &&
  one.isUnseen === other.isUnseen;

const Part = ({
  look: { isMarked, told, isStruck, isUnseen },
  children,
}: {
  readonly look: Look;
  readonly children: string;
}) => {
  const classes = [told === "" ? "" : `compare-${told}`, isUnseen ? "unseen-words" : ""].filter(Boolean).join(" ");
  const words = isStruck ? <s>{children}</s> : children;
  const className = classes || undefined;
  return isMarked ? <mark className={className}>{words}</mark> : <span className={className}>{words}</span>;
};
