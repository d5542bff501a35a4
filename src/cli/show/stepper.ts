/** Where a person is: which event, and how far down its lines. */
export interface Step {
  readonly at: number;
  readonly top: number;
}

/** Size of the terminal, and of what is shown in it. */
export interface Extent {
  /** Number of events. */
  readonly count: number;
  /** Number of lines of the event that is shown. */
  readonly lines: number;
  /** Lines that fit beneath the head. */
  readonly room: number;
}

const first: Step = { at: 0, top: 0 };

/** Where a key leads; undefined: out. A key that means nothing leads nowhere. */
export const stepped = (step: Step, key: string, { count, lines, room }: Extent): Step | undefined => {
  const bottom = Math.max(0, lines - room);
  const event = (at: number): Step => (at < 0 || at >= count ? step : { at, top: 0 });
  const line = (top: number): Step => ({ at: step.at, top: Math.min(bottom, Math.max(0, top)) });
  switch (key) {
    case "q":
    case "escape":
    case "ctrl-c":
    case "ctrl-d":
      return undefined;
    case "right":
    case "n":
    case "return":
      return event(step.at + 1);
    case "left":
    case "p":
      return event(step.at - 1);
    case "down":
    case "j":
      return line(step.top + 1);
    case "up":
    case "k":
      return line(step.top - 1);
    case "pagedown":
    case "space":
      // As in a pager: what is behind the end of an event is the next one.
      return step.top < bottom ? line(step.top + room) : event(step.at + 1);
    case "pageup":
      return line(step.top - room);
    case "home":
    case "g":
      return first;
    case "end":
    case "G":
      return event(count - 1);
    default:
      return step;
  }
};

/** Cuts lines to a width, in characters; what goes on stands as far in as its line. */
export const folded = (lines: readonly string[], width: number): string[] =>
  lines.flatMap((line) => {
    const characters = Array.from(line);
    if (characters.length <= width) return [line];
    const indent = " ".repeat(Math.min(/^ */u.exec(line)?.[0].length ?? 0, Math.floor(width / 2)));
    const cut = [characters.slice(0, width).join("")];
    const step = width - indent.length;
    for (let at = width; at < characters.length; at += step)
      cut.push(indent + characters.slice(at, at + step).join(""));
    return cut;
  });
