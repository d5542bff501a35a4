import { createHash } from "node:crypto";

/** How a memo looks in a browser and on paper: a page of text, the provenance on a sheet of its own. */
export const style =
  "body{max-width:42em;margin:3em auto;padding:0 1em;font:1em/1.5 Georgia,serif;color:#111;background:#fff}" +
  "header p{margin:0 0 1.5em}h1{font-size:1.4em}h2{font-size:1.1em;margin-top:1.6em}.signature{margin-top:4em}" +
  "table{border-collapse:collapse;width:100%;font-size:.85em}th,td{text-align:left;vertical-align:top;padding:.3em .6em .3em 0;border-bottom:1px solid #ccc;overflow-wrap:anywhere}" +
  "ol{font-size:.85em}a{color:inherit}sup{line-height:0}.provenance{margin-top:4em;font-size:.9em}" +
  "@media print{.provenance{break-before:page}}";

/** Nothing is loaded and nothing runs; of styles, this one alone. */
export const contentPolicy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; form-action 'none'`;
