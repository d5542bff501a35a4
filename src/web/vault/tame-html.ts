import { Parser } from "htmlparser2";
import { escapedHtml } from "#kit/html.ts";

/** Elements that only arrange words. Nothing that loads, links, runs, is filled in or has a name of its own. */
const kept = new Set(
  (
    "p div br hr span b strong i em u s small sub sup h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code table caption " +
    "thead tbody tfoot tr th td center"
  ).split(" "),
);

/** Elements whose words are nothing for a reader. */
const dropped = new Set(
  "script style title template noscript iframe object embed svg math head select textarea".split(" "),
);

const alone = new Set(["br", "hr"]);
/** Deeper nesting arranges nothing any more. */
const depthMax = 200;

/**
 * Writes HTML anew from the words and the plainest elements of a stranger's: no attribute is kept but how many cells one spans, so no
 * address, style or handler is in it. The frame that shows it forbids the same; this keeps the frame from having anything to forbid.
 */
export const tamed = (html: string): string => {
  let written = "";
  let droppedDepth = 0;
  const open: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (dropped.has(name)) droppedDepth++;
      if (droppedDepth > 0 || !kept.has(name) || open.length >= depthMax) return;
      written += `<${name}${spanOf("colspan", attributes)}${spanOf("rowspan", attributes)}>`;
      if (!alone.has(name)) open.push(name);
    },
    ontext(text) {
      if (droppedDepth === 0) written += escapedHtml(text);
    },
    onclosetag(name) {
      if (dropped.has(name)) droppedDepth = Math.max(0, droppedDepth - 1);
      const at = open.lastIndexOf(name);
      if (droppedDepth > 0 || at < 0) return;
      for (const one of open.splice(at).reverse()) written += `</${one}>`;
    },
  });
  parser.end(html);
  return (
    written +
    open
      .reverse()
      .map((name) => `</${name}>`)
      .join("")
  );
};

const spanOf = (name: string, attributes: Readonly<Record<string, string>>): string => {
  const value = attributes[name] ?? "";
  return /^[1-9]\d?$/.test(value) ? ` ${name}="${value}"` : "";
};
