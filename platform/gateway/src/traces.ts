import { createRequire } from 'node:module';
import { isTraced } from '@kargo/shared-types/traces';

// A program imports this first. Not `await import`: what is wrapped would be loaded meanwhile.
if (isTraced(process.env)) createRequire(import.meta.url)('./start-traces.ts');
