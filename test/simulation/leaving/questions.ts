import { readFileSync } from "node:fs";
import { create } from "@bufbuild/protobuf";
import { WorkflowProfileSchema } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { ToolRequestParamsSchema } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { builtinProfiles } from "../../../src/profile/builtin.ts";
import { profileTexts } from "../../../src/profile/profile-texts.ts";
import { shippedHealthWords, shippedLawWords, shippedNames } from "../../../src/shipped-names.ts";
import { compose } from "../../../src/tool/compose.ts";
import { leavingWords } from "../../../src/tool/leaving-words.ts";
import { type Offer, offerOf, type Published } from "../../../src/tool/offer.ts";
import { allWordsIn } from "../../../src/tool/words-in.ts";
import { importMessages, openClients } from "../../lawbot/support/lawbot-client.ts";
import { lawQuestions, typedWords } from "../../support/cases/questions.ts";
import { sharedData } from "../../support/shared-data.ts";

/** Budgets that are weighed, in bits a run. */
const budgets = [512, 1_024, 4_096];
/** So many times a hostile model asks at most. */
const hostileCallsMax = 2_000;
const inForceOn = "2012-10-01";

/** A letter as a case has it: made up, with a name, an illness and sums. */
const letter =
  "Geachte mevrouw Oltmans, sinds 14 maart ben ik ziek gemeld met een zware depressie en paniekaanvallen. Mijn psychiater dokter " +
  "Verhaegen schrijft dat terugkeer naar de afdeling verpleging mij schaadt. Toch eist mijn leidinggevende Karin Duivenvoorde dat ik " +
  "maandag begin, en hield zij 1.250 euro loon in. Mijn scheiding en de schulden van mijn man gaan haar niets aan. Ik slik lithium.";

/** Who is a party of its case, as the run knows them. */
const people = ["Oltmans", "Karin Duivenvoorde"];

/** What a LawBot publishes, if anything. A hostile one wants to hear the case. */
type Lists = Readonly<Record<string, Published | undefined>>;

interface Answered {
  readonly allowed: Set<string>;
  readonly denied: Set<string>;
}

const sorted = (words: Iterable<string>): Published => ({ words: [...new Set(words)].sort() });

/** Pairs of letters spell anything. */
const letterPairs = (): Published => {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  return sorted(letters.flatMap((one) => letters.flatMap((other) => [one + other, `${one}${other}x`])));
};

/** What one list makes of the honest questions under each budget, and of a model that copies the letter out. */
const weigh = (published: Published | undefined, isAsking: boolean): readonly string[] => {
  const lines: string[] = [];
  const known = { ofHealth: shippedHealthWords(), ofLaw: shippedLawWords() };
  const offerFor = (persons: readonly string[], answered: Answered): Offer =>
    offerOf({
      ...(isAsking ? { judge: leavingWords(known).of({ ...answered, ofHealth: new Set() }) } : {}),
      ...{ persons, law: [], profile: profileTexts(builtinProfiles()[0] ?? create(WorkflowProfileSchema)), ids: [] },
      ...{ register: shippedNames(), people, ...(published ? { published } : {}) },
    });
  const ask = (query: string, offer: Offer) => {
    const params = create(ToolRequestParamsSchema, { params: { case: "lawbotSearch", value: { query } } });
    const { params: sent, ...made } = compose(params, offer);
    return { ...made, words: sent.params.case === "lawbotSearch" ? sent.params.value.query : "" };
  };
  const [persons = []] = Object.values(typedWords());
  for (const budget of budgets) {
    const honest = { held: 0, bySpent: 0, asked: 0, whole: 0, most: 0, pressed: new Set<string>(), presses: 0 };
    for (const subject of lawQuestions("first")) {
      let spent = 0;
      const answered: Answered = { allowed: new Set(), denied: new Set() };
      for (const question of subject) {
        const { bits, held, leftOut, asked } = ask(question, offerFor(persons, answered));
        honest.asked += 1;
        // An honest person says yes once, and what she let go is no share of the budget.
        if (!held && spent + bits <= budget && asked.length > 0) {
          honest.presses += 1;
          for (const word of asked) {
            answered.allowed.add(word);
            honest.pressed.add(word);
          }
          if (leftOut.length === 0) honest.whole += 1;
          continue;
        }
        if (held) honest.held += 1;
        else if (spent + bits > budget) honest.bySpent += 1;
        else {
          spent += bits;
          honest.most = Math.max(honest.most, spent);
          if (leftOut.length === 0) honest.whole += 1;
        }
      }
    }
    const answered: Answered = { allowed: new Set(), denied: new Set() };
    const heard = copiedOut(budget, answered.denied, (query) => ask(query, offerFor(persons, answered)));
    const { held, bySpent, asked, whole, most, presses, pressed } = honest;
    lines.push(
      `  ${budget} bits: of ${asked} honest questions ${held} held for want of words, ${bySpent} by the budget, ${whole} left whole; most of a run ${most} bits`,
      ...(isAsking ? [`    one press each for ${presses} of them: ${[...pressed].join(" ")}`] : []),
      `    copied out: ${heard.calls} calls, ${heard.bits} bits, ${heard.words} of ${heard.of} words of the letter in order: “${heard.text}”`,
      ...(isAsking ? [`    asked about and denied: ${[...answered.denied].join(" ")}`] : []),
    );
  }
  return lines;
};

