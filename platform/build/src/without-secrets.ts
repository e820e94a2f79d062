/** Names of variables that no build and no system program may see. */
const isSecret = /key|secret|token|password|credential|notify|^(aws|database|smtp)_/i;

/** Returns an environment without its secrets. */
export const withoutSecrets = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !isSecret.test(name)));
