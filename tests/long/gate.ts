import { runSpec } from './support/run-spec.ts';

// `pnpm release` with every kind of bad release, a change of all apps at once, and the smoke test with bad screens.

runSpec('src/gate/');
