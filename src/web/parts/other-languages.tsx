import { locales } from "../../messages/locale.ts";
import { ownName } from "../words/language-name.ts";
import type { Locale } from "../words/say.ts";

/** The other languages of the page, each by its own name, to go on in. */
export const OtherLanguages = ({
  locale,
  hashOf,
}: {
  readonly locale: Locale;
  readonly hashOf: (other: Locale) => string;
}) =>
  locales
    .filter((other) => other !== locale)
    .map((other) => (
      <a key={other} href={hashOf(other)} lang={other} className="quiet-link">
        {ownName(other)}
      </a>
    ));
