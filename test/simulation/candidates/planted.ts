import { create } from "@bufbuild/protobuf";
import type { PassageCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { PartyRole } from "../../../gen/pincite/memo/v1/party_pb.ts";
import { StageProposalSchema } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { type LookCode, LookCodeSchema } from "../../../gen/pincite/run/v1/look_pb.ts";
import { SpanLocatorSchema } from "../../../gen/pincite/span/v1/span_pb.ts";
import { bindingOf } from "../../../src/client/passages.ts";
import { contextOf } from "../../../src/client/run-view.ts";
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
export const simulatePlanted = async (names: readonly string[]): Promise<boolean> => {
  const all: Planted[] = [];
  for (const one of casesFor(names)) {
    const made = await plantedIn(one);
    all.push(...made);
    tell(one.name, made);
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
    console.log(
      `  ${LookCodeSchema.value[code]?.localName}: ${right}; wrong ${having(code, (one) => one !== "right")} (${wrong.join("; ")})`,
    );
  }
};

const plantedIn = async (one: KeyedCase): Promise<Planted[]> => {
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
      if (plants.length > 0) made.push(...(await chosenOf(server, one, is, plants)));
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
  const run = await atNeeds(server, one, one.claims.slice(0, 1));
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

/** A run of these claims at EVIDENCE_NEEDS. */
const atNeeds = async (server: TestServer, one: KeyedCase, claims: readonly KeyedClaim[]): Promise<RunDriver> => {
  const made = await server.orchestrator.createRun({ idempotencyKey: key(), locale: "nl" });
  const run = new RunDriver(server, contextOf(made.runContext));
  const parties = [
    { role: PartyRole.AUTHOR, names: one.authors.slice(0, 1) },
    { role: PartyRole.OPPONENT, names: one.writer === "" ? [] : [one.writer] },
  ].filter(({ names }) => names.length > 0);
  const intent = { goal: "De zaak van het dossier.", locale: "nl", parties };
  await run.propose(create(StageProposalSchema, { proposal: { case: "intentSeed", value: intent } }), true);
  await run.advance();
  const sections = [{ title: "Memo", claims: claims.map(({ text }) => ({ text })) }];
  await run.propose(create(StageProposalSchema, { proposal: { case: "skeleton", value: { sections } } }), true);
  await run.advance();
  return run;
};

const chosenOf = async (
  server: TestServer,
  one: KeyedCase,
  is: Class,
  plants: readonly Plant[],
): Promise<Planted[]> => {
  const run = await atNeeds(
    server,
    one,
    plants.map(({ claim }) => claim),
  );
  const slots = plants.map(
    (_, at) => run.context.slots.find(({ claimId }) => claimId === `claim:${at + 1}`)?.slotId ?? "",
  );
  for (const [at, { passage }] of plants.entries()) {
    const value = bindingOf(slots[at] ?? "", passage as PassageCandidate);
    const choice = { case: "binding", value } as const;
    await server.orchestrator.chooseEvidence({ ...run.command(), slotId: slots[at] ?? "", choice });
    await run.read();
  }
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
  return plants.map(({ claim, passage }, at) => ({
    is,
    looks: looks.get(slots[at] ?? "") ?? [],
    shown: `${claim.text} <- ${passage.locator?.exactQuote}`,
  }));
};
