import type { ReactElement } from 'react';

/**
 * Children without a text of their own. They may come and go next to others; texts may not, see
 * tests/checks/translated-texts.test.ts.
 */
export type Elements = ReactElement | '' | false | null | undefined | Elements[];
