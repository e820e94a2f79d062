/** Imports nothing: `release.ts` would bring the library for schemas into pages. */

/** The description of a release, in its folder, with the hashes of all other files. */
export const releaseFile = 'release.json';

/** The signature of `releaseFile` next to it, a JWS without payload. */
export const signatureFile = 'release.jws';

/** The version of an app on its development server, where scripts have no hashes. */
export const developmentVersion = 'dev';

/** Returns the address of a release's folder, which the names of its files follow. */
export const releasePath = (app: string, version: string): string => `/releases/${app}/${version}/`;

/** The styles of a release. Those of the shell also apply to the whole page. */
export const stylesFile = 'styles.css';

/** Returns the address of a release's styles from that of its entry script. */
export const stylesPath = (entry: string): string =>
  entry.slice(0, entry.lastIndexOf('/') + 1) + stylesFile;

/** The folder of prerendered pages in the release store. */
export const pagesFolder = 'pages';

/** The pages of a remote with a shell, or of a shell alone, rendered by the publisher of `by`. */
export const pagesFile = (
  shellVersion: string,
  { app, version }: { app: string; version: string },
  by = app,
): string => `${pagesFolder}/${by}/${shellVersion}/${app}-${version}.json`;

/** Returns the signature's file next to a file of pages: a JWS without payload. */
export const pagesSignatureFile = (file: string): string => file.replace(/json$/, 'jws');

/** Folders of the release store that belong to no app. */
export const reservedFolders = ['log', pagesFolder, 'ended'] as const;

/** The address of the `ReleaseMap`, for open pages. */
export const releaseMapPath = '/releases/release-map.json';

/** The address for reports of pages, see `reports.ts`. */
export const reportsPath = '/releases/report';

/** On a gateway's operators' port: a line about each release's reports, for `pnpm releases`. */
export const figuresPath = '/releases.txt';

/** The address of the versions that visitors' pages may run, by app, for `pnpm check-api`. */
export const versionsInUsePath = '/releases/in-use.json';

/** Comment in the head of the shell's `index.html` that the gateway replaces in every page. */
export const headPlaceholder = '<!--kargo:head-->';

/**
 * Scripts of the shell that the gateway writes into pages: `fallback` if another shell can take
 * over, `framed` into drivers' prerendered pages (`hasFrame`), `prerendered` into the others.
 */
export const inlineScripts = ['fallback', 'prerendered', 'framed'] as const;
export type InlineScript = (typeof inlineScripts)[number];

export const inlineScriptFile = (name: InlineScript): string => `inline/${name}.js`;

/** The empty element in the shell's `index.html` that the site is rendered into. */
export const rootPlaceholder = '<div id="root"></div>';

/** The path of the not-found page among the prerendered pages. */
export const notFoundPath = '/*';

/** The path of the prerendered page for broken links to the API; see `link-problem.ts`. */
export const linkProblemPath = '/api/*';

/** Placeholders in that page for the texts of a `LinkProblem`. */
export const linkProblemTexts = {
  heading: '{linkHeading}',
  sentence: '{linkSentence}',
  action: '{linkAction}',
  address: '{linkAddress}',
  reference: '{linkReference}',
} as const;

/** For files built without the configuration: `index.html`, prerendered pages and `questions`. */
export const contactEmailPlaceholder = '{contactEmail}';
export const contactPhonePlaceholder = '{contactPhone}';
/** Returns the `tel:` address of a phone number: its digits and its plus. */
export const contactPhoneAddress = (phone: string): string =>
  phone === contactPhonePlaceholder ? `tel:${phone}` : `tel:${phone.replace(/[^\d+]/g, '')}`;
