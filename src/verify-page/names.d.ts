/** Files that the bundler puts into the page as text. */
declare module "*.tsv" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: the bundler hands a text over so.
  export default text;
}

declare module "*.txtpb" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: the bundler hands a text over so.
  export default text;
}
