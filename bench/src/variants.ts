import type { BuildName } from './builds/build.ts';

/** A way to build the site. Its name is that of the folder that the build writes. */
export interface Variant {
  name: string;
  title: string;
  build: BuildName;
  hasScripts: boolean;
}

export const variants = [
  { name: 'site', title: 'This site', build: 'site', hasScripts: true },
  {
    name: 'one-bundle-prerendered',
    title: 'One bundle, prerendered',
    build: 'oneBundle',
    hasScripts: true,
  },
  {
    name: 'one-bundle',
    title: 'One bundle, client rendered',
    build: 'oneBundle',
    hasScripts: true,
  },
  {
    name: 'textbook-federation',
    title: 'Textbook federation',
    build: 'textbookFederation',
    hasScripts: true,
  },
  { name: 'floor', title: 'Floor: its HTML, no scripts', build: 'site', hasScripts: false },
] as const satisfies readonly Variant[];

export type VariantName = (typeof variants)[number]['name'];
