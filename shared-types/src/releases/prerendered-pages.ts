import { type Static, Type } from 'typebox';

/** A page as it is stored. */
const PrerenderedPage = Type.Object({
  /** The content of `#root`, as the shell's Node bundle renders it. */
  html: Type.String(),
  /** The styles of the page, as the text of a `<style>`. */
  css: Type.String(),
});

/** Pages by path. */
export const PrerenderedPages = Type.Record(Type.String(), PrerenderedPage);
export type PrerenderedPages = Static<typeof PrerenderedPages>;

/** Public pages of one remote rendered by one shell, or of the shell alone; see `pagesFile`. */
export const PagesOfPair = Type.Object({
  /** The version of the shell. */
  shell: Type.String(),
  /** The remote, or `shell`. */
  app: Type.String(),
  version: Type.String(),
  pages: PrerenderedPages,
});
export type PagesOfPair = Static<typeof PagesOfPair>;
