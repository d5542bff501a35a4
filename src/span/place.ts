import { create, type MessageInitShape } from "@bufbuild/protobuf";
import {
  type Place,
  type PlaceResolution,
  PlaceResolutionSchema,
  type PlaceSchema,
} from "../../gen/pincite/span/v1/span_pb.ts";
import { availablePlaces, type Kind, kindInWords, type NamedPlace, nearest } from "./places.ts";
import type { SpanSource } from "./source.ts";

/** Places told when the one that was asked for is not there. */
const availableMax = 20;

/**
 * Resolves a place of a document: page, heading, numbered paragraph, passage or unit. A place that is found once is given with
 * offsets and a reader's label; anything else is answered with the places of its kind that are. Offsets, label and digest
 * of the question are not looked at.
 */
export const resolvePlace = (source: SpanSource, asked: Place): PlaceResolution => {
  const { named } = asked;
  const words = String(named.value ?? "").trim();
  if (named.case === undefined || words === "" || words === "0")
    return create(PlaceResolutionSchema, {
      message: "The place is empty: name a page, a heading, a numbered paragraph or a passage.",
    });
  const all = availablePlaces(source, named.case);
  const found = all.filter((place) => place.answers(words));
  const [only] = found;
  if (only && found.length === 1) return create(PlaceResolutionSchema, { place: placeOf(source, only) });
  const shown = found.length > 1 ? found.slice(0, availableMax) : nearest(all, named, availableMax);
  const message = found.length > 1 ? several(words, found) : absent(source, named.case, words, all);
  return create(PlaceResolutionSchema, { available: shown.map((one) => placeOf(source, one)), message });
};

const placeOf = (
  source: SpanSource,
  { named, start, end, label }: NamedPlace,
): MessageInitShape<typeof PlaceSchema> => ({
  named,
  startChar: start,
  endChar: end,
  label,
  sourceDigest: source.digest,
});

const several = (words: string, found: readonly NamedPlace[]): string =>
  `“${words}” stands there ${found.length} times: name ${found.some(({ label }) => label !== found[0]?.label) ? `one of ${listed(found)}` : "a page or passage instead"}.`;

const absent = (source: SpanSource, kind: Kind, words: string, all: readonly NamedPlace[]): string => {
  const { one, many } = kindInWords[kind];
  if (all.length > 0)
    return `There is no ${one} “${words}”: the document has ${all.length === 1 ? `one ${one}` : `${all.length} ${many}`}, ${listed(all)}. Name one that is there.`;
  const others = (["page", "heading", "paragraph", "passage"] as const)
    .filter((other) => other !== kind)
    .map((other) => ({ other, places: availablePlaces(source, other) }))
    .filter(({ places }) => places.length > 0)
    .map(({ other, places }) => `${kindInWords[other].many} (${listed(places)})`);
  const instead =
    others.length === 0 ? "It has no text to name a place in." : `It has ${others.join(", ")}: name one of those.`;
  return `The document has no ${many}. ${instead}`;
};

/** So many are named in the sentence itself; the others stand in `available`. */
const listedMax = 6;

const listed = (places: readonly NamedPlace[]): string => {
  const labels = places.slice(0, listedMax).map(({ label }) => label);
  return labels.join(", ") + (places.length > labels.length ? ", …" : "");
};
