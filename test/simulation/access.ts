import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@connectrpc/connect";
import { AccessService } from "../../gen/pincite/access/v1/access_service_pb.ts";
import { Relation_Kind as Kind } from "../../gen/pincite/access/v1/relation_pb.ts";
import { startPincite } from "../../src/main.ts";
import { fromConnectError } from "../../src/wire/client.ts";
import { signInFile, startIssuer } from "../access/support/issuer.ts";
import { clientsOf, importFiles } from "../e2e/support/server.ts";
import { ownTransport } from "../support/own-transport.ts";
import { seeded } from "./store-seed.ts";

/** The people, with the groups that they are in; groups give roles by the file of the tests. */
const groupsOf: Readonly<Record<string, readonly string[]>> = {
  ann: ["members", "north"],
  bob: ["members", "north"],
  cas: ["members", "south"],
  dee: ["members", "south"],
  eef: ["members"],
  fie: ["members", "north", "south"],
  gus: ["members"],
  hal: ["members"],
  lea: ["lawyers", "north"],
  tom: ["trainees", "south"],
  ops: ["computers"],
  aud: ["auditors"],
};
const names = Object.keys(groupsOf);
const teams = ["north", "south"] as const;
const kinds = [Kind.READER, Kind.REVIEWER, Kind.EDITOR, Kind.OWNER, Kind.WALLED] as const;

/** A run or a strand of the model, and whatever was said of it, in the order in which a server took it. */
interface Kept {
  readonly kind: "run" | "strand";
  readonly id: string;
  readonly maker: string;
  readonly said: { readonly kind: Kind; readonly who: string; readonly by: string }[];
}

/** Words about somebody: by name, or by a group of theirs. */
const isAbout = (who: string, name: string): boolean =>
  who === name || (groupsOf[name] ?? []).some((group) => who === `group ${group}`);

/** What the model says, from the list alone: the server's own fold is not asked. */
const model = (name: string, { maker, said }: Kept) => {
  const groups = groupsOf[name] ?? [];
  const own = said.filter(({ who }) => isAbout(who, name));
  const isWalled = own.some(({ kind }) => kind === Kind.WALLED);
  const sees =
    !isWalled && (maker === name || own.length > 0 || groups.includes("lawyers") || groups.includes("trainees"));
  return { sees, owns: sees && (maker === name || own.some(({ kind }) => kind === Kind.OWNER)) };
};

/** Roles that make no calls of this kind at all. */
const mayRead = (name: string): boolean => !["ops", "aud"].includes(name);
const mayEdit = (name: string): boolean => mayRead(name) && name !== "tom";

/**
 * Twelve people and the account grant, take back, wall off, make, read and list, over a whole server and in an order of chance, beside a model that
 * is a list. Counts what anybody was shown that the model says they may not see, and what they were not shown that they may.
 */
