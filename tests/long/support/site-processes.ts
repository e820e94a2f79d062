import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Reads the environment of a running program of the site, such as "gateway". Needs `/proc`. */
export function environmentOf(program: string): Record<string, string> {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  for (const pid of pids) {
    const script = read(pid, 'cmdline').find((word) => word.endsWith('/src/server.ts'));
    if (!script || basename(dirname(dirname(script))) !== program) continue;
    const variables = read(pid, 'environ').map((variable) => variable.split(/=(.*)/s, 2));
    const environment: Record<string, string> = Object.fromEntries(variables);
    if (environment.KARGO_DATA_DIR === process.env.KARGO_DATA_DIR) return environment;
  }
  throw new Error(`No process of the site is its ${program}.`);
}

/** Returns the words of a file, or none if the process has just ended. */
function read(pid: number, name: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8').split('\0').filter(Boolean);
  } catch {
    return [];
  }
}
