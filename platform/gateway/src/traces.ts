import { createRequire } from 'node:module';
import { isTraced } from '@kargo/shared-types/traces';

// Programs import this first. With `await import`, the modules to be instrumented would load first.
if (isTraced(process.env)) createRequire(import.meta.url)('./start-traces.ts');
