import { useSyncExternalStore } from "react";
import { locales } from "../../messages/locale.ts";
import type { Locale } from "./say.ts";

/** The language of a page that belongs to no run: what its address says behind the #, else the browser's; Dutch for every other. */
export const localeOf = (hash: string, languages: readonly string[]): Locale => {
  const said = new URLSearchParams(hash.replace(/^#/, "")).get("lang");
  const spoken = locales.find((locale) => locale === said);
  if (spoken !== undefined) return spoken;
  return /^en/i.test(languages[0] ?? "nl") ? "en" : "nl";
};

/** Has a change of the address behind the # told. */
export const onHashChange = (told: () => void): (() => void) => {
  globalThis.addEventListener("hashchange", told);
  return () => globalThis.removeEventListener("hashchange", told);
};

/** The language of such a page. */
export const usePageLocale = (): Locale =>
  localeOf(
    useSyncExternalStore(onHashChange, () => globalThis.location.hash),
    globalThis.navigator.languages,
  );
