import { useTransport } from "@connectrpc/connect-query";
import { createContext, useContext, useMemo } from "react";
import type { Asking } from "./ask-source.ts";

/** What a viewer knows besides the quote. */
export interface Viewing {
  readonly strandId: string;
  /** Reference day for law, ISO 8601; empty: none. */
  readonly inForceOn: string;
  /** Whether what is known of the source is told below the words. */
  readonly showsSource: boolean;
}

/** Set by the viewer for everything in it. */
export const ViewingContext = createContext<Viewing>({ strandId: "", inForceOn: "", showsSource: true });

/** Whom questions to a source go to. */
export const useAsking = (): Asking => {
  const transport = useTransport();
  const { strandId, inForceOn } = useContext(ViewingContext);
  return useMemo(() => ({ transport, strandId, inForceOn }), [transport, strandId, inForceOn]);
};
