import type { Command } from "commander";
import type { Connection } from "../../client/connection.ts";
import { readRun } from "../../client/run-view.ts";
import type { Speech } from "../../messages/speech.ts";
import type { Shell } from "../shell.ts";
import { eventLines, type ShownEvent } from "../show/event-lines.ts";
import { folded, stepped } from "../show/stepper.ts";
import type { Terminal } from "../show/terminal.ts";
import { plain } from "../text/plain.ts";

/**
 * Shows a run event by event: at a terminal one at a time, by keys; else all of them, one after the other. It calls what only
 * reads, so that nothing is written by looking. Errors: RUN_NOT_FOUND.
 */
export const showReplay = (
  shell: Shell,
  command: Command,
  named: string,
  openTerminal: () => Terminal | undefined,
): Promise<void> =>
  shell.connected(command, async (connection) => {
    const context = await readRun(connection, named);
    const speech = shell.speech(context);
    const events = await eventsOf(connection, context.runId, context.eventCount);
    const terminal = openTerminal();
    if (!terminal) return tellAll(shell, connection, events, speech);
    try {
      await step(terminal, connection, events, speech);
    } finally {
      terminal.close();
    }
  });

/** The events with the sentences that the server has for them. */
const eventsOf = async (connection: Connection, runId: string, count: number): Promise<ShownEvent[]> => {
  const events: ShownEvent[] = [];
  const told = new Map<number, string>();
  for await (const { seq, description } of connection.orchestrator.watchRun({ runId })) {
    told.set(seq, description);
    if (seq >= count) break;
  }
  for (let pageToken = ""; ; ) {
    const page = await connection.audit.listEvents({ runId, pageSize: 1_000, pageToken });
    for (const { seq, event } of page.events)
      if (event && told.has(seq)) events.push({ seq, event, timeIso: event.timeIso, description: told.get(seq) ?? "" });
    pageToken = page.nextPageToken;
    if (pageToken === "") return events;
  }
};

const headOf = ({ seq, timeIso, event, description }: ShownEvent, count: number, { sentence, phrase }: Speech) => [
  `${phrase("screen.event-of", { seq, count })}   ${timeIso}   ${event.actor?.name ?? ""}`,
  sentence(description),
];

const tellAll = async (
  shell: Shell,
  connection: Connection,
  events: readonly ShownEvent[],
  speech: Speech,
): Promise<void> => {
  for (const event of events)
    for (const line of [...headOf(event, events.length, speech), ...(await eventLines(connection, event, speech)), ""])
      shell.say(line);
};

const step = async (
  terminal: Terminal,
  connection: Connection,
  events: readonly ShownEvent[],
  speech: Speech,
): Promise<void> => {
  const keys = speech.phrase("screen.next-back-space-read-g-first-g-last-q-out");
  for (let [at, top, lines]: [number, number, readonly string[] | undefined] = [0, 0, undefined]; ; ) {
    const event = events[at];
    if (!event) return;
    lines ??= await eventLines(connection, event, speech);
    const { columns, rows } = terminal.size();
    const [head = "", sentence = ""] = headOf(event, events.length, speech);
    const body = folded(
      [sentence, "", ...lines].flatMap((line) => plain(line).split("\n")),
      columns,
    );
    const room = Math.max(1, rows - 2);
    const shown = body.slice(top, top + room);
    const rest =
      body.length > top + room ? speech.phrase("screen.more-lines", { bodyCount: body.length - top - room }) : "";
    const foot = [keys, rest].filter(Boolean).join("   ");
    const blank = Array.from({ length: room - shown.length }, () => "");
    terminal.draw([
      folded([plain(head).padEnd(columns)], columns)[0] ?? "",
      ...shown,
      ...blank,
      foot.slice(0, columns),
    ]);
    const next = stepped({ at, top }, await terminal.key(), { count: events.length, lines: body.length, room });
    if (!next) return;
    if (next.at !== at) lines = undefined;
    ({ at, top } = next);
  }
};
