/** Elements that begin and end a line. */
export const blocks = new Set(
  "address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol option p pre section table tbody tfoot thead tr ul".split(
    " ",
  ),
);
/** Elements around which a reader sees an empty line. */
export const spaced = new Set("blockquote h1 h2 h3 h4 h5 h6 p pre table ul ol dl".split(" "));
/**
 * Elements whose content is not text of the document: those that the HTML standard does not render (15.3.1), and those whose
 * content stands in for something else that is shown (4.8). Scripts do not run in mail, so `noscript` is shown.
 */
export const silent = new Set(
  "area audio base basefont canvas datalist head iframe link meta noembed noframes object param rp script select source style svg math template title track video".split(
    " ",
  ),
);

const hiddenStyle =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|content-visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0*)?%?\s*(?:;|!|$)|mso-hide\s*:\s*all|font-size\s*:\s*0(?:px|pt|em|%)?\s*(?:;|!|$))/i;
/** A box without height or width that lets nothing stick out: how letters hide the line that lists of mail show. */
const noRoom = /(?:^|;)\s*(?:max-)?(?:height|width)\s*:\s*0(?:px|pt|em|%)?\s*(?:;|!|$)/i;
const cutOff = /(?:^|;)\s*overflow(?:-[xy])?\s*:\s*(?:hidden|clip)/i;

/** Whether attributes keep an element from being shown. Style sheets are not read: mail that hides does it in place. */
export const isHidden = (name: string, attributes: ReadonlyMap<string, string>): boolean => {
  const style = attributes.get("style") ?? "";
  if (attributes.has("hidden") || (name === "dialog" && !attributes.has("open"))) return true;
  return hiddenStyle.test(style) || (noRoom.test(style) && cutOff.test(style));
};
