import { useEffect, useRef, useSyncExternalStore } from "react";
import type { MessageFacts } from "../../../gen/messages/facts.ts";
import { type Locale, locales } from "../../messages/locale.ts";

type Texts = Record<keyof MessageFacts, string>;

/** A page loads the texts of its own language, and those of another one when they are asked for. */
const files: Readonly<Record<Locale, () => Promise<{ readonly default: Texts }>>> = {
  en: () => import("../../../messages/en.json"),
  nl: () => import("../../../messages/nl.json"),
};

const held = Object.fromEntries(locales.map((locale) => [locale, {}])) as Readonly<Record<Locale, Texts>>;
const fetching = new Map<Locale, Promise<void>>();
const fetched = new Set<Locale>();
const listeners = new Set<() => void>();

/** The texts of a language: one object, which is filled when they come. */
export const textsOf = (locale: Locale): Readonly<Texts> => held[locale];

/** Whether the texts of a language have come. */
export const hasTexts = (locale: Locale): boolean => fetched.has(locale);

/** Fetches the texts of a language, once. Errors: what the browser says of a file that it cannot fetch; asked again, it tries again. */
export const fetchTexts = (locale: Locale): Promise<void> => {
  const under = fetching.get(locale) ?? fill(locale);
  fetching.set(locale, under);
  return under;
};

const fill = async (locale: Locale): Promise<void> => {
  try {
    Object.assign(held[locale], (await files[locale]()).default);
    fetched.add(locale);
    for (const tell of listeners) tell();
  } catch (error) {
    fetching.delete(locale);
    throw error;
  }
};

const onTexts = (tell: () => void): (() => void) => {
  listeners.add(tell);
  return () => listeners.delete(tell);
};

/** Has a component drawn again when the texts of another language come: what was recorded in it can be said then. */
export const useTexts = (): void => {
  useSyncExternalStore(onTexts, () => fetched.size);
};

/** The language that is wanted once its texts are here, and until then the one before it. */
export const useFetched = (wanted: Locale): Locale => {
  useTexts();
  const last = useRef(wanted);
  if (hasTexts(wanted)) last.current = wanted;
  useEffect(() => {
    fetchTexts(wanted).catch(() => undefined);
  }, [wanted]);
  return last.current;
};
