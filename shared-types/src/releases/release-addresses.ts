/**
 * Where the parts of a release are found. This file imports nothing: the schemas in `release.ts`
 * would bring their library into the page.
 */

/** The release map, inside the folder of all releases. The dot keeps it from being served as a file. */
export const releaseMapFile = '.map/release-map.json';

/** Where stores have it that nobody has published into for long. */
export const firstReleaseMapFile = 'release-map.json';

/** Inside the folder of a release: what it is, with the hashes of all other files. */
export const releaseFile = 'release.json';

/** The signature of `releaseFile`, beside it: a JWS without its payload. */
export const signatureFile = 'release.jws';

/** The version of an app that is being developed: it is no release, and its scripts have no hashes. */
export const developmentVersion = 'dev';

/** Address under which a release's files are served; file names follow it directly. */
export const releasePath = (app: string, version: string): string => `/releases/${app}/${version}/`;

/** Rendered pages, inside the folder of all releases and beside the map: the work of no single publisher. */
export const prerenderedFolder = '.map/prerendered';

/** The pages that were rendered with one release of the shell and one of a remote. */
export const prerenderedFile = (
  shellVersion: string,
  { app, version }: { app: string; version: string },
): string => `${prerenderedFolder}/${shellVersion}/${app}-${version}.json`;

/** Where `ReleaseCandidates` are served, for pages that are already open. */
export const releaseMapPath = '/releases/release-map.json';

/** Comment in the head of the shell's `index.html` that the gateway replaces in every page. */
export const headPlaceholder = '<!--kargo:head-->';

/** Element in the body of the shell's `index.html` that the site is drawn into, empty. */
export const rootPlaceholder = '<div id="root"></div>';

/** Stands for every address without a route, where pages are rendered and kept by path. */
export const notFoundPath = '/*';

/** Ids of the JSON blocks that the gateway writes into every page. */
export const pageBlocks = {
  releaseMap: 'kargo-release-map',
  configuration: 'kargo-configuration',
} as const;

/**
 * Stand for the contact details in what is built or rendered beforehand, which knows no configuration:
 * the shell's `index.html`, pages, and the `questions` of a release.
 */
export const contactEmailPlaceholder = '{contactEmail}';
export const contactPhonePlaceholder = '{contactPhone}';
/** The number in an address: its digits, and the plus before them. */
export const contactPhoneAddress = (phone: string): string =>
  phone === contactPhonePlaceholder ? `tel:${phone}` : `tel:${phone.replace(/[^\d+]/g, '')}`;
