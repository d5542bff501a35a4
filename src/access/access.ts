import { create, fromBinary } from "@bufbuild/protobuf";
import { Recent } from "#kit/recent.ts";
import { Relation_Kind as Kind, RelationSchema } from "../../gen/pincite/access/v1/relation_pb.ts";
import { Right } from "../../gen/pincite/access/v1/right_pb.ts";
import type { Principal } from "../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import type { Sight } from "../engine/run/ports.ts";
import { principalOf } from "../engine/run/principal-of.ts";
import { runList } from "../engine/run/run-spaces.ts";
import { DomainError } from "../error.ts";
import type { Store } from "../store/store.ts";
import type { Person } from "../wire/principal.ts";
import { RelationJournal } from "./relation-journal.ts";
import { type Held, isAbout, type Maker, mayOn, owns, type Thing, type Who } from "./relations.ts";

/** Facts of a run's first event, which never changes. */
export interface RunFacts {
  /** Its maker, where they had signed in. */
  readonly maker: Maker | undefined;
  readonly strandId: string;
  readonly timeIso: string;
}

/** What rights are found out from. */
export interface AccessParts {
  readonly store: Store;
  readonly owner: string;
  /** The signed-in caller that the work is done for. */
  readonly person: () => Person | undefined;
  /** Whether anything was ever put into a strand. */
  readonly strandIsThere: (strandId: string) => Promise<boolean>;
  readonly nowIso: () => string;
}

const factsMax = 200_000;
/** So many runs are read at once for who made them. */
const runsAtOnce = 256;

const nameOfMaker = ({ issuer, subject }: Maker): string => JSON.stringify([issuer, subject]);

/** What persons may do with single runs and strands, at the head of what was granted. */
export class Access {
  readonly journal: RelationJournal;
  readonly #parts: AccessParts;
  readonly #facts = new Recent<string, RunFacts>(factsMax);
  readonly #made = new Map<string, string[]>();
  #madeUpTo: number | undefined;
  #making: Promise<void> = Promise.resolve();

  constructor(parts: AccessParts) {
    this.#parts = parts;
    this.journal = new RelationJournal(parts.store, parts.owner);
  }

  /** The rights of a person on a run or a strand. */
  async mayOn(who: Who, thing: Thing): Promise<ReadonlySet<Right>> {
    const held = (await this.journal.current()).on(thing);
    return mayOn(who, held, await this.#makerOf(thing));
  }

  /** True where a person may let others in. */
  async owns(who: Who, thing: Thing): Promise<boolean> {
    const held = (await this.journal.current()).on(thing);
    return owns(who, held, await this.#makerOf(thing));
  }

  /** True where the inviter may still let others in, by their name alone: their groups of today are not known here. */
  async stillOwns(by: Principal | undefined, runId: string): Promise<boolean> {
    if (!by?.issuer) return true;
    const held = (await this.journal.current()).on({ kind: "run", id: runId });
    const who = { issuer: by.issuer, subject: by.name, groups: new Set<string>(), everywhere: new Set<Right>() };
    const isGroups = ({ relation: { kind, who: whose } }: Held): boolean =>
      kind === Kind.OWNER && whose.case === "group" && whose.value.issuer === by.issuer;
    if (held.some(({ relation }) => relation.kind === Kind.WALLED && isAbout(relation, who))) return false;
    return owns(who, held, await this.#makerOf({ kind: "run", id: runId })) || held.some(isGroups);
  }

  /** What a run began with; undefined where there is none, or none any more. */
  async runFacts(runId: string): Promise<RunFacts | undefined> {
    const known = this.#facts.get(runId);
    if (known) return known;
    const { store, owner } = this.#parts;
    const [first] = await store.read(owner, runId, { fromSeq: 1, limit: 1 }).catch(unlessErased);
    if (!first) return undefined;
    const { event, actor, timeIso } = fromBinary(RunEventSchema, first.body);
    if (event.case !== "runCreated") return undefined;
    const maker = actor?.issuer ? { issuer: actor.issuer, subject: actor.name } : undefined;
    const facts = { maker, strandId: event.value.strandId, timeIso };
    this.#facts.set(runId, facts);
    return facts;
  }

  /** Whether a strand is somebody's, or holds anything. */
  async isBegun(strandId: string): Promise<boolean> {
    const held = (await this.journal.current()).on({ kind: "strand", id: strandId });
    return held.length > 0 || (await this.#parts.strandIsThere(strandId));
  }

  /** Makes a strand that is nobody's somebody's. Gives whether it was nobody's. */
  claim(who: Person, strandId: string): Promise<boolean> {
    const { issuer, subject } = who;
    const relation = create(RelationSchema, {
      kind: Kind.OWNER,
      object: { case: "strandId", value: strandId },
      who: { case: "person", value: { issuer, subject } },
    });
    const event = create(RunEventSchema, {
      timeIso: this.#parts.nowIso(),
      actor: principalOf(who, this.#parts.owner),
      event: { case: "relationGranted", value: { relation } },
    });
    return this.journal.write(async () => ((await this.isBegun(strandId)) ? undefined : event));
  }

  /** What whoever is worked for may see. */
  readonly sight: Sight = {
    runs: () => this.#seen("run"),
    strands: () => this.#seen("strand"),
    ownRuns: () => this.#ownRuns(),
  };

  /** The runs that somebody made or was let into, where their role shows them no others. */
  async #ownRuns(): Promise<readonly string[] | undefined> {
    const person = this.#parts.person();
    if (!person || person.everywhere.has(Right.READ)) return undefined;
    const relations = await this.journal.current();
    const next = () => this.#readMade();
    this.#making = this.#making.then(next, next);
    await this.#making;
    return [...new Set([...(this.#made.get(nameOfMaker(person)) ?? []), ...relations.to(person, "run")])];
  }

  /** The makers of the runs that were begun since the last question. */
  async #readMade(): Promise<void> {
    const { store, owner } = this.#parts;
    for (;;) {
      const after = this.#madeUpTo;
      const range = { limit: runsAtOnce, ...(after === undefined ? {} : { after }) };
      const entries = await store.entries(owner, runList.name, range);
      for (const { key, number } of entries) {
        const maker = (await this.runFacts(key))?.maker;
        if (maker) this.#made.set(nameOfMaker(maker), [...(this.#made.get(nameOfMaker(maker)) ?? []), key]);
        this.#madeUpTo = number;
      }
      if (entries.length < runsAtOnce) return;
    }
  }

  /** One question for a whole list: the relations are read once, and who made a run never changes. */
  async #seen(kind: Thing["kind"]): Promise<((id: string) => Promise<boolean>) | undefined> {
    const person = this.#parts.person();
    if (!person) return undefined;
    const relations = await this.journal.current();
    if (person.everywhere.has(Right.READ) && !relations.isWalledFromAny(person, kind)) return undefined;
    return async (id) => {
      const thing = { kind, id };
      return mayOn(person, relations.on(thing), await this.#makerOf(thing)).has(Right.READ);
    };
  }

  async #makerOf({ kind, id }: Thing): Promise<Maker | undefined> {
    return kind === "run" ? (await this.runFacts(id))?.maker : undefined;
  }
}

const unlessErased = (error: unknown): readonly never[] => {
  if (error instanceof DomainError && error.reason === "ERASED") return [];
  throw error;
};
