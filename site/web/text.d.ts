// Files whose text the bundler puts into a script.
declare module "*.md" {
  const text: string;
  export default text;
}
