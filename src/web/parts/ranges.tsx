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
}

/** A text with stretches marked, each in code points, half-open; those that overlap are one. */
export const Ranges = ({ text, ranges, compared = [] }: RangesProps) => {
  const parts: { words: string; marked: boolean; told: Told; at: number }[] = [];
  for (const [at, point] of [...text].entries()) {
    const holds = ({ startChar, endChar }: Chars): boolean => startChar <= at && at < endChar;
    const marked = ranges.some(holds);
    const word = compared.find(holds);
    const told = word === undefined ? "" : word.isAlone ? "alone" : "both";
    const last = parts.at(-1);
    if (last && last.marked === marked && last.told === told) last.words += point;
    else parts.push({ words: point, marked, told, at });
  }
  return (
    <bdi>
      {parts.map(({ at, words, marked, told }) => (
        <Part key={at} isMarked={marked} told={told}>
          {words}
        </Part>
      ))}
    </bdi>
  );
};

interface PartProps {
  readonly isMarked: boolean;
  readonly told: Told;
  readonly children: string;
}

const Part = ({ isMarked, told, children }: PartProps) => {
  const className = told === "" ? undefined : `compare-${told}`;
  return isMarked ? <mark className={className}>{children}</mark> : <span className={className}>{children}</span>;
};
