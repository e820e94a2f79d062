import { init as initRuntime, type ModuleFederation } from '@module-federation/runtime';

/**
 * Replaces parts of the federation runtime that choose among builds of a shared module, describe errors, or write
 * stacks to the console. The runtime imports these names, some before this module has run: hence the functions.
 */
export function init(build: {
  webpackRequire: { federation: { initOptions: Parameters<typeof initRuntime>[0] } };
}): ModuleFederation {
  return initRuntime(build.webpackRequire.federation.initOptions);
}

export function getSharedFallbackGetter({ factory }: { factory: unknown }): unknown {
  return factory;
}

export function optionsToMFContext() {}

export function createLogger() {
  return console;
}
export const logger = console;
export const infrastructureLogger = console;
export const createInfrastructureLogger = () => console;
export const bindLoggerToCompiler = () => {};

export const runtimeDescMap = {};
export const typeDescMap = {};
export const buildDescMap = {};
export const errorDescMap = {};
