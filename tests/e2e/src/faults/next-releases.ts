import { join } from 'node:path';
import { dataFolder } from '../support/site.ts';
import type { TestedRemote } from './ways-in.ts';

/** The files that next-releases.setup.ts leaves in a folder. */
export const inFolder = (folder: string) => ({
  folder,
  /** A store with two releases of every remote. */
  storeOfRemotes: join(folder, 'remotes'),
  /** A store with two releases of the shell. */
  storeOfShells: join(folder, 'shells'),
  /** The folder with the build of a remote's next release. */
  build: (remote: TestedRemote) => join(folder, 'builds', remote),
});

/** Releases that follow the tested site's, for all tests: copy a store before you change it. */
export const nextReleases = inFolder(join(dataFolder, 'next-releases'));

/** Texts of marketing's next release. */
export const nextTexts = {
  title: 'About Kargo & its drivers',
  description: 'Screened drivers, fair prices.',
  question: 'How does one pay?',
};
