import { createRequire } from 'node:module';

const { env } = process;
const isAsked =
  env.OTEL_EXPORTER_OTLP_ENDPOINT ||
  env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ||
  env.OTEL_TRACES_EXPORTER;

// A program imports this first. Not `await import`: what is wrapped would be loaded meanwhile. API and gateway have the same file.
if (isAsked && env.OTEL_TRACES_EXPORTER !== 'none' && env.OTEL_SDK_DISABLED !== 'true') {
  createRequire(import.meta.url)('./start-traces.ts');
}
