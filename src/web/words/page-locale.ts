import { useSyncExternalStore } from "react";
import { locales } from "../../messages/locale.ts";
import type { Locale } from "./say.ts";
import { useFetched } from "./texts.ts";

/** What a page speaks to a browser of another language than those of the program. */
export const pageLanguage: Locale = "nl";

/** The language of a page that belongs to no run: what its address says behind the #, else the browser's; Dutch for every other. */
export const localeOf = (hash: string, languages: readonly string[]): Locale => {
  const said = new URLSearchParams(hash.replace(/^#/, "")).get("lang");
  const spoken = (tag: string | null | undefined) => locales.find((locale) => locale === tag);
  return spoken(said) ?? spoken(languages[0]?.slice(0, 2).toLowerCase()) ?? pageLanguage;
};

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
