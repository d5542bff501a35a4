/** Elements that begin and end a line. */
export const blocks = new Set(
  "address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol option p pre section table tbody tfoot thead tr ul".split(
    " ",
  ),
);
/** Elements around which a reader sees an empty line. */
export const spaced = new Set("blockquote h1 h2 h3 h4 h5 h6 p pre table ul ol dl".split(" "));
/** Elements whose content is not text of the document. */
export const silent = new Set("script style head template noscript object svg math select".split(" "));
/** Elements without content, so that `<br hidden>` opens nothing. */
export const voids = new Set("area base br col embed hr img input link meta source track wbr".split(" "));

const hiddenStyle =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|font-size\s*:\s*0(?:px|pt|em|%)?\s*(?:;|!|$))/i;

/** Whether attributes keep an element from being shown. Style sheets are not read: mail that hides does it in place. */
export const isHidden = (attributes: Record<string, string>): boolean =>
  "hidden" in attributes || hiddenStyle.test(attributes.style ?? "");
