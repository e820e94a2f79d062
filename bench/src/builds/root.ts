import { join } from 'node:path';

/** The top folder of the checkout that this file is in. */
export const root = join(import.meta.dirname, '../../..');
