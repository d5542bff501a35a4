import { readFileSync } from "node:fs";
import { join } from "node:path";
import { create } from "@bufbuild/protobuf";
import { afterAll, beforeAll, expect, it } from "vitest";
import { WorkflowProfileSchema } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { ToolRequestParamsSchema } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { builtinProfiles } from "../../src/profile/builtin.ts";
import { profileTexts } from "../../src/profile/profile-texts.ts";
import { shippedHealthWords, shippedLawWords, shippedNames } from "../../src/shipped-names.ts";
import { compose } from "../../src/tool/compose.ts";
import { leavingWords } from "../../src/tool/leaving-words.ts";
import { offerOf, type Published } from "../../src/tool/offer.ts";
import { importMessages, type LawBotClients, openClients } from "../lawbot/support/lawbot-client.ts";
import { lawQuestions, typedWords } from "../support/cases/questions.ts";
import { describeWithData } from "../support/shared-data.ts";

type Questions = ReturnType<typeof lawQuestions>;
// Sixty written before they were asked; twenty before the words of a profile were offered; twenty before those that LawBot publishes were.
const [subjects, laterSubjects, subjectsOfPublished] = [
  lawQuestions("first"),
  lawQuestions("later"),
  lawQuestions("published"),
];
const dossiers = typedWords();

/** The letter's: its words are about work, and four of the six subjects are not. */
const [profile = create(WorkflowProfileSchema)] = builtinProfiles();

const words = leavingWords({ ofHealth: shippedHealthWords(), ofLaw: shippedLawWords() });

const inForceOn = "2012-10-01";

describeWithData("sixty honest questions of law, asked of a LawBot of another machine", "law-bwb-2012", (folder) => {
  let law: LawBotClients;
  beforeAll(async () => {
    law = await openClients();
    const names = ["BWBR0005289", "BWBR0005290"].map((id) => `${id}.xml`);
    const files = names.map((path) => ({ path, validFrom: inForceOn, bytes: readFileSync(join(folder, path)) }));
    const { importedCount } = await law.imports.import(importMessages("laws", files));
    expect(importedCount).toBe(2);
  });
  afterAll(() => law.lawbot.close());

  const firstThree = async (query: string) => {
    const { result } = await law.search.search({ query, inForceOn, pageSize: 20 });
    const hits = result?.candidates ?? [];
    return { ids: hits.slice(0, 3).map(({ evidenceId }) => evidenceId), hits };
  };

  // A run asks about one subject: what LawBot answered to the earlier questions is offered to the later ones.
  it.each(Object.entries(dossiers))(
    "beside %s are held less often than by a screen over words",
    async (name, persons) => {
      for (const [set, asked] of [
        ["sixty", subjects],
        ["twenty later", laterSubjects],
      ] as const) {
        const without = await tallyOf(asked, persons, []);
        const tally = await tallyOf(asked, persons, profileTexts(profile));
        console.info(
          `${name}, ${set}: without the profile ${JSON.stringify(without)}, with it ${JSON.stringify(tally)}`,
        );
        expect(tally.held).toBeLessThanOrEqual(without.held);
        // The screen that stood here before held 24 of 60 beside a contract with defined terms.
        if (set === "sixty") expect(tally.held).toBeLessThan(24);
      }
    },
  );

  // Without a list they are held because a run that has heard nothing has few words, and a sorted set of words has no rows.
  it("are not held, and find the same, where LawBot publishes its words", async () => {
    const { vocabulary } = await law.laws.getVocabulary({});
    const [persons = []] = Object.values(dossiers);
    for (const [set, asked] of [
      ["sixty", subjects],
      ["twenty unseen", subjectsOfPublished],
    ] as const) {
      const tally = await tallyOf(asked, persons, profileTexts(profile), vocabulary);
      const sent = tally.asked - tally.held;
      console.info(`published, ${set}: ${JSON.stringify(tally)}`);
      expect(tally.held / tally.asked).toBeLessThanOrEqual(0.05);
      expect(tally.pressed / tally.asked).toBeLessThanOrEqual(0.1);
      if (set === "sixty") expect(tally.same / sent).toBeGreaterThanOrEqual(0.95);
      expect(tally.bits).toBeLessThan(130);
    }
  });

  const tallyOf = async (
    asked: Questions,
    persons: readonly string[],
    fromProfile: readonly string[],
    published?: Published,
  ) => {
    const tally = { asked: 0, held: 0, heldFirst: 0, same: 0, best: 0, bits: 0, pressed: 0 };
    for (const subject of asked) {
      const texts: string[] = [];
      const answered = { allowed: new Set<string>(), denied: new Set<string>(), ofHealth: new Set<string>() };
      for (const [at, question] of subject.entries()) {
        const sources = { persons, law: texts, profile: fromProfile, ids: [], register: shippedNames() };
        const judge = words.of(answered);
        const offer = offerOf({ ...sources, judge, ...(published ? { published } : {}) });
        const params = create(ToolRequestParamsSchema, {
          params: { case: "lawbotSearch", value: { query: question } },
        });
        const { params: sentParams, held, bits, asked: wordsAsked } = compose(params, offer);
        tally.asked += 1;
        tally.bits = Math.max(tally.bits, bits);
        if (held) {
          tally.held += 1;
          if (at === 0) tally.heldFirst += 1;
          continue;
        }
        // A person who is asked about a word says yes, and is not asked again.
        if (wordsAsked.length > 0) tally.pressed += 1;
        for (const word of wordsAsked) answered.allowed.add(word);
        const sent = sentParams.params.case === "lawbotSearch" ? sentParams.params.value.query : "";
        const [whole, composed] = [await firstThree(question), await firstThree(sent)];
        if (whole.ids.join() === composed.ids.join()) tally.same += 1;
        if (composed.ids.includes(whole.ids[0] ?? "")) tally.best += 1;
        texts.push(...composed.hits.slice(0, 10).flatMap(({ title, snippet }) => [title, snippet]));
      }
    }
    return tally;
  };
});
