import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import type { BodyLine } from "./body-line.ts";
import { replyHeaderAt } from "./reply-header.ts";

/** A signature is a name, a function, addresses: short lines, and not many of them. */
const [signatureLinesMax, signatureCharsMax] = [14, 90];
/** A disclaimer is long, and ends the message. */
const disclaimerLinesMax = 60;
/** How far behind its beginning a disclaimer must say what makes it one. */
const confirmedWithin = 12;

const closing =
  /^(?:met (?:de )?(?:meeste )?(?:vriendelijke|hartelijke|beste|collegiale) groet(?:en)?|vriendelijke groet(?:en)?|hartelijke groet(?:en)?|groet(?:en|jes)?|hoogachtend|m\.?v\.?g\.?|(?:with )?(?:kind|best|warm|warmest|kindest)(?: personal)? (?:regards|wishes)|regards|sincerely(?: yours)?|yours (?:sincerely|faithfully|truly)|mit freundlichen gr..en)\s*[,.!]?$/i;
const device =
  /^(?:verzonden|verstuurd) (?:vanaf|vanuit|met|via) (?:mijn |outlook|mail|gmail|een )|^sent from (?:my |mail|outlook|yahoo|a )|^(?:download|get) outlook (?:voor|for) |^von meinem \S+ gesendet/i;
const postscript = /^p\.? ?s\.?(?:\s|:|$)/i;

const disclaimer =
  /^[\s*_"'([-]{0,6}(?:disclaimer\b|confidentiality notice\b|important notice\b|legal notice\b|privacy notice\b|vertrouwelijkheidsclausule|(?:dit|deze) (?:e-?mail(?:bericht)?|bericht|mededeling)\b.{0,80}\b(?:is|zijn|kan|bevat|wordt)\b|de (?:informatie|inhoud)\b.{0,60}\b(?:e-?mail|bericht)|this (?:e-?mail|message|communication|transmission)\b.{0,90}\b(?:is|are|may|contains?)\b|the (?:information|contents?)\b.{0,60}\b(?:e-?mail|message|transmission|communication)|if you (?:are not|have received)|indien u (?:niet|dit)|aan (?:dit|de inhoud van dit) (?:e-?mail)?bericht|(?:please )?(?:consider|think of) the environment|denk aan het milieu)/i;
/** Two different ones of these make a disclaimer: one alone may be what a letter is about. */
const confirms =
  /intended (?:recipient|solely|only|for|exclusively)|addressee|geadresseerde|vertrouwelijk|confidential|privileged|aansprakelijk|liabilit|unauthori[sz]ed|onbevoegd|bestemd voor|bestemd is|abusievelijk|in error|rechten worden ontleend|no rights can be derived|virus|delete (?:it|this|the)|vernietigen|strictly prohibited|verboden/gi;
const environment = /(?:environment|milieu).{0,60}(?:print|afdruk)/i;

/** Behind a text that OpenPGP signed within itself: letters of a signature, and below them what nobody signed (RFC 9580 7). */
const pgpSignature = "-----BEGIN PGP SIGNATURE-----";

/** What begins at a line, as far as it ends its message: SIGNATURE or DISCLAIMER, and whether the line itself belongs to it. */
export interface Ending {
  readonly voice: Voice;
  readonly includesLine: boolean;
}

/**
 * Whether an ending begins at the line. It must go on to the end of what one person says, or it is none: whoever says
 * something behind a closing, such as a postscript, has not signed yet. A disclaimer must stand below other words.
 */
export const endingAt = (lines: readonly BodyLine[], at: number): Ending | undefined => {
  const { text = "", depth = 0 } = lines[at] ?? {};
  const line = text.trim();
  if (line === "" || line.length > 2_000) return undefined;
  if (line === pgpSignature) return { voice: Voice.SIGNATURE, includesLine: true };
  if (closing.test(line) || device.test(line)) {
    const rest = restOf(lines, at + 1, depth, signatureLinesMax, true);
    return rest?.every(signs) ? { voice: Voice.SIGNATURE, includesLine: device.test(line) } : undefined;
  }
  if (!disclaimer.test(line) || !isBelowWords(lines, at)) return undefined;
  const rest = restOf(lines, at + 1, depth, disclaimerLinesMax, false);
  return rest && isDisclaimer([line, ...rest.slice(0, confirmedWithin)].join(" "))
    ? { voice: Voice.DISCLAIMER, includesLine: true }
    : undefined;
};

const isDisclaimer = (words: string): boolean =>
  environment.test(words) || new Set(words.match(confirms)?.map((one) => one.toLowerCase())).size >= 2;

const isBelowWords = (lines: readonly BodyLine[], at: number): boolean =>
  lines.slice(Math.max(0, at - 40), at).some((line) => line.depth === lines[at]?.depth && /\p{L}/u.test(line.text));

/** A short line that is no sentence: eight words and a full stop are said, not signed with. */
const signs = (line: string): boolean =>
  line.length <= signatureCharsMax && !postscript.test(line) && !(/[.?!]$/.test(line) && line.split(/\s+/).length >= 8);

/**
 * Lines that say something from `from` to the end of what one person says: to another depth, a reply header or the line
 * that parts off a signature, and with `toDisclaimer` to a disclaimer. Undefined when they are more than `max`.
 */
const restOf = (
  lines: readonly BodyLine[],
  from: number,
  depth: number,
  max: number,
  toDisclaimer: boolean,
): string[] | undefined => {
  const rest: string[] = [];
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] as BodyLine;
    const text = line.text.trim();
    if (text === "") continue;
    if (line.depth !== depth || text === "--" || replyHeaderAt(lines, at) !== undefined) break;
    if (toDisclaimer && disclaimer.test(text)) break;
    if (rest.push(text) > max) return undefined;
  }
  return rest;
};
