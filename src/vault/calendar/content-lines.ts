/** One property of a calendar (RFC 5545 3.1): name and parameters in upper case, values as written. */
export interface CalendarProperty {
  readonly name: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly value: string;
}

/** BEGIN … END with what stands between. Lines are bytes `start` to `end` of the file. */
export interface CalendarComponent {
  readonly name: string;
  readonly start: number;
  end: number;
  /** The component's own lines, each with its place; those of components inside are not among them. */
  readonly lines: { readonly start: number; readonly end: number }[];
  readonly children: CalendarComponent[];
}

const depthMax = 20;
const [lineFeed, space, tab] = [0x0a, 0x20, 0x09];

/**
 * The components of a calendar file by their places in the bytes, so that a part of the file can be taken out as it
 * stands. Lenient: an END that fits nothing is passed over, a component that never ends does so with the file.
 */
export const calendarComponents = (bytes: Uint8Array): CalendarComponent[] => {
  const root: CalendarComponent = { name: "", start: 0, end: bytes.length, lines: [], children: [] };
  const open = [root];
  for (const line of logicalLines(bytes)) {
    const head = latin1(bytes, line.start, Math.min(line.end, line.start + 80)).trim();
    const begins = /^BEGIN:([\w-]{1,60})$/i.exec(head)?.[1]?.toUpperCase();
    const ends = /^END:([\w-]{1,60})$/i.exec(head)?.[1]?.toUpperCase();
    const inner = open.at(-1) as CalendarComponent;
    if (begins !== undefined && open.length <= depthMax) {
      const made: CalendarComponent = { name: begins, start: line.start, end: bytes.length, lines: [], children: [] };
      inner.children.push(made);
      open.push(made);
    } else if (ends !== undefined) close(open, ends, line.end);
    else inner.lines.push(line);
  }
  return root.children;
};

const close = (open: CalendarComponent[], name: string, end: number): void => {
  const at = open.findLastIndex((component) => component.name === name);
  if (at <= 0) return;
  for (const component of open.splice(at)) component.end = end;
};

/** Lines with their folded continuations, as places in the bytes, line ends included. */
function* logicalLines(bytes: Uint8Array): Generator<{ start: number; end: number }> {
  let start = 0;
  while (start < bytes.length) {
    let end = lineEnd(bytes, start);
    while (bytes[end] === space || bytes[end] === tab) end = lineEnd(bytes, end);
    yield { start, end };
    start = end;
  }
}

const lineEnd = (bytes: Uint8Array, at: number): number => {
  const end = bytes.indexOf(lineFeed, at);
  return end < 0 ? bytes.length : end + 1;
};

const latin1 = (bytes: Uint8Array, start: number, end: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("latin1");

/** A line as a property; undefined for what is none. Unfolds, and takes quotes off parameters (RFC 6868 escapes undone). */
export const propertyOf = (line: string): CalendarProperty | undefined => {
  const unfolded = line.replace(/\r?\n[ \t]/g, "").replace(/[\r\n]+$/, "");
  const name = /^[A-Za-z0-9-]{1,100}/.exec(unfolded)?.[0];
  if (name === undefined) return undefined;
  const parameters: Record<string, string> = {};
  let at = name.length;
  while (unfolded[at] === ";") {
    const parameter = /^;([A-Za-z0-9-]{1,100})(?:=((?:"[^"]*"|[^":;])*))?/.exec(unfolded.slice(at, at + 4_000));
    if (parameter === null) return undefined;
    parameters[(parameter[1] ?? "").toUpperCase()] ??= caret((parameter[2] ?? "").replaceAll('"', ""));
    at += parameter[0].length;
  }
  return unfolded[at] === ":" ? { name: name.toUpperCase(), parameters, value: unfolded.slice(at + 1) } : undefined;
};

const caret = (value: string): string =>
  value.replace(/\^(n|\^|')/g, (_, escaped: string) => (escaped === "n" ? "\n" : escaped === "'" ? '"' : "^"));

/** TEXT values (RFC 5545 3.3.11). */
export const unescapeText = (value: string): string =>
  value.replace(/\\([nN\\;,])/g, (_, escaped: string) => (escaped.toLowerCase() === "n" ? "\n" : escaped));
