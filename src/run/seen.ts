/** What looks see in evidence, for those who choose it: they see the same, or they would choose what a look then names. */
export { authorOf, daysIn, ownDay } from "./looks/source.ts";
export { asksForView } from "./looks/template.ts";
