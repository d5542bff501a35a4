import { textIn } from "#kit/localised.ts";
import { ClaimAct, type ClaimKind, type WorkflowProfile } from "../../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { speechOf } from "../../../messages/speech.ts";
import { capital, type Locale } from "./prose.ts";

/** An instruction about a topic as a claim of the kind; kinds without an announcement of their own lead with their label. */
export const phraseFor = (
  kind: ClaimKind | undefined,
  about: string,
  locale: Locale,
  profile: WorkflowProfile,
): string => {
  const topic = about.replace(/^(?:De|Het|Een|Mijn|Onze|The|An?|My|Our)(?=\s)/u, (word) => word.toLowerCase());
  const announcement = textIn(kind?.announcement ?? [], locale);
  if (announcement !== "") {
    const asked = kind?.act === ClaimAct.PUTS_QUESTION ? indirect(topic, profile) : undefined;
    const text = asked === undefined ? announcement : announcement.replace(": {topic}", () => ` ${asked}`);
    return text.replaceAll(/\{(topic|Topic)\}/gu, (_, where: string) =>
      where === "topic" ? topic : locale === "en" ? withArticle(topic) : capital(topic),
    );
  }
  const label = textIn(kind?.label ?? [], locale);
  const lead = label !== "" ? label : speechOf(locale).phrase("guide.the-matter-is");
  return `${capital(lead)}: ${topic}.`;
};

/** A question that is asked indirectly goes on the sentence; whom it is for the sentence says already. */
const indirect = (topic: string, profile: WorkflowProfile): string | undefined =>
  new RegExp(`^(?:(?:het|the)\\s+)?(?:(?:${readerPattern(profile)})\\s+)?(?<asked>(?:of|whether)\\s.+)$`, "iu").exec(
    topic,
  )?.groups?.asked;

/** The names by which the profile's readers are called, as an alternation; of none it matches nothing. */
export const readerPattern = ({ readers }: Pick<WorkflowProfile, "readers">): string => {
  const names = readers.flatMap(({ label, addressee }) => [...label, ...addressee].map(({ text }) => text.trim()));
  const written = [...new Set(names)]
    .filter((name) => name !== "")
    .map((name) => name.replaceAll(/[.*+?^${}()|[\]\\/]/gu, "\\$&"));
  return written.length === 0 ? "(?!)" : written.join("|");
};

const withArticle = (topic: string): string =>
  /^(?:the|a|an|my|your|his|her|their|our|this|that|these|those)\b/i.test(topic) ? capital(topic) : `The ${topic}`;

/** What a memo of the profile nearly always says of a kind, for this reader; undefined: it has nothing of the sort. */
export const standingClaim = (kind: ClaimKind, locale: Locale, audience: string): string | undefined => {
  const { standingClaim: texts, standingFor } = kind;
  const text = textIn(texts, locale);
  return text === "" || (standingFor.length > 0 && audience !== "" && !standingFor.includes(audience))
    ? undefined
    : text;
};
