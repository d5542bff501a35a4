import type { Scene } from "./attacker.ts";
import { invent, wrongRole } from "./inventions.ts";

type Json = Record<string, unknown>;

const kinds = ["FACT", "LAW", "APPLICATION", "ARGUMENT", "OWN_STATEMENT", "CONNECTIVE"].map(
  (kind) => `SENTENCE_KIND_${kind}`,
);

const sectionsOf = (final: Json): Json[] => {
  const proposal = final.proposal as Json | undefined;
  const draft = proposal?.draftText as Json | undefined;
  return (draft?.sections as Json[] | undefined) ?? [];
};

const sentencesOf = (section: Json): Json[] => (section.sentences as Json[] | undefined) ?? [];

/** Puts a sentence somewhere into the draft, called anything, citing what some other sentence cites or nothing. */
const put = (final: Json, { random }: Scene, text: string): boolean => {
  const sections = sectionsOf(final).filter((one) => sentencesOf(one).length > 0);
  if (sections.length === 0) return false;
  const section = random.pick(sections);
  const cited = sectionsOf(final).flatMap(sentencesOf);
  const entryIds = random.chance(0.25) ? [] : (random.pick(cited).entryIds ?? []);
  section.sentences = [...sentencesOf(section), { text, kind: random.pick(kinds), entryIds }];
  return true;
};

/** Adds sentences that say what nobody said: each that is not refused would stand in the finalised memo. */
const inventions = (final: Json, scene: Scene): Json => {
  for (let count = 2 + scene.random.int(6); count > 0; count--) {
    const { trick, text, planted } = invent(scene.random);
    if (put(final, scene, text)) scene.plant({ trick, words: planted, isInvented: true });
  }
  return final;
};

/** Says it behind a true sentence, in the same breath and on the same evidence. */
const appended = (final: Json, scene: Scene): Json => {
  for (const sentence of sectionsOf(final).flatMap(sentencesOf)) {
    if (scene.random.chance(0.7)) continue;
    const { trick, text, planted } = invent(scene.random);
    // Beside the true sentence, not in its place: its claim still has to be made.
    if (put(final, scene, `${String(sentence.text)} ${text}`))
      scene.plant({ trick: `${trick} behind a true sentence`, words: planted, isInvented: true });
  }
  return final;
};

const roles = (final: Json, scene: Scene): Json => {
  const { trick, text } = wrongRole(scene.random);
  if (put(final, scene, text)) scene.plant({ trick, words: text, isInvented: false });
  return final;
};

/** What is put into a draft that was made honestly. */
export const draftAttacks: Readonly<Record<string, (final: Json, scene: Scene) => Json>> = {
  "says what nobody said": inventions,
  "says it behind a true sentence": appended,
  "puts true tokens in a wrong role": roles,
};
