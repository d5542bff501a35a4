/** One server-sent event: its name, `message` where it has none, and its data. */
export interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

/** The bytes are not an event stream in UTF-8, or one line of it is longer than any event. */
export class EventStreamMalformed extends Error {}

/**
 * Reads server-sent events (WHATWG HTML, section 9.2) however the bytes were cut into chunks. An event that was not ended
 * by an empty line before the stream ended is dropped, as the specification says.
 *
 * Errors: EventStreamMalformed.
 */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>, lineCharsMax: number): AsyncIterable<ServerEvent> {
  let name = "";
  let data: string[] = [];
  for await (const line of readLines(chunks, lineCharsMax)) {
    if (line === "") {
      if (data.length > 0) yield { name: name || "message", data: data.join("\n") };
      name = "";
      data = [];
      continue;
    }
    const [field, value] = fieldOf(line);
    if (field === "event") name = value;
    if (field === "data") data.push(value);
  }
}

/** A line's field and value; a comment has the empty field. */
const fieldOf = (line: string): [field: string, value: string] => {
  const colon = line.indexOf(":");
  if (colon < 0) return [line, ""];
  return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, "")];
};

async function* readLines(chunks: AsyncIterable<Uint8Array>, lineCharsMax: number): AsyncIterable<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let pending: string[] = [];
  let chars = 0;
  // Split only when a line can have ended, so that one long line in many small pieces costs no more than its length.
  let mayEnd = false;
  for await (const chunk of chunks) {
    const piece = decoded(decoder, chunk);
    pending.push(piece);
    chars += piece.length;
    mayEnd ||= /[\r\n]/.test(piece);
    if (mayEnd && piece !== "") {
      // A carriage return at the very end may be half of a line end, so it waits for what follows.
      const lines = pending.join("").split(/\r\n|\n|\r(?!$)/);
      const rest = lines.pop() as string;
      yield* lines;
      pending = [rest];
      chars = rest.length;
      mayEnd = rest.endsWith("\r");
    }
    if (chars > lineCharsMax) throw new EventStreamMalformed("a line without an end");
  }
  const last = pending.join("");
  if (last.endsWith("\r")) yield last.slice(0, -1);
}

const decoded = (decoder: TextDecoder, chunk: Uint8Array): string => {
  try {
    return decoder.decode(chunk, { stream: true });
  } catch {
    throw new EventStreamMalformed("not UTF-8");
  }
};
