import { runSpec } from './support/run-spec.ts';

// `pnpm release` with every kind of bad release, and a change of all apps at once.

runSpec('src/gate/gate.spec.ts');