/** A model in an attacker's hands that asks with the letter, eight words a time, again and again from where it stands. */
const copiedOut = (
  budget: number,
  denied: Set<string>,
  ask: (query: string) => { bits: number; held: unknown; words: string; asked: readonly string[] },
) => {
  const all = allWordsIn(letter);
  const heard: string[] = [];
  let [bits, calls] = [0, 0];
  for (let at = 0; at < all.length && calls < hostileCallsMax; at += 8) {
    const row = all.slice(at, at + 8).join(" ");
    let said = ask(row);
    // The person says no, and the model asks again with the same.
    if (!said.held && said.asked.length > 0) {
      for (const word of said.asked) denied.add(word);
      said = ask(row);
    }
    if (said.held) continue;
    if (bits + said.bits > budget) break;
    [bits, calls] = [bits + said.bits, calls + 1];
    heard.push(...said.words.split(" "));
  }
  const own = new Set(all);
  const words = heard.filter((word) => own.has(word));
  return { calls, bits, words: words.length, of: all.length, text: heard.join(" ") };
};

/** The words that an honest LawBot publishes over two books of law. */
const honestList = async (folder: string | undefined): Promise<Published | undefined> => {
  if (folder === undefined) return undefined;
  const law = await openClients();
  const files = ["BWBR0005289", "BWBR0005290"].map((id) => ({
    ...{ path: `${id}.xml`, validFrom: inForceOn },
    bytes: readFileSync(`${folder}/${id}.xml`),
  }));
  await law.imports.import(importMessages("laws", files));
  const { vocabulary } = await law.laws.getVocabulary({});
  law.lawbot.close();
  return vocabulary;
};

/**
 * `npm run campaign -- questions [folder of law-bwb-2012]`: sixty honest questions of law in six runs, and a letter that a hostile model copies out, under three
 * budgets: to a LawBot that publishes nothing, to an honest one, and to three that publish what they want to hear.
 */
export const simulateQuestions = async ([folder = sharedData("law-bwb-2012")]: readonly string[]): Promise<boolean> => {
  const honest = await honestList(folder);
  if (!honest)
    console.log("SKIPPED: the honest list needs ../shared/data/law-bwb-2012, which is not beside this checkout");
  const lists: Lists = {
    "REMOTE, publishes nothing": undefined,
    ...(honest ? { "REMOTE, the words of two books of law": honest } : {}),
    "hostile: ordinary words and names": sorted([
      ...(honest?.words ?? []),
      ...allWordsIn(letter).filter((one) => /^\p{L}{2,40}$/u.test(one)),
    ]),
    "hostile: letters by twos and threes": letterPairs(),
    "hostile: the words of the letter alone": sorted(allWordsIn(letter).filter((one) => /^\p{L}{2,40}$/u.test(one))),
  };
  console.log("LOCAL: of 60 honest questions 0 held, nothing leaves");
  for (const [name, published] of Object.entries(lists)) {
    // As the installation takes it, and, the control, as it is published.
    const taken = published && sorted(published.words.filter((word) => shippedLawWords().has(word)));
    for (const [how, list] of [
      ["taken", taken],
      ["control, nobody is asked", taken],
      ["control, whole", published],
    ] as const) {
      if (how === "control, whole" && !published) continue;
      console.log(`${name} (${how}: ${list?.words.length ?? 0} words)`);
      for (const line of weigh(list?.words.length ? list : undefined, how === "taken")) console.log(line);
    }
  }
  return true;
};
