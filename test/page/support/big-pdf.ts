import PDFDocument from "pdfkit";

/** A PDF of so many pages of made-up sentences, each page with a word of its own. */
export const bigPdf = (pageCount: number): Promise<Uint8Array> =>
  new Promise((resolve) => {
    const pdf = new PDFDocument({ autoFirstPage: false, info: { Title: "Een lang rapport" } });
    const pieces: Buffer[] = [];
    pdf.on("data", (piece: Buffer) => pieces.push(piece));
    pdf.on("end", () => resolve(new Uint8Array(Buffer.concat(pieces))));
    for (let page = 1; page <= pageCount; page++) {
      pdf.addPage().fontSize(10).text(`Kenmerk${page}\n\n`);
      for (let paragraph = 1; paragraph <= 9; paragraph++)
        pdf.text(
          `Blad ${page}, alinea ${paragraph}. De commissie bezag de stukken van dag ${paragraph} en vond er geen besluit over de ` +
            "thuiswerkdag in. Wel staat er dat het overleg later wordt voortgezet, dat ieder daarvoor wordt uitgenodigd en dat " +
            "de uitkomst op schrift wordt gesteld voordat er iets verandert.\n\n",
        );
    }
    pdf.end();
  });
