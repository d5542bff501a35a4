/** Style files are imported for what they do; the bundler makes a file of the page of them. */
declare module "*.css";

/** A text file as the bundler puts it in. */
declare module "*.txtpb?raw" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: what the bundler gives has no other name
  export default text;
}
