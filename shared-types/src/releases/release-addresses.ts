/** Files and addresses of releases. It imports nothing: with `release.ts` the library of its schemas would come into pages. */

/** Inside the folder of a release: its description, with the hashes of all other files. */
export const releaseFile = 'release.json';

/** The signature of `releaseFile`, beside it: a JWS without its payload. */
export const signatureFile = 'release.jws';

/** Version of an app served from its development server: not a release, so its scripts have no hashes. */
export const developmentVersion = 'dev';

/** Address under which a release's files are served; file names follow it directly. */
export const releasePath = (app: string, version: string): string => `/releases/${app}/${version}/`;

/** A release's styles. Of a remote, those of its screens; of the shell, also what holds for the whole page. */
export const stylesFile = 'styles.css';

/** Address of the styles of the release whose entry script is at `entry`. */
export const stylesPath = (entry: string): string =>
  entry.slice(0, entry.lastIndexOf('/') + 1) + stylesFile;

/** Folder of prerendered pages in the release store. */
export const pagesFolder = 'pages';

/** The pages of one release of the shell and one of a remote, or of the shell alone; `by` is whose publisher rendered them. */
export const pagesFile = (
  shellVersion: string,
  { app, version }: { app: string; version: string },
  by = app,
): string => `${pagesFolder}/${by}/${shellVersion}/${app}-${version}.json`;

/** The signature of a file of pages, beside it: a JWS without its payload. */
export const pagesSignatureFile = (file: string): string => file.replace(/json$/, 'jws');

/** Folders of the release store that belong to no app. */
export const reservedFolders = ['log', pagesFolder, 'ended'] as const;

/** Address of the `ReleaseMap`, for pages that are already open. */
export const releaseMapPath = '/releases/release-map.json';

/** Address that pages send reports to, see `reports.ts`. */
export const reportsPath = '/releases/report';

/** On a gateway's operators' port: address of a line about each release, as visitors' pages have told, for `releases`. */
export const figuresPath = '/releases.txt';

/** Address of the versions that pages of visitors may run, by app: for `pnpm check-api`. */
export const versionsInUsePath = '/releases/in-use.json';

/** Comment in the head of the shell's `index.html` that the gateway replaces in every page. */
export const headPlaceholder = '<!--kargo:head-->';

/**
 * Scripts in the shell's release that the gateway writes into pages: `fallback` where there is a shell to fall back
 * to, `framed` into prerendered pages for drivers (`hasFrame`), `prerendered` into all other prerendered pages.
 */
export const inlineScripts = ['fallback', 'prerendered', 'framed'] as const;
export type InlineScript = (typeof inlineScripts)[number];

export const inlineScriptFile = (name: InlineScript): string => `inline/${name}.js`;

/** Empty element in the body of the shell's `index.html` that the site is rendered into. */
export const rootPlaceholder = '<div id="root"></div>';

/** Path of the not-found page among the prerendered pages, which are stored by path. */
export const notFoundPath = '/*';

/** Path, among the prerendered pages, of the one for links to the API that lead nowhere; see `link-problem.ts`. */
export const linkProblemPath = '/api/*';

/** Placeholders in that page, for the texts of a `LinkProblem`. */
export const linkProblemTexts = {
  heading: '{linkHeading}',
  sentence: '{linkSentence}',
  action: '{linkAction}',
  address: '{linkAddress}',
  reference: '{linkReference}',
} as const;

/**
 * Placeholders for the contact details in files that are built or rendered without the configuration:
 * the shell's `index.html`, prerendered pages, and the `questions` of a release.
 */
export const contactEmailPlaceholder = '{contactEmail}';
export const contactPhonePlaceholder = '{contactPhone}';
/** Returns the `tel:` address of a phone number: its digits, and the plus before them. */
export const contactPhoneAddress = (phone: string): string =>
  phone === contactPhonePlaceholder ? `tel:${phone}` : `tel:${phone.replace(/[^\d+]/g, '')}`;
