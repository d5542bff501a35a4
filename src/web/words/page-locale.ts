import { useSyncExternalStore } from "react";
import { locales, localeOf as tagLocale } from "../../messages/locale.ts";
import type { Locale } from "./say.ts";
import { useFetched } from "./texts.ts";

/** What a page speaks to a browser of another language than those of the program. */
export const pageLanguage: Locale = "nl";

const spoken = (tag: string | null | undefined): Locale | undefined => locales.find((locale) => locale === tag);

/** The language that an address asks for behind the #; undefined: it asks for none that is spoken. */
export const askedLocale = (hash: string): Locale | undefined =>
  spoken(new URLSearchParams(hash.replace(/^#/, "")).get("lang"));

/** The language of a page that belongs to no run: what its address says behind the #, else the browser's; Dutch for every other. */
export const localeOf = (hash: string, languages: readonly string[]): Locale =>
  askedLocale(hash) ?? spoken(languages[0]?.slice(0, 2).toLowerCase()) ?? pageLanguage;

/** That language as the address and the browser are now. */
export const pageLocale = (): Locale => localeOf(globalThis.location.hash, globalThis.navigator.languages);

/** Has a change of the address behind the # told. */
export const onHashChange = (told: () => void): (() => void) => {
  globalThis.addEventListener("hashchange", told);
  return () => globalThis.removeEventListener("hashchange", told);
};

/** The language of such a page. */
export const usePageLocale = (): Locale => {
  useSyncExternalStore(onHashChange, () => globalThis.location.hash);
  return useFetched(pageLocale());
};

/** The language in which a run is shown: what the address asks for, which is the reader's, else the memo's own, a tag of BCP 47. */
export const shownLocale = (ofMemo: string): Locale => askedLocale(globalThis.location.hash) ?? tagLocale(ofMemo);

/** That language once its texts are here; undefined: the memo was not read yet. */
export const useShownLocale = (ofMemo: string | undefined): Locale => {
  useSyncExternalStore(onHashChange, () => globalThis.location.hash);
  return useFetched(ofMemo === undefined ? pageLocale() : shownLocale(ofMemo));
};
