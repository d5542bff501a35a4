import type { Registry } from "@bufbuild/protobuf";
import { Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { RunEvent } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import type { NameRegister } from "../../citation/name-register.ts";
import { DomainError } from "../../error.ts";
import type { StatementSigner } from "../../proof/statement.ts";
import { emptySnapshot } from "../../run/fold.ts";
import { artifactRef, type DraftCheck } from "../../run/kernel.ts";
import { type Rules, rulesOf, rulesWith } from "../../run/rules.ts";
import { take } from "../../run/take.ts";
import { sha256 } from "../../sha256.ts";
import { emptyHead, type Store } from "../../store/store.ts";
import type { ToolCatalogue } from "../../tool/catalogue.ts";
import type { Engine } from "../engine.ts";
import type { Clock } from "../run/ports.ts";
import { versionOf } from "../run/run-store.ts";
import { commandOf } from "./command-of.ts";
import type { Difference } from "./difference.ts";
import { recordedReceipts } from "./recorded-receipts.ts";
import type { RecordedEvent, RunRecording } from "./recording.ts";
import { replayEngine } from "./replay-engine.ts";
import { isRecovery, ReplayJournal } from "./replay-journal.ts";
import { Script } from "./script.ts";

/** What a replay is made with. No provider, no Vault and no LawBot is among it: there is nothing to reach them by. */
export interface ReplayParts {
  /** Opens the empty store that the run is derived into; told the clock it is to use. */
  readonly openScratch: (clock: Clock) => Promise<Store>;
  readonly checkDraft: DraftCheck;
  /** SHA-256 of the register of law names that citations are read with, 64 hex. Default: empty, there is none. */
  readonly registerDigest?: string;
  /** That register. */
  readonly register?: NameRegister;
  /** The kinds of artifacts there are, so that a difference can be named by its field. */
  readonly kinds: Registry;
  /** The tools there are. Default: the built-in ones. */
  readonly catalogue?: ToolCatalogue;
  /** The key that signs here, if there is one. */
  readonly signer?: StatementSigner;
}

/** Longest wait for the next event; nothing in a replay waits for anything outside of it, so this means it never comes. */
const stallMs = 60_000;

/**
 * Derives a run again from its own journal: the same engine, given the same commands, answers of models, results of tools,
 * times and ids, must come to the same events and artifacts, byte for byte (design, invariant 11). It stops at the first
 * difference. What older servers did not record, or decided by other rules than this program's, is taken over and listed.
 */
export const replayRun = async (recording: RunRecording, parts: ReplayParts): Promise<ReplayReport> => {
  let derived = (): number => 0;
  const script = new Script(recording, () => derived());
  const scratch = await parts.openScratch(script);
  const journal = new ReplayJournal(scratch, recording, parts.kinds);
  derived = () => journal.derived;
  try {
    return await new Replay(recording, journal, parts).run();
  } finally {
    await scratch.close();
  }
};

class Replay {
  readonly #recording: RunRecording;
  readonly #journal: ReplayJournal;
  readonly #newEngine: () => Engine;
  readonly #others: ReadonlyMap<number, string>;
  readonly #receipts: ReturnType<typeof recordedReceipts>;
  readonly #taken: TakenEvent[] = [];
  /** A turn whose command was not recorded: nothing of it can be derived. */
  #takenTurn = "";
  readonly #underWay = new Set<Promise<unknown>>();
  #engine: Engine;

  constructor(recording: RunRecording, journal: ReplayJournal, parts: ReplayParts) {
    this.#recording = recording;
    this.#journal = journal;
    const replayed = { recording, journal };
    this.#others = otherRules(recording, rulesWith(parts.registerDigest ?? ""));
    this.#receipts = recordedReceipts(replayed, parts.signer);
    this.#newEngine = () => replayEngine(replayed, parts, this.#receipts);
    this.#engine = this.#newEngine();
  }

  async run(): Promise<ReplayReport> {
    for (let next = this.#journal.next; next && !this.#journal.difference; next = this.#journal.next)
      await this.#derive(next);
    await this.#engine.stop();
    return this.#report();
  }

  /** Brings the journal one event further at least, or to a difference. */
  async #derive(next: RecordedEvent): Promise<void> {
    const { event } = next.event;
    if (this.#others.has(next.seq)) return this.#take(next);
    const isAgain = event.case === "toolStarted" && event.value.attempt > 1;
    const mends = isRecovery(next);
    if ((mends || isAgain) && !this.#journal.mending) await this.#restart();
    if (mends) return this.#outcome(next, this.#journal.mending ? undefined : this.#mend());
    const turnId = await this.#turnId();
    const command = turnId === "" ? this.#commandOf(next) : undefined;
    if (!command && (turnId === "" ? isUnrecorded(next) : turnId === this.#takenTurn)) return this.#take(next);
    const version = await this.#version();
    return this.#outcome(next, command?.(this.#engine, { key: `replay-${next.seq}`, version }));
  }

  /** The command whose first event comes next; the end of a turn that it supersedes stands before it. */
  #commandOf(next: RecordedEvent) {
    const { event } = next.event;
    const supersedes = event.case === "turnEnded" && event.value.outcome === "superseded";
    const first = supersedes ? this.#recording.events[next.seq] : next;
    return first && commandOf(this.#recording, first);
  }

  /** Waits until the event has come, or what was to bring it has ended without. */
  async #outcome(next: RecordedEvent, command: Promise<unknown> | undefined): Promise<void> {
    let failure: unknown;
    if (command) {
      const settled: Promise<unknown> = command
        .catch((error: unknown) => (failure = error))
        .then(() => this.#underWay.delete(settled));
      this.#underWay.add(settled);
      await this.#within(Promise.race([this.#journal.reaches(next.seq), settled]));
    } else await this.#within(Promise.race([this.#journal.reaches(next.seq), Promise.all(this.#underWay)]));
    if (this.#journal.derived >= next.seq || this.#journal.difference) return;
    this.#journal.stopAt({
      seq: next.seq,
      event: next.event.event.case ?? "",
      role: "",
      digest: "",
      path: "",
      what:
        failure instanceof DomainError
          ? `it does not come out: ${failure.reason}: ${failure.message}`
          : "it does not come out",
    });
  }

  async #within(work: Promise<unknown>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const stalled = new Promise<void>((resolve) => (timer = setTimeout(resolve, stallMs)));
    await Promise.race([work, stalled]);
    clearTimeout(timer);
  }

  /** Takes an event over as it was recorded. */
  async #take(next: RecordedEvent): Promise<void> {
    const { runs } = this.#engine;
    const isFirst = this.#journal.derived === 0;
    const before = isFirst ? { snapshot: emptySnapshot(), head: emptyHead } : await runs.load(this.#recording.runId);
    const snapshot = take(before.snapshot, next.event);
    if (!snapshot) throw new Error(`event ${next.seq} of the record cannot follow what is before it`);
    const artifacts = next.event.artifacts.flatMap(({ ref }) => {
      const bytes = this.#recording.bytes(ref?.digest ?? "");
      return ref && bytes ? [{ bytes, ref: artifactRef(ref.kind, bytes, sha256) }] : [];
    });
    await runs.adopt(before, { events: [next.event], artifacts, snapshot });
    if (next.event.event.case === "turnStarted") this.#takenTurn = next.event.event.value.turnId;
    this.#taken.push({
      seq: next.seq,
      event: next.event.event.case ?? "",
      why: this.#others.get(next.seq) ?? whyTaken(next),
      otherRules: this.#others.has(next.seq),
    });
  }

  async #mend(): Promise<void> {
    this.#journal.mending = true;
    await this.#engine.recover();
    this.#journal.mending = false;
  }

  /** What a kill and a new start of the server come to: what was under way brings nothing any more. */
  async #restart(): Promise<void> {
    await this.#engine.stop();
    this.#underWay.clear();
    this.#engine = this.#newEngine();
  }

  /** The turn under way; empty: none. */
  async #turnId(): Promise<string> {
    if (this.#journal.derived === 0) return "";
    return (await this.#engine.runs.load(this.#recording.runId)).snapshot.turnId;
  }

  async #version(): Promise<string> {
    if (this.#journal.derived === 0) return "";
    return versionOf((await this.#engine.runs.load(this.#recording.runId)).head);
  }

  #report(): ReplayReport {
    const { events, runId } = this.#recording;
    const done = events.slice(0, this.#journal.derived);
    const digests = done.flatMap(({ event }) => event.artifacts.map(({ ref }) => ref?.digest));
    return {
      runId,
      events: events.length,
      derived: done.length - this.#taken.length,
      taken: this.#taken,
      artifacts: new Set(digests).size,
      difference: this.#journal.difference,
      receiptsSignedAgain: this.#receipts.signedAgain,
      receiptsFromRecord: this.#receipts.fromRecord,
    };
  }
}

/**
 * What the journal does not hold the whole of: where a fork begins; and what older servers recorded of a user without what
 * the user had said, proposals and the turns that locators made.
 */
const isUnrecorded = ({ event: { event, actor } }: RecordedEvent): boolean =>
  event.case === "runCreated" ||
  event.case === "turnStarted" ||
  ((event.case === "proposalRecorded" || event.case === "needsIssued") && actor?.kind === Principal_Kind.USER);

/** Why an event had to be taken as recorded, in words. */
const whyTaken = ({ event: { event } }: RecordedEvent): string => {
  if (event.case === "runCreated") return "it is a fork, and what was confirmed before it stands in its parent run";
  const what = event.case === "proposalRecorded" || event.case === "needsIssued" ? "what was proposed" : "its command";
  return `${what} was not recorded by the server of that time`;
};

/** An event that could not be derived, and was taken as recorded so that the replay could go on. */
interface TakenEvent {
  readonly seq: number;
  readonly event: string;
  readonly why: string;
  /** True where other rules than this program's decided it; false where the record has a gap. */
  readonly otherRules: boolean;
}

/** What became of a replay. */
export interface ReplayReport {
  readonly runId: string;
  /** Events that the record has. */
  readonly events: number;
  /** Events that came out as recorded, byte for byte, without those taken as recorded. */
  readonly derived: number;
  /** Artifacts of those events: different ones, by digest. */
  readonly artifacts: number;
  readonly taken: readonly TakenEvent[];
  /** The first thing that came out otherwise; undefined: everything did as recorded. */
  readonly difference: Difference | undefined;
  readonly receiptsSignedAgain: number;
  readonly receiptsFromRecord: number;
}

/**
 * Events that were decided by other rules than these, by sequence number, with the words for it: they are folded as they
 * are and cannot be derived by this program. The event by which a program took the run over is among them, and what it put
 * forward again in the same breath: both rest on what was recorded before.
 */
const otherRules = ({ events }: RunRecording, own: Rules): ReadonlyMap<number, string> => {
  const others = new Map<number, string>();
  let now = rulesOf({ rulesVersion: 0, registerDigest: "" });
  let takingOver = false;
  for (const { seq, event } of events) {
    const { event: one } = event;
    if (one.case === "runCreated") now = rulesOf(one.value);
    takingOver = one.case === "rulesAdopted" || (takingOver && isPutForwardAgain(event));
    const why = takingOver ? "the run was taken over by newer rules here" : recordedUnder(now, own);
    if (why !== "") others.set(seq, why);
    if (one.case === "rulesAdopted") now = { version: one.value.toVersion, registerDigest: one.value.toRegisterDigest };
  }
  return others;
};

const isPutForwardAgain = ({ actor, event }: RunEvent): boolean =>
  actor?.kind === Principal_Kind.KERNEL && (event.case === "proposalRecorded" || event.case === "needsIssued");

const recordedUnder = (rules: Rules, own: Rules): string => {
  if (rules.version !== own.version) return `recorded under rules ${rules.version}`;
  return rules.registerDigest === own.registerDigest
    ? ""
    : `recorded under rules ${rules.version} with another register of law names`;
};
