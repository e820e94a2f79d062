import { runSpec } from './support/run-spec.ts';

// Every visit of the table in docs/faults.md, measured; writes it anew.

runSpec('src/faults/faults.spec.ts');
