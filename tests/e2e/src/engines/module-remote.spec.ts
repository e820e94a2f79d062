import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { paths } from '@kargo/shared-types/page/paths';
import type { Fault } from '../faults/faults.ts';
import { startGateway } from '../faults/gateway.ts';
import { buildStock } from '../faults/stock-builds.ts';
import { ReleasesFolder } from '../support/releases-folder.ts';
import { test as journey } from './engine-journey.ts';
import { heading } from './find-in-page.ts';

// Vite builds ES modules, which each engine checks with the page's import map.

const test = journey.extend({
  gatewayUrl: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'kargo-stock-'));
    await using releases = await ReleasesFolder.copy();
    await releases.publish(await buildStock('Vite', folder));
    await using gateway = await startGateway(releases.path);
    await use(gateway.url);
    await rm(folder, { recursive: true });
  },
});

const changedScreen: Fault = {
  title: 'changed on the way',
  concerns: (name) => name.startsWith('Screen-') && name.endsWith('.js'),
  answer: ({ type, body }, response) =>
    void response.writeHead(200, { 'content-type': type }).end(`${body};`),
};

test('a remote of ES modules is shown, or the release before it where a module is refused', async ({
  visitor,
  site,
  consoleErrors,
  engineName,
}) => {
  consoleErrors.allow(/integrity|import|failed/i);
  site.break('/releases/marketing/', changedScreen);
  await visitor.open(paths.about());
  await visitor.see(heading('About Page'));
  // WebKit 2.50 refuses all: its Integrity-Policy ignores the hashes of an import map.
  if (engineName === 'webkit') return;
  site.mend();
  await visitor.open(paths.about());
  await visitor.see(heading('Built by Vite'));
});
