import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { create } from "@bufbuild/protobuf";
import type { PassageCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { EvidenceClaimSchema, EvidenceSlotSchema } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { IntentSeedSchema } from "../../../gen/pincite/memo/v1/intent_pb.ts";
import { type Party, PartyRole, PartySchema } from "../../../gen/pincite/memo/v1/party_pb.ts";
import { openConnection } from "../../../src/client/connection.ts";
import { rankedMax } from "../../../src/engine/run/sentences.ts";
import { isToAnother } from "../../../src/grounding/addressee.ts";
import { draftCheck } from "../../../src/grounding/draft-check.ts";
import { firstAct, saysAuthorActs, tellsAddresseeSaid } from "../../../src/grounding/letter-signs.ts";
import { deniesAnything } from "../../../src/kit/denial.ts";
import type { SideModel } from "../../../src/model/side-model.ts";
import { builtinProfiles } from "../../../src/profile/builtin.ts";
import { sayableFirst } from "../../../src/run/decide.ts";
import type { DecisionInput } from "../../../src/run/kernel.ts";
import { daysIn } from "../../../src/run/looks/source.ts";
import type { PlacedSlot } from "../../../src/run/sought.ts";
import { sha256 } from "../../../src/sha256.ts";
import { shippedNames } from "../../../src/shipped-names.ts";
import { openSource } from "../../../src/span/source.ts";
import { SentenceCollection } from "../../../src/vault/candidates/collection.ts";
import { featureNames } from "../../../src/vault/candidates/features.ts";
import { type Paper, paperOf } from "../../../src/vault/candidates/paper.ts";
import { spread, weighed } from "../../../src/vault/candidates/rank.ts";
import { importFiles, startTestServer } from "../../e2e/support/server.ts";
import { casesFor, root, share } from "./cases.ts";
import { type Choices, fitWeights, sharesOf, sureFromOf } from "./fit.ts";
import { gives, type KeyedCase, type KeyedClaim } from "./keyed.ts";
import { rankedBy, rankerNamed } from "./ranked.ts";

const queryOf = (claim: KeyedClaim, one: KeyedCase, people: readonly string[], letterUid: string) => {
  const words = new Set(claim.text.toLowerCase().match(/\p{L}{3,}/gu) ?? []);
  const { by, isAsking } = firstAct(claim.text);
  const ofLetter = claim.kind === "assertion-of-letter";
  const named = people.filter((name) =>
    (name.toLowerCase().match(/\p{L}{3,}/gu) ?? []).some((word) => words.has(word)),
  );
  return {
    text: claim.text,
    days: [...new Set(daysIn(claim.text).map(({ value }) => value))].filter((day) => /^\d{4}-\d\d-\d\d$/u.test(day)),
    speakers: (by === "author"
      ? one.authors
      : [...named, ...((ofLetter || tellsAddresseeSaid(claim.text)) && one.writer !== "" ? [one.writer] : [])]
    ).slice(0, 50),
    answeredDocUid: letterUid,
    ofAnsweredLetter: ofLetter,
    authors: [...one.authors],
    ofAuthor: saysAuthorActs(claim.text),
    ofRequest: isAsking,
  };
};

type Query = ReturnType<typeof queryOf>;

/** A case on a server of its own, with what its claims are asked with. */
const withCase = async <T>(
  one: KeyedCase,
  use: (at: {
    readonly connection: ReturnType<typeof openConnection>;
    readonly queries: readonly Query[];
    readonly docUids: readonly string[];
  }) => Promise<T>,
): Promise<T> => {
  const server = await startTestServer();
  const connection = openConnection(server.url);
  try {
    await importFiles(
      server,
      one.files.map(({ path, bytes }) => ({ path: `dossier/${path}`, bytes })),
    );
    const { docs } = await connection.docs.listDocs({ pageSize: 200 });
    const letter = docs.find(({ path }) => one.letterFile !== "" && path.endsWith(one.letterFile))?.docUid ?? "";
    const people = [...new Set(docs.flatMap(({ participants, writtenBy }) => [...participants, writtenBy]))].filter(
      (name) => name !== "",
    );
    return await use({
      connection,
      queries: one.claims.map((claim) => queryOf(claim, one, people, letter)),
      docUids: docs.map(({ docUid }) => docUid),
    });
  } finally {
    connection.close();
    await server.stop();
  }
};

interface Told {
  readonly rank: number;
  readonly sure: boolean;
}

/** Where the right sentences of a case stand, and where they stand once a model has ordered the passages. */
interface Measured {
  readonly told: readonly Told[];
  readonly ranked: readonly Told[];
  readonly notRanked: number;
  /** How many listed sentences stand in mails that go to nobody of the memo, as far as its case names who is of it. */
  readonly toAnother: { readonly right: number; readonly other: number };
}

/** Who the memo is by and whom it answers, as the case names them. */
const partiesOf = ({ authors, writer }: KeyedCase): Party[] => [
  ...(authors.length > 0 ? [create(PartySchema, { role: PartyRole.AUTHOR, names: [...authors] })] : []),
  ...(writer === "" ? [] : [create(PartySchema, { role: PartyRole.OPPONENT, names: [writer] })]),
];

/** As ListCandidates lists them where nothing else of the claim is chosen and no model has ordered them. */
const asListed = (
  claimText: string,
  candidates: readonly PassageCandidate[],
  parties: readonly Party[],
): PassageCandidate[] => {
  const [profile] = builtinProfiles();
  const material = { profile, intent: create(IntentSeedSchema, { locale: "nl", parties: [...parties] }) };
  const slot = create(EvidenceSlotSchema, { slotId: "slot:1" });
  const claim = create(EvidenceClaimSchema, { claimText, required: [slot] });
  return sayableFirst({ checkDraft, material } as unknown as DecisionInput, { slot, claim } as PlacedSlot, candidates);
};

const checkDraft = draftCheck({ register: shippedNames(), laws: [] });

/** At which place the first right sentence stands, over the wire; 0: it is not among those that a model would be shown. */
const measure = (one: KeyedCase, ranker: SideModel | undefined): Promise<Measured> =>
  withCase(one, async ({ connection, queries }) => {
    const { lists } = await connection.vaultSearch.rankSentences({ queries: [...queries], limit: rankedMax });
    const texts = one.claims.map(({ text }) => text);
    const parties = partiesOf(one);
    const found = lists.map(({ candidates }, at) => asListed(texts[at] ?? "", candidates, parties));
    const toAnother = { right: 0, other: 0 };
    for (const [at, { sentences }] of one.claims.entries())
      for (const passage of found[at] ?? [])
        if (passage.evidence?.docType === "email" && isToAnother(passage, parties))
          toAnother[sentences.some((key) => gives(passage.locator?.exactQuote ?? "", key)) ? "right" : "other"]++;
    const toldOf = (listed: readonly (readonly PassageCandidate[])[]): Told[] =>
      one.claims.map(({ sentences }, at) => {
        const says = ({ locator }: PassageCandidate) => sentences.some((key) => gives(locator?.exactQuote ?? "", key));
        return { rank: (listed[at] ?? []).findIndex(says) + 1, sure: lists[at]?.sure ?? false };
      });
    const ordered = ranker && (await rankedBy(ranker, texts, found));
    return { told: toldOf(found), ranked: toldOf(ordered?.lists ?? []), notRanked: ordered?.notRanked ?? 0, toAnother };
  });

const line = (name: string, told: readonly Told[], isVerbose: boolean, one?: KeyedCase): void => {
  const among = (most: number) => told.filter(({ rank }) => rank > 0 && rank <= most).length;
  const sure = told.filter((each) => each.sure);
  console.log(
    `${name.padEnd(16)} first ${share(among(1), told.length)}  three ${share(among(3), told.length)}  five ${share(among(5), told.length)}  chosen by itself ${share(sure.length, told.length)}, right ${share(sure.filter(({ rank }) => rank === 1).length, sure.length)}`,
  );
  for (const [at, { rank }] of told.entries())
    if (isVerbose && one && (rank === 0 || rank > 3)) console.log(`   ${rank}  ${one.claims[at]?.text}`);
};

/** How many are right among three and five, before and after a model has ordered what was listed. */
const rankedLine = (name: string, { told, ranked, notRanked }: Measured): void => {
  const among = (all: readonly Told[], most: number): string =>
    share(all.filter(({ rank }) => rank > 0 && rank <= most).length, all.length);
  console.log(
    `${name.padEnd(16)} ranked: shown ${among(told, rankedMax)}  three ${among(told, 3)} before, ${among(ranked, 3)} after  five ${among(told, 5)} before, ${among(ranked, 5)} after  not ranked ${notRanked}`,
  );
};

/**
 * `npm run campaign -- candidates [--misses] [--rank-provider NAME] [case …]`: where the right sentence stands, by case; figures alone unless
 * misses are asked for. With a provider, or one of the stand-ins `by-words` and `reversed`, which are no models: also where it stands once
 * that has ordered what is listed; `shown` is how many it could find right.
 */
export const runCandidates = async (args: string[]): Promise<boolean> => {
  const isVerbose = args.includes("--misses");
  const provider = args[args.indexOf("--rank-provider") + 1];
  const ranker = args.includes("--rank-provider") && provider ? rankerNamed(provider) : undefined;
  const names = args.filter((arg) => !arg.startsWith("--") && (!ranker || arg !== provider));
  const all: Measured[] = [];
  for (const one of casesFor(names)) {
    const measured = await measure(one, ranker);
    all.push(measured);
    line(one.name, measured.told, isVerbose, one);
    if (ranker) rankedLine(one.name, measured);
  }
  const told = all.flatMap((one) => one.told);
  const ranked = all.flatMap((one) => one.ranked);
  line("all", told, false);
  const toAnother = (kind: "right" | "other"): number => all.reduce((sum, one) => sum + one.toAnother[kind], 0);
  console.log(
    `told of mails as addressed to another: ${toAnother("right")} right sentences, ${toAnother("other")} others`,
  );
  if (ranker)
    rankedLine("all", {
      told,
      ranked,
      toAnother: { right: 0, other: 0 },
      notRanked: all.reduce((sum, one) => sum + one.notRanked, 0),
    });
  return told.length > 0;
};

/** What a fit learns from: the features of all sentences that share matter with a claim, and which of them are right. */
const choicesOf = (one: KeyedCase): Promise<Choices[]> =>
  withCase(one, async ({ connection, queries, docUids }) => {
    const papers: Paper[] = [];
    for (const docUid of docUids) {
      const [{ doc }, { canonicalText }] = await Promise.all([
        connection.docs.getDoc({ docUid }),
        connection.docs.getDocText({ docUid }),
      ]);
      if (!canonicalText || !doc?.summary) continue;
      const { title, docType, participants, writtenBy, authoredAtIso } = doc.summary;
      const author = writtenBy || (docType === "email" ? (participants[0] ?? "") : "");
      const facts = { docUid, title, day: authoredAtIso.slice(0, 10), author };
      papers.push(paperOf(facts, openSource(canonicalText, sha256)));
    }
    const collection = new SentenceCollection(papers);
    return one.claims.flatMap((claim, at) => {
      const query = queries[at];
      if (!query) return [];
      const sought = {
        ...query,
        isOfAnsweredLetter: query.ofAnsweredLetter,
        isOfAuthor: query.ofAuthor,
        isAsking: query.ofRequest,
        isDenying: deniesAnything(query.text),
      };
      const ranked = weighed(collection, sought);
      const rights = ranked.map(({ paper, at: place }) =>
        claim.sentences.some((one) => gives(paper.units[place]?.text ?? "", one)),
      );
      const features = ranked.map((each) => each.features);
      const paperOfEach = ranked.map(({ paper }) => paper.docUid);
      return rights.some(Boolean) ? [{ features, rights, papers: paperOfEach }] : [];
    });
  });

/** How much passages of one paper may hold each other back: what is tried. */
const spreads = [0, 0.25, 0.5, 0.75, 1];

const mayHinder = new Set(
  ["length", "quoted", "letterElse", "asksElse", "ownElse", "unended"].map((name) =>
    (featureNames as readonly string[]).indexOf(name),
  ),
);

/** `npm run campaign -- fit-candidates`: fits the weights on the keyed cases beside the project, case by case left out, and writes them. */
export const fitCandidates = async (): Promise<boolean> => {
  const cases = casesFor([]);
  const byCase = new Map<string, Choices[]>();
  for (const one of cases) byCase.set(one.name, await choicesOf(one));
  const shares: { share: number; isRight: boolean }[] = [];
  let [first, whole] = [0, 0];
  const threes = spreads.map(() => 0);
  for (const [name, held] of byCase) {
    const others = [...byCase].flatMap(([other, choices]) => (other === name ? [] : choices));
    const weights = fitWeights(others, featureNames.length, mayHinder);
    for (const choice of held) {
      const { order, scores, share: top } = sharesOf(choice, weights);
      const listed = order.map((at) => ({ at, paper: choice.papers[at], score: scores[at] ?? 0 }));
      const isFirst = choice.rights[order[0] ?? -1] === true;
      whole++;
      first += Number(isFirst);
      for (const [at, samePaper] of spreads.entries())
        threes[at] =
          (threes[at] ?? 0) +
          Number(
            spread(listed, samePaper)
              .slice(0, 3)
              .some((one) => choice.rights[one.at]),
          );
      shares.push({ share: top, isRight: isFirst });
    }
  }
  const sure = sureFromOf(shares);
  const most = Math.max(...threes);
  const all = [...byCase.values()].flat();
  const weights = fitWeights(all, featureNames.length, mayHinder);
  const file = {
    source: `keyed by sentence: ${cases.map(({ name }) => name).join(", ")}; ${all.length} claims`,
    leftOut: { first: `${first} of ${whole}`, three: `${most} of ${whole}`, sure: share(sure.right, sure.count) },
    weights: Object.fromEntries(featureNames.map((name, at) => [name, Math.round((weights[at] ?? 0) * 1000) / 1000])),
    samePaper: spreads[threes.indexOf(most)] ?? 0,
    sureFrom: Math.round(sure.from * 1000) / 1000,
  };
  writeFileSync(join(root, "src/vault/candidates/weights.json"), `${JSON.stringify(file, null, 2)}\n`);
  console.log(JSON.stringify(file, null, 2));
  return whole > 0;
};
