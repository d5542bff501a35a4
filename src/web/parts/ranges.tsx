/** A text with stretches marked, each in code points, half-open; those that overlap are one. */
export const Ranges = ({
  text,
  ranges,
}: {
  readonly text: string;
  readonly ranges: readonly { readonly startChar: number; readonly endChar: number }[];
}) => {
  const points = [...text];
  const isMarked = points.map((_, at) => ranges.some(({ startChar, endChar }) => startChar <= at && at < endChar));
  const parts: { words: string; marked: boolean; at: number }[] = [];
  for (const [at, point] of points.entries()) {
    const last = parts.at(-1);
    const marked = isMarked[at] ?? false;
    if (last && last.marked === marked) last.words += point;
    else parts.push({ words: point, marked, at });
  }
  return (
    <bdi>
      {parts.map(({ words, marked, at }) => (marked ? <mark key={at}>{words}</mark> : <span key={at}>{words}</span>))}
    </bdi>
  );
};
