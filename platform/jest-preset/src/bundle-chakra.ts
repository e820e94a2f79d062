import { existsSync, renameSync } from 'node:fs';
import { rolldown } from 'rolldown';
import { chakraBundle, sharedRuntime } from './chakra-bundle.ts';

/** Bundles Chakra UI's 1,900 modules once: Jest loads them for every test file, a third of its time. */
export default async function bundleChakra(): Promise<void> {
  if (existsSync(chakraBundle)) return;
  const bundle = await rolldown({
    cwd: sharedRuntime,
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
  try {
    renameSync(unfinished, chakraBundle);
  } catch (error) {
    if (!existsSync(chakraBundle)) throw error;
  }
}
