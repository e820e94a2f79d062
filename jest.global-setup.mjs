import { renameSync, rmSync, statSync } from 'node:fs';
import { rolldown } from 'rolldown';
import { chakraBundle } from './jest.config.mjs';

/**
 * Puts the 1,900 modules of Chakra UI into a file, unless it is there: Jest loads them anew for every
 * test file, which was a third of its time.
 */
export default async function bundleChakra() {
  if (modifiedMs(`${chakraBundle}/react.js`) > modifiedMs(`${import.meta.dirname}/pnpm-lock.yaml`))
    return;
  const bundle = await rolldown({
    cwd: `${import.meta.dirname}/shared-runtime`,
    input: { react: '@chakra-ui/react', 'react/anatomy': '@chakra-ui/react/anatomy' },
    // Of these there may only be one.
    external: [/^react(-dom)?(\/|$)/, '@emotion/react'],
    platform: 'browser',
    // Else a remark about every "use client".
    logLevel: 'silent',
  });
  // Whole or not there: another run may look for it meanwhile, and this one may be interrupted.
  const unfinished = `${chakraBundle}-${process.pid}`;
  await bundle.write({ dir: unfinished, format: 'cjs' });
  await bundle.close();
  rmSync(chakraBundle, { recursive: true, force: true });
  renameSync(unfinished, chakraBundle);
}

function modifiedMs(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