export const simulateAccess = async ([operations = "100000", seed = "1"]: readonly string[]): Promise<boolean> => {
  const folder = mkdtempSync(join(tmpdir(), "pincite-access-"));
  const issuer = await startIssuer();
  writeFileSync(join(folder, "sign-in.txtpb"), signInFile(issuer));
  const signIn = join(folder, "sign-in.txtpb");
  const server = await startPincite({ dataDir: join(folder, "data"), port: 0, user: "account", log: "silent", signIn });
  const exp = Math.floor(Date.now() / 1_000) + 86_400;
  const people = new Map<string, ReturnType<typeof callsOf>>();
  const callsOf = (token?: string) => {
    const options = token === undefined ? {} : { token: () => token };
    const transport = ownTransport(server.url, options);
    return {
      ...clientsOf(server.url, options),
      access: createClient(AccessService, transport),
      end: () => transport.close(),
    };
  };
  for (const name of names)
    people.set(name, callsOf(await issuer.token(name, { groups: [...(groupsOf[name] ?? [])], exp })));
  people.set("account", callsOf());
  try {
    const walk = new Walk(seeded(Number(seed)), people, issuer.name);
    for (let n = 0; n < Number(operations); n++) await walk.step();
    const { faults, counts } = walk;
    console.log(`${operations} operations, seed ${seed}: ${JSON.stringify(counts)}`);
    console.log(
      `${faults.length} answers other than the model's${faults
        .slice(0, 20)
        .map((one) => `\n  ${one}`)
        .join("")}`,
    );
    return faults.length === 0;
  } finally {
    for (const one of people.values()) {
      one.close();
      one.end();
    }
    await server.stop();
    await issuer.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

type Calls = ReturnType<typeof clientsOf> & { readonly access: ReturnType<typeof createClient<typeof AccessService>> };

class Walk {
  readonly faults: string[] = [];
  readonly counts: Record<string, number> = {};
  readonly #random: () => number;
  readonly #people: ReadonlyMap<string, Calls>;
  readonly #issuer: string;
  readonly #kept: Kept[] = [];

  constructor(random: () => number, people: ReadonlyMap<string, Calls>, issuer: string) {
    this.#random = random;
    this.#people = people;
    this.#issuer = issuer;
  }

  async step(): Promise<void> {
    if (this.#kept.length < 8) return this.#make();
    const at = this.#below(100);
    if (at < 2 && this.#kept.length < 80) return this.#make();
    if (at < 40) return this.#change();
    if (at < 90) return this.#read();
    return this.#list();
  }

  async #make(): Promise<void> {
    const maker = this.#one(names.filter(mayEdit));
    const calls = this.#calls(maker);
    const number = this.#kept.length;
    if (number % 2 === 0) {
      const title = `run of ${maker} ${number}`;
      const made = await calls.orchestrator.createRun({
        idempotencyKey: crypto.randomUUID(),
        strandId: `home-${maker}`,
        title,
      });
      this.#kept.push({ kind: "run", id: made.runContext?.runId ?? "", maker, said: [] });
    } else {
      const id = `strand-${number}`;
      await importFiles(calls, [{ path: "a.txt", bytes: Buffer.from(`paper of ${maker} ${number}`) }], id);
      // Who begins a strand is its owner by a relation like any, which may be taken back; who made a run made it.
      this.#kept.push({ kind: "strand", id, maker: "", said: [{ kind: Kind.OWNER, who: maker, by: maker }] });
    }
    this.#count("made");
  }

  /** Whoever it is says something of it; the model takes in what the server took, and says who might. */
  async #change(): Promise<void> {
    const one = this.#one(this.#kept);
    // Half of them are said by who may say them, so that something changes; the others by anybody.
    const by = this.#below(2) === 0 ? this.#one(["account", one.maker || "account"]) : this.#one(["account", ...names]);
    const isGroup = this.#below(4) === 0;
    const whom = isGroup ? this.#one(teams) : this.#one(names);
    const who = isGroup ? `group ${whom}` : whom;
    // One walls off less often than one lets in, or soon nobody sees anything.
    const kind = this.#below(3) === 0 ? Kind.WALLED : this.#one(kinds);
    const value = { issuer: this.#issuer, subject: whom, name: whom };
    const about = isGroup ? { case: "group" as const, value } : { case: "person" as const, value };
    const object =
      one.kind === "run" ? { case: "runId" as const, value: one.id } : { case: "strandId" as const, value: one.id };
    const request = { idempotencyKey: crypto.randomUUID(), relation: { kind, object, who: about } };
    const takesBack = this.#below(2) === 0;
    const { access } = this.#calls(by);
    const refused = await (takesBack ? access.revoke(request) : access.grant(request)).then(() => "", reasonOf);
    const held = one.said.findIndex((said) => said.kind === kind && said.who === who);
    const isRaiser = kind !== Kind.WALLED || held < 0 || one.said[held]?.by === by;
    const may = by === "account" || (mayEdit(by) && model(by, one).owns && (!takesBack || isRaiser));
    const expected = may
      ? ""
      : mayEdit(by) && !model(by, one).sees
        ? `${one.kind.toUpperCase()}_NOT_FOUND`
        : "RIGHT_MISSING";
    this.#hold(refused, expected, `${by} ${takesBack ? "takes back" : "grants"} kind ${kind} for ${who} on ${one.id}`);
    if (refused !== "") return this.#count("changes refused");
    this.#count(takesBack ? "taken back" : "granted");
    if (takesBack && held >= 0) one.said.splice(held, 1);
    if (!takesBack && held < 0) one.said.push({ kind, who, by });
  }

  async #read(): Promise<void> {
    const one = this.#one(this.#kept);
    const name = this.#one(names);
    const { sees } = model(name, one);
    const calls = this.#calls(name);
    const what = `${name} reads ${one.id}`;
    if (one.kind === "run") {
      const told = await calls.orchestrator
        .getRun({ runId: one.id })
        .then((run) => run.runContext?.title ?? "", reasonOf);
      const title = `run of ${one.maker} ${this.#kept.indexOf(one)}`;
      this.#hold(told, mayRead(name) ? (sees ? title : "RUN_NOT_FOUND") : "RIGHT_MISSING", what);
    } else {
      const told = await calls.docs.listDocs({ strandId: one.id }).then(({ docs }) => String(docs.length), reasonOf);
      this.#hold(told, mayRead(name) ? String(Number(sees)) : "RIGHT_MISSING", what);
    }
    this.#count(sees ? "read" : "not seen");
  }

  /** All runs that somebody has in their list, over its pages. */
  async #list(): Promise<void> {
    const name = this.#one(names.filter(mayRead));
    const { orchestrator } = this.#calls(name);
    const found: string[] = [];
    let pageToken = "";
    do {
      const page = await orchestrator.listRuns({ pageSize: 7, pageToken });
      found.push(...page.runs.map(({ runId }) => runId));
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
    const expected = this.#kept.filter((one) => one.kind === "run" && model(name, one).sees).map(({ id }) => id);
    this.#hold(found.toSorted().join(), expected.toSorted().join(), `${name} lists`);
    this.#count("listed");
  }

  #hold(told: string, expected: string, what: string): void {
    if (told !== expected) this.faults.push(`${what}: ${told || "taken"}, and not ${expected || "taken"}`);
  }

  #count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  #calls(name: string): Calls {
    const calls = this.#people.get(name);
    if (calls === undefined) throw new Error(`nobody is called ${name}`);
    return calls;
  }

  /** A whole number from 0 up to this one, which it is not. */
  #below(end: number): number {
    return Math.floor(this.#random() * end);
  }

  #one<T>(list: readonly T[]): T {
    return list[this.#below(list.length)] as T;
  }
}

const reasonOf = (error: unknown): string => fromConnectError(error).reason;
