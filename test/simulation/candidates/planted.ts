import { create } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { type PassageCandidate, PinRole } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { EvidenceNeedsSchema } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { IntentSeedSchema } from "../../../gen/pincite/memo/v1/intent_pb.ts";
import { PartyRole } from "../../../gen/pincite/memo/v1/party_pb.ts";
import { StageProposalSchema } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { type LookCode, LookCodeSchema } from "../../../gen/pincite/run/v1/look_pb.ts";
import { ItemDecision, SlotKind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { SpanLocatorSchema } from "../../../gen/pincite/span/v1/span_pb.ts";
import { partiesSaid, presumedSaid } from "../../../src/cli/go/people.ts";
import { bindingOf } from "../../../src/client/passages.ts";
import { contextOf } from "../../../src/client/run-view.ts";
import { writersAmong } from "../../../src/client/writers.ts";
import { kindFor } from "../../../src/model/providers/extractive/goal-claims.ts";
import { builtinProfiles } from "../../../src/profile/builtin.ts";
import { placedSlots } from "../../../src/run/build/needs.ts";
import { speakerOf } from "../../../src/show/passage-speaker.ts";
import { key, RunDriver } from "../../e2e/support/run-driver.ts";
import { importFiles, startTestServer, type TestServer } from "../../e2e/support/server.ts";
import { casesFor, share } from "./cases.ts";
import { gives, type KeyedCase, type KeyedClaim } from "./keyed.ts";

/** What is chosen for a claim: what its key says, or something else on purpose. */
const classes = ["right", "wrong sentence", "another's words", "another day", "attribution line"] as const;
type Class = (typeof classes)[number];

/** A choice as it was made, with every look that it had among bindings and quotes. */
interface Planted {
  readonly is: Class;
  readonly looks: readonly LookCode[];
  readonly shown: string;
}

interface Plant {
  readonly claim: KeyedClaim;
  readonly passage: Pick<PassageCandidate, "evidence" | "locator">;
}

/**
 * Chooses for the claims of keyed dossiers, over gRPC, what their key says and four kinds of what it does not, and counts which choices
 * have a look on their binding or their quote. True where nine in ten wrong ones have, and at most one in ten right ones.
 */
export const simulatePlanted = async (args: readonly string[]): Promise<boolean> => {
  const ofKinds = args.includes("--kinds");
  const names = args.filter((one) => one !== "--kinds");
  const all: Planted[] = [];
  for (const one of casesFor(names)) {
    try {
      const made = await plantedIn(one, ofKinds ? guided(one) : plain(one));
      all.push(...made);
      tell(one.name, made);
    } catch (error) {
      // A letter that the guide's own reading is refused for has no run that claims could be chosen in.
      if (!(error instanceof ConnectError) || error.code !== Code.FailedPrecondition) throw error;
      console.log(`${one.name}: left out, ${error.rawMessage}`);
    }
  }
  tell("all", all);
  tellByCode(all);
  if (names.length > 0)
    for (const { is, looks, shown } of all)
      if ((is === "right") === looks.length > 0)
        console.log(`  ${is}: ${looks.map((code) => LookCodeSchema.value[code]?.localName).join()} ${shown}`);
  const [wrong, right] = [all.filter(({ is }) => is !== "right"), all.filter(({ is }) => is === "right")];
  const looked = (some: readonly Planted[]): number => some.filter(({ looks }) => looks.length > 0).length;
  return looked(wrong) >= 0.9 * wrong.length && looked(right) <= 0.1 * right.length;
};

const tell = (name: string, all: readonly Planted[]): void => {
  const told = classes.map((is) => {
    const some = all.filter((one) => one.is === is);
    return `${is} ${share(some.filter(({ looks }) => looks.length > 0).length, some.length)}`;
  });
  const wrong = all.filter(({ is }) => is !== "right");
  told.push(`wrong in all ${share(wrong.filter(({ looks }) => looks.length > 0).length, wrong.length)}`);
  console.log(`${name}: looks on ${told.join("; ")}`);
};

/** How often each look stands on right choices and on wrong ones, and on which of these: one that does not tell them apart warns of nothing. */
const tellByCode = (all: readonly Planted[]): void => {
  const having = (code: LookCode, of: (is: Class) => boolean): string => {
    const some = all.filter(({ is }) => of(is));
    return share(some.filter(({ looks }) => looks.includes(code)).length, some.length);
  };
  for (const code of [...new Set(all.flatMap(({ looks }) => looks))].toSorted((a, b) => a - b)) {
    const [right, ...wrong] = classes.map((is) => `${is} ${having(code, (one) => one === is)}`);
    const alone = (isRight: boolean): number =>
      all.filter(
        ({ is, looks }) => (is === "right") === isRight && looks.includes(code) && looks.every((one) => one === code),
      ).length;
    const sole = `; alone on ${alone(true)} right and ${alone(false)} wrong`;
    console.log(
      `  ${LookCodeSchema.value[code]?.localName}: ${right}; wrong ${having(code, (one) => one !== "right")} (${wrong.join("; ")})${sole}`,
    );
  }
};

const plantedIn = async (one: KeyedCase, memo: Memo): Promise<Planted[]> => {
  const server = await startTestServer();
  try {
    await importFiles(
      server,
      one.files.map(({ path, bytes }) => ({ path: `dossier/${path}`, bytes })),
    );
    const said = await sentencesOf(server, one);
    const lines = linesOf(one, said);
    const made: Planted[] = [];
    for (const is of classes) {
      const plants = one.claims.flatMap((claim, at): Plant[] => {
        const passage = plantFor(is, claim, { all: said.all, lines, at });
        return passage ? [{ claim, passage }] : [];
      });
      if (plants.length > 0) made.push(...(await chosenOf(server, memo, is, plants)));
    }
    return made;
  } finally {
    await server.stop();
  }
};

/** What a dossier says, and its papers by the names of their files. */
interface Said {
  readonly all: readonly PassageCandidate[];
  readonly uids: ReadonlyMap<string, string>;
}

/** Every sentence that can be chosen, paper by paper. */
const sentencesOf = async (server: TestServer, one: KeyedCase): Promise<Said> => {
  const run = await plain(one)(server, one.claims.slice(0, 1));
  const slotIds = run.context.slots.slice(0, 1).map(({ slotId }) => slotId);
  const { docs } = await server.docs.listDocs({ pageSize: 200 });
  const all: PassageCandidate[] = [];
  for (const { docUid } of docs) {
    const asked = { runId: run.runId, slotIds, evidenceId: `vault:${docUid}` };
    all.push(...((await server.orchestrator.listCandidates(asked)).slots[0]?.candidates ?? []));
  }
  return { all, uids: new Map(docs.map(({ path, docUid }) => [path.replace("dossier/", ""), docUid])) };
};

/** The lines of a dossier that only say whose words follow, as mail programs write them, each with its paper. */
const linesOf = (one: KeyedCase, { all, uids }: Said): Plant["passage"][] =>
  one.files.flatMap(({ path, bytes }) => {
    const evidence = all.find((passage) => passage.evidence?.evidenceId === `vault:${uids.get(path)}`)?.evidence;
    const text = Buffer.from(bytes).toString("utf8");
    const lines = path.endsWith(".eml")
      ? (text.match(/^>* ?(?:Op|On) .{8,150} (?:schreef|wrote).{0,80}:$/gmu) ?? [])
      : [];
    return lines.flatMap((line): Plant["passage"][] => {
      const exactQuote = line.replace(/^>* ?/u, "").trim();
      const docUid = evidence?.evidenceId.replace("vault:", "") ?? "";
      return evidence ? [{ evidence, locator: create(SpanLocatorSchema, { docUid, exactQuote }) }] : [];
    });
  });

const plantFor = (
  is: Class,
  { sentences }: KeyedClaim,
  {
    all,
    lines,
    at,
  }: { readonly all: readonly PassageCandidate[]; readonly lines: readonly Plant["passage"][]; readonly at: number },
): Plant["passage"] | undefined => {
  const isRight = ({ locator }: PassageCandidate) => sentences.some((said) => gives(locator?.exactQuote ?? "", said));
  const right = all.find(isRight);
  if (!right) return undefined;
  const ofPaper = ({ evidence }: PassageCandidate) => evidence?.evidenceId === right.evidence?.evidenceId;
  const speaks = (passage: PassageCandidate) => speakerOf(passage);
  const fits: Readonly<Record<Class, (passage: PassageCandidate) => boolean>> = {
    right: isRight,
    "wrong sentence": (one) => ofPaper(one) && !isRight(one) && speaks(one) === speaks(right) && one.day === right.day,
    "another's words": (one) => speaks(one) !== "" && speaks(right) !== "" && speaks(one) !== speaks(right),
    "another day": (one) => one.day !== "" && one.day !== right.day && speaks(one) === speaks(right),
    "attribution line": () => false,
  };
  if (is === "right") return right;
  const fitting: readonly Plant["passage"][] =
    is === "attribution line" ? lines : all.filter((one) => !isRight(one) && fits[is](one));
  // Each claim takes another one, the same at every run.
  return fitting[(at * 7) % Math.max(1, fitting.length)];
};

/** Begins a run of these claims and brings it to EVIDENCE_NEEDS. */
type Memo = (server: TestServer, claims: readonly KeyedClaim[]) => Promise<RunDriver>;

/** A memo of no kind by the case's author and the writer of its letter: each claim asks for a passage. */
const plain =
  (one: KeyedCase): Memo =>
  async (server, claims) => {
    const made = await server.orchestrator.createRun({ idempotencyKey: key(), locale: "nl" });
    const run = new RunDriver(server, contextOf(made.runContext));
    const parties = [
      { role: PartyRole.AUTHOR, names: one.authors.slice(0, 1) },
      { role: PartyRole.OPPONENT, names: one.writer === "" ? [] : [one.writer] },
    ].filter(({ names }) => names.length > 0);
    const intent = { goal: "De zaak van het dossier.", locale: "nl", parties };
    await run.propose(create(StageProposalSchema, { proposal: { case: "intentSeed", value: intent } }), true);
    await run.advance();
    return await outlined(run, claims, () => "");
  };

/**
 * The answer to the case's letter as a person makes it who says yes to all that is presumed: the guide reads the letter, who writes from the other side's
 * house speaks for it, and each claim is of the kind that its words tell the guide.
 */
const guided =
  (one: KeyedCase): Memo =>
  async (server, claims) => {
    const profile = builtinProfiles().find(({ profileId }) => profileId === kindOfMemo);
    const made = await server.orchestrator.createRun({ idempotencyKey: key(), locale: "nl", profileId: kindOfMemo });
    const run = new RunDriver(server, contextOf(made.runContext));
    const { docs } = await server.docs.listDocs({ pageSize: 200 });
    const letter = docs.find(({ path }) => one.letterFile !== "" && path === `dossier/${one.letterFile}`);
    if (letter) {
      const role = PinRole.ANSWERED;
      await server.orchestrator.pinEvidence({ ...run.command(), evidenceId: `vault:${letter.docUid}`, role });
      await run.read();
    }
    await server.orchestrator.guide({ ...run.command(), userPrompt: "De zaak van het dossier." });
    await run.read();
    const writers = writersAmong(docs);
    const read = await run.current("proposal", IntentSeedSchema);
    const said = presumedSaid([], writers, read, "namens de andere partij");
    const parties = partiesSaid(said, writers, read?.parties ?? [], "nl", profile);
    if (parties.length > 0)
      await run.propose(
        create(StageProposalSchema, {
          proposal: { case: "intentSeed", value: { goal: read?.goal ?? "", locale: "nl", parties } },
        }),
      );
    await run.confirmAll();
    await run.advance();
    return await outlined(run, claims, (text) => (profile && kindFor(text, profile)?.name) ?? "");
  };

const kindOfMemo = "reply-to-letter";

/** Leaves every slot out but these. */
const letGo = async (run: RunDriver, kept: ReadonlySet<string>): Promise<void> => {
  const { proposalDigest } = run.decisions();
  const items = run.context.items
    .filter(({ itemId }) => !kept.has(itemId))
    .map(({ itemId }) => ({ itemId, decision: ItemDecision.REJECT }));
  if (items.length > 0) await run.clients.orchestrator.confirm({ ...run.command(), proposalDigest, items });
  await run.read();
};

/** With an outline of these claims, at EVIDENCE_NEEDS. */
const outlined = async (
  run: RunDriver,
  claims: readonly KeyedClaim[],
  kindOf: (text: string) => string,
): Promise<RunDriver> => {
  const sections = [{ title: "Memo", claims: claims.map(({ text }) => ({ text, claimKind: kindOf(text) })) }];
  await run.propose(create(StageProposalSchema, { proposal: { case: "skeleton", value: { sections } } }), true);
  await run.advance();
  return run;
};

const chosenOf = async (server: TestServer, memo: Memo, is: Class, plants: readonly Plant[]): Promise<Planted[]> => {
  const run = await memo(
    server,
    plants.map(({ claim }) => claim),
  );
  const needs = await run.current("evidence_needs_now", EvidenceNeedsSchema);
  const asking = placedSlots(needs).filter(({ slot }) => slot.kind === SlotKind.QUOTE && slot.source === "vault");
  // A claim of a kind that asks for no words of papers has none chosen.
  const chosen = plants.flatMap((plant) => {
    const slotId = asking.find(({ claim }) => claim.claimText === plant.claim.text)?.slot.slotId;
    return slotId === undefined ? [] : [{ ...plant, slotId }];
  });
  for (const { slotId, passage } of chosen) {
    const value = bindingOf(slotId, passage as PassageCandidate);
    await server.orchestrator.chooseEvidence({ ...run.command(), slotId, choice: { case: "binding", value } });
    await run.read();
  }
  await letGo(run, new Set(chosen.map(({ slotId }) => slotId)));
  const looks = new Map<string, LookCode[]>();
  const seen = (): void => {
    for (const { slotId, looks: own } of run.context.items)
      looks.set(slotId, [...(looks.get(slotId) ?? []), ...own.map(({ code }) => code)]);
  };
  for (const _ of ["EVIDENCE_BINDING", "SPAN_RESOLUTION"]) {
    await run.confirmAll();
    await run.advance();
    seen();
  }
  return chosen.map(({ claim, passage, slotId }) => ({
    is,
    looks: looks.get(slotId) ?? [],
    shown: `${claim.text} <- ${passage.locator?.exactQuote}`,
  }));
};
