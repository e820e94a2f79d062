import { existsSync, readFileSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const manifest = createRequire(import.meta.url).resolve('@kargo/shared-runtime/package.json');
const { resolve } = createRequire(manifest);
const { version } = JSON.parse(readFileSync(resolve('@chakra-ui/react/package.json'), 'utf8'));

/** The folder of shared-runtime, from which Chakra UI and its imports are found. */
const sharedRuntime = dirname(manifest);

/** The folder with Chakra UI in few files. */
export const chakraBundle = join(sharedRuntime, `node_modules/.cache/chakra-ui-${version}`);

/** Bundles Chakra UI's 1,900 modules once: Jest loads them for every test file, a third of its time. */
export default async function bundleChakra(): Promise<void> {
  if (existsSync(chakraBundle)) return;
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    cwd: sharedRuntime,
    input: { react: '@chakra-ui/react', 'react/anatomy': '@chakra-ui/react/anatomy' },
    // There may be only one copy of these.
    external: [/^react(-dom)?(\/|$)/, '@emotion/react'],
    platform: 'browser',
    // Otherwise it warns about every "use client".
    logLevel: 'silent',
  });
  // Complete or absent: another run may look for it, and this one may be interrupted.
  const unfinished = `${chakraBundle}-${process.pid}`;
  await bundle.write({ dir: unfinished, format: 'cjs' });
  await bundle.close();
  try {
    renameSync(unfinished, chakraBundle);
  } catch (error) {
    if (!existsSync(chakraBundle)) throw error;
  }
}
