import { TransportProvider } from "@connectrpc/connect-query";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./style/colours.css";
import { serverTransport } from "./server.ts";
import { pageLocale } from "./words/page-locale.ts";
import { fetchTexts } from "./words/texts.ts";

/** Puts a page into its place once its words are here, with the server's calls at hand for everything in it. */
export const show = async (page: ReactNode): Promise<void> => {
  const locale = pageLocale();
  document.documentElement.lang = locale;
  await fetchTexts(locale);
  const place = document.getElementById("page");
  if (place === null) throw new Error("the page has no place to be drawn in");
  createRoot(place).render(
    <StrictMode>
      <TransportProvider transport={serverTransport}>
        <QueryClientProvider client={new QueryClient()}>{page}</QueryClientProvider>
      </TransportProvider>
    </StrictMode>,
  );
};
