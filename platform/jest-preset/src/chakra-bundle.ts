import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const manifest = createRequire(import.meta.url).resolve('@kargo/shared-runtime/package.json');
const { resolve } = createRequire(manifest);
const { version } = JSON.parse(readFileSync(resolve('@chakra-ui/react/package.json'), 'utf8'));

/** The folder of shared-runtime, from where Chakra UI and what it imports are found. */
export const sharedRuntime = dirname(manifest);

/** The folder with Chakra UI in few files. */
export const chakraBundle = join(sharedRuntime, `node_modules/.cache/chakra-ui-${version}`);
