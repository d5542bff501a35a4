import { createClient } from "@connectrpc/connect";
import { useTransport } from "@connectrpc/connect-query";
import { useQuery } from "@tanstack/react-query";
import { useContext, useEffect, useMemo, useState } from "react";
import { DocsService } from "../../../gen/pincite/vault/v1/docs_service_pb.ts";
import type {
  PageRectangle,
  PictureStrip as PictureOfPage,
  PlacedPage,
} from "../../../gen/pincite/vault/v1/vault_span_service_pb.ts";
import { fetchOriginal } from "../vault/fetch-original.ts";
import { useSay } from "../words/say.ts";
import { Looking } from "./looking.tsx";
import { Trouble } from "./trouble.tsx";
import { ViewingContext } from "./use-asking.ts";

/** Kinds of pictures that a browser draws, as the Vault names them. */
const drawn: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/webp"]);

/** Whether the words of a page can be shown as its picture has them. */
export const canBeDrawn = (mediaType: string): boolean => drawn.has(mediaType);

/**
 * The strip of the picture in which a machine saw the words, each of them framed: what a person compares with what it read. The
 * picture is drawn and never run: it is a stranger's.
 */
export const PictureStrip = ({ docUid, mediaType, page }: StripProps) => {
  const { strandId } = useContext(ViewingContext);
  const docs = createClient(DocsService, useTransport());
  const { data, error, refetch } = useQuery({
    queryKey: ["picture", strandId, docUid],
    queryFn: async () => (await fetchOriginal(docs, strandId, docUid)).bytes,
    retry: false,
    gcTime: 60_000,
  });
  const address = useAddress(data, mediaType);
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (address === "") return <Looking />;
  return <Framed page={page} address={address} place={{ x: 0, y: 0, width: page.width, height: page.height }} />;
};

/** The same for a page of a PDF, of whose picture the Vault gave a strip. */
export const GivenStrip = ({ page, picture: { png, place } }: GivenProps) => {
  const bytes = useMemo(() => new Blob([png.slice()]), [png]);
  const address = useAddress(bytes, "image/png");
  return address === "" || place === undefined ? null : <Framed page={page} address={address} place={place} />;
};

interface GivenProps {
  readonly page: PlacedPage;
  readonly picture: PictureOfPage;
}

interface FramedProps {
  readonly page: PlacedPage;
  readonly address: string;
  readonly place: Pick<PageRectangle, "x" | "y" | "width" | "height">;
}

const Framed = ({ page, address, place: { x: left, y: upper, width, height: tall } }: FramedProps) => {
  const say = useSay();
  const { top, height } = stripOf(page);
  const name = say("page-quote.picture-with-the-words-framed", { number: page.number });
  return (
    <figure className="quote-strip">
      <svg viewBox={`0 ${top} ${page.width} ${height}`} role="img" aria-label={name} data-page={page.number}>
        <image href={address} x={left} y={upper} width={width} height={tall} preserveAspectRatio="none" />
        {page.rectangles.map(({ x, y, width, height: high }) => (
          <rect key={`${x} ${y}`} className="quote-frame" x={x} y={y} width={width} height={high} />
        ))}
      </svg>
      <figcaption>{name}</figcaption>
    </figure>
  );
};

interface StripProps {
  readonly docUid: string;
  readonly mediaType: string;
  readonly page: PlacedPage;
}

/** An address for bytes, as long as they are shown. */
const useAddress = (bytes: Blob | undefined, mediaType: string): string => {
  const [address, setAddress] = useState("");
  useEffect(() => {
    if (bytes === undefined) return undefined;
    const made = URL.createObjectURL(new Blob([bytes], { type: mediaType }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes, mediaType]);
  return address;
};

/** From a line above the words to a line below them. */
const stripOf = ({ rectangles, height: pageHeight }: PlacedPage): { readonly top: number; readonly height: number } => {
  const line = Math.max(...rectangles.map(({ height }) => height), 1);
  const top = Math.max(0, Math.min(...rectangles.map(({ y }: PageRectangle) => y)) - 1.5 * line);
  const end = Math.min(pageHeight, Math.max(...rectangles.map(({ y, height }) => y + height)) + 1.5 * line);
  return { top, height: Math.max(1, end - top) };
};
