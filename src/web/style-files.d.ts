/** Style files are imported for what they do; the bundler makes a file of the page of them. */
declare module "*.css";
