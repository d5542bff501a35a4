import { Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { AuditedEvent } from "../../../gen/pincite/receipt/v1/audit_service_pb.ts";
import type { Command, Import, Log, Sending } from "./load.ts";

/** What was done to a replica, and when: killed until it answered again, or halted until it was let go on. */
export interface Fault {
  readonly kind: "kill" | "pause";
  readonly replica: string;
  readonly life: number;
  readonly atMs: number;
  untilMs: number;
}

/** What is there when all is over, as clients read it. */
export interface Found {
  /** The events of each run, oldest first. */
  readonly journals: ReadonlyMap<string, readonly AuditedEvent[]>;
  /** How often each title is listed. */
  readonly titles: ReadonlyMap<string, number>;
  /** How often each file was brought to the Vault, by the Vault's own word. */
  readonly came: ReadonlyMap<string, number>;
}

/** Counts, and one sentence for each thing that must not be. */
export interface Verdict {
  runs: number;
  acknowledged: number;
  turns: number;
  /** Turns whose holder was killed or halted while they were under way, and which another ended. */
  leftTurns: number;
  /** The longest and the middle one of the times from the fault to the end of such a turn, in milliseconds. */
  endedMsMax: number;
  endedMsMedian: number;
  /** Holders that woke when another had ended their turn, and were refused. */
  staleRefused: number;
  /** Files that were to be imported, and calls of those that were left by their holder and that another ended. */
  imports: number;
  leftImports: number;
  /** Sendings at which the database went away while it wrote. */
  unknownOutcomes: number;
  /** Holders that woke in time and ended their turn themselves. */
  wokeInTime: number;
  readonly doubles: string[];
  readonly lost: string[];
  readonly late: string[];
  readonly stale: string[];
}

const endedMsMost = 10_000;

/**
 * What became of what clients were told, by the events as they are read and by nothing that the store decides with: no record twice, all that was
 * acknowledged there, each turn ended once and in time, nothing of a turn behind its end.
 */
export const judge = (log: Log, faults: readonly Fault[], { journals, titles, came }: Found): Verdict => {
  const verdict: Verdict = {
    ...{ runs: journals.size, acknowledged: 0, turns: 0, leftTurns: 0, endedMsMax: 0, endedMsMedian: 0 },
    ...{
      imports: 0,
      leftImports: 0,
      unknownOutcomes: 0,
      staleRefused: 0,
      wokeInTime: 0,
      doubles: [],
      lost: [],
      late: [],
      stale: [],
    },
  };
  judgeAnswers(log, journals, verdict);
  judgeOutcomes(log, verdict);
  for (const title of log.titles) {
    const times = titles.get(title) ?? 0;
    if (times > 1) verdict.doubles.push(`the run “${title}” is listed ${times} times`);
  }
  const took: number[] = [];
  for (const [runId, events] of journals) {
    judgeJournal(runId, events, verdict);
    const guides = log.commands.filter((one) => one.name === "Guide" && one.runId === runId);
    for (const turn of turnsIn(events)) judgeTurn(runId, turn, guides, faults, verdict, took);
  }
  for (const one of log.imports) judgeImport(one, came.get(one.path) ?? 0, faults, journals, verdict, took);
  took.sort((a, b) => a - b);
  verdict.endedMsMax = took.at(-1) ?? 0;
  verdict.endedMsMedian = took[Math.floor(took.length / 2)] ?? 0;
  return verdict;
};

const judgeAnswers = (log: Log, journals: Found["journals"], verdict: Verdict): void => {
  const byPlace = new Map<string, string>();
  const byExpected = new Map<string, string>();
  for (const { name, key, runId, expected, sendings } of log.commands) {
    const versions = new Set(sendings.flatMap(({ version }) => version ?? []));
    const [version] = versions;
    if (version === undefined) continue;
    verdict.acknowledged++;
    const what = `${name} ${key} of ${runId}`;
    if (versions.size > 1) verdict.doubles.push(`${what} was answered as ${[...versions].join(" and ")}`);
    const [seq = "", hash = ""] = version.split("-");
    const there = journals.get(runId)?.find((event) => event.seq === Number(seq));
    if (!there?.hash.startsWith(hash)) verdict.lost.push(`${what} was answered as ${version}, which is not there`);
    const before = byPlace.get(`${runId} ${seq}`);
    if (before) verdict.doubles.push(`${what} and ${before} were both taken as event ${seq}`);
    byPlace.set(`${runId} ${seq}`, what);
    const rival = expected === "" ? undefined : byExpected.get(`${runId} ${expected}`);
    if (rival) verdict.doubles.push(`${what} and ${rival} were both taken on ${expected}`);
    byExpected.set(`${runId} ${expected}`, what);
  }
};

/** What nobody knew of when the database went away is known in the end. */
const judgeOutcomes = ({ commands }: Log, verdict: Verdict): void => {
  for (const { name, key, runId, sendings } of commands) {
    const unknown = sendings.filter(({ isUnknown }) => isUnknown).length;
    verdict.unknownOutcomes += unknown;
    const { version, refusal } = sendings.at(-1) ?? {};
    if (unknown > 0 && !sendings.some((one) => one.version) && version === undefined && refusal === "STORE_UNAVAILABLE")
      verdict.lost.push(`${name} ${key} of ${runId}: nobody ever knew what became of it`);
  }
};

/** A file came to the Vault at most once, and once where its call is recorded as done; a call has one end, and in time. */
const judgeImport = (
  { requestId, allowed }: Import,
  came: number,
  faults: readonly Fault[],
  journals: Found["journals"],
  verdict: Verdict,
  took: number[],
): void => {
  verdict.imports++;
  const what = `import ${requestId} of ${allowed.runId}`;
  if (came > 1) verdict.doubles.push(`${what} came to the Vault ${came} times`);
  const events = journals.get(allowed.runId) ?? [];
  const ends = events.flatMap(({ event }) =>
    event?.event.case === "toolFinished" && event.event.value.requestId === requestId
      ? [{ status: event.event.value.status, atMs: Date.parse(event.timeIso) }]
      : [],
  );
  const begun = events.find(
    ({ event }) => event?.event.case === "toolStarted" && event.event.value.requestId === requestId,
  )?.event;
  if (ends.length > 1) verdict.doubles.push(`${what} ended ${ends.length} times`);
  if (!begun) {
    if (came > 0) verdict.doubles.push(`${what} came to the Vault and never began`);
    return;
  }
  const [end] = ends;
  if (!end) {
    verdict.late.push(`${what} never ended`);
    return;
  }
  if (end.status === "OK" && came !== 1) verdict.lost.push(`${what} is recorded as done and came ${came} times`);
  const fromMs = Date.parse(begun.timeIso);
  const held = heldAt(fromMs, [allowed]);
  const fault = held && faults.find((one) => isOn(one, held) && one.atMs >= fromMs && one.atMs < end.atMs);
  if (!fault || end.status !== "OUTCOME_UNKNOWN") return;
  verdict.leftImports++;
  const ms = end.atMs - fault.atMs;
  took.push(ms);
  if (ms > endedMsMost) verdict.late.push(`${what} ended ${ms} ms after its holder`);
};

const judgeJournal = (runId: string, events: readonly AuditedEvent[], verdict: Verdict): void => {
  let open = "";
  const over = new Set<string>();
  const proposed = new Set<string>();
  for (const [at, { seq, event }] of events.entries()) {
    if (seq !== at + 1) verdict.doubles.push(`${runId}: event ${seq} stands at place ${at + 1}`);
    const told = event?.event;
    if (told?.case === "turnStarted") {
      if (open !== "") verdict.doubles.push(`${runId}: event ${seq} begins a turn while ${open} is under way`);
      open = told.value.turnId;
    }
    // Turns of the model alone record attempts here: one behind the end of its turn is what a late holder wrote.
    if (told?.case === "attemptRecorded" && open === "")
      verdict.doubles.push(`${runId}: event ${seq} records an attempt of a turn that was over`);
    if (told?.case === "turnEnded") {
      const { turnId } = told.value;
      if (over.has(turnId) || open !== turnId) verdict.doubles.push(`${runId}: event ${seq} ends ${turnId} again`);
      over.add(turnId);
      open = "";
    }
    // Each proposal of a client has words of its own.
    const digest = told?.case === "proposalRecorded" ? told.value.proposal?.digest : undefined;
    if (digest === undefined || event?.actor?.kind !== Principal_Kind.USER) continue;
    if (proposed.has(digest)) verdict.doubles.push(`${runId}: event ${seq} proposes once more what was proposed`);
    proposed.add(digest);
  }
  if (open !== "") verdict.late.push(`${runId}: ${open} never ended`);
};

interface Turn {
  readonly turnId: string;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly outcome: string;
}

const turnsIn = (events: readonly AuditedEvent[]): Turn[] => {
  const turns: Turn[] = [];
  for (const { event: started } of events) {
    if (started?.event.case !== "turnStarted") continue;
    const { turnId } = started.event.value;
    const end = events.find(
      ({ event }) => event?.event.case === "turnEnded" && event.event.value.turnId === turnId,
    )?.event;
    if (end?.event.case !== "turnEnded") continue;
    const { outcome } = end.event.value;
    turns.push({ turnId, fromMs: Date.parse(started.timeIso), untilMs: Date.parse(end.timeIso), outcome });
  }
  return turns;
};

const judgeTurn = (
  runId: string,
  turn: Turn,
  guides: readonly Command[],
  faults: readonly Fault[],
  verdict: Verdict,
  took: number[],
): void => {
  verdict.turns++;
  const held = holderOf(turn, guides);
  const fault = held && faults.find((one) => isOn(one, held) && one.atMs >= turn.fromMs && one.atMs < turn.untilMs);
  if (!held || !fault) return;
  const isLeft = turn.outcome === "interrupted";
  if (fault.kind === "pause" && !isLeft) {
    verdict.wokeInTime++;
    return;
  }
  const ms = turn.untilMs - fault.atMs;
  verdict.leftTurns++;
  took.push(ms);
  const what = `${runId}: ${turn.turnId} of ${held.replica}`;
  if (ms > endedMsMost) verdict.late.push(`${what} ended ${ms} ms after its holder`);
  if (!isLeft) verdict.stale.push(`${what} ended as ${turn.outcome} though its holder was killed`);
  if (fault.kind !== "pause" || turn.untilMs > fault.untilMs) return;
  if (held.version === undefined) verdict.staleRefused++;
  else verdict.stale.push(`${what} was ended by another, and its late holder answered ${held.version}`);
};

const isOn = (fault: Fault, { replica, life }: Sending): boolean => fault.replica === replica && fault.life === life;

/** The sending with which a turn began; undefined where several were under way, and nobody but the store can tell which. */
const holderOf = ({ fromMs }: Turn, guides: readonly Command[]): Sending | undefined => heldAt(fromMs, guides);

const heldAt = (fromMs: number, guides: readonly Command[]): Sending | undefined => {
  const begun = guides.filter(({ sendings }) => (sendings[0]?.fromMs ?? Number.POSITIVE_INFINITY) <= fromMs);
  const before = begun
    .at(-1)
    ?.sendings.filter((one) => one.fromMs <= fromMs && (one.untilMs === 0 || one.untilMs >= fromMs));
  return before?.length === 1 ? before[0] : undefined;
};
