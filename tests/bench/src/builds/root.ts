import { join } from 'node:path';

/** The top folder of the checkout that contains this file. */
export const root = join(import.meta.dirname, '../../../..');
