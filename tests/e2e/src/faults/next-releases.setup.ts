import { test as setup } from '@playwright/test';
import { prepareNextReleases } from './prepare-next-releases.ts';

setup('a later release of every app is built and published', async () => {
  setup.setTimeout(600_000);
  await prepareNextReleases();
});
