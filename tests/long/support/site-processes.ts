import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** A process of the site with its resources. They are read from `/proc`, which needs Linux. */
export interface Sample {
  /** The program, such as "gateway". */
  name: string;
  /** Memory that no other process shares, in MB. */
  memory: number;
  /** Open files and sockets. */
  descriptors: number;
}

/** The environment that the only process of a program was started with. */
export function environmentOf(program: string): Record<string, string> {
  const found = siteProcesses().find(({ name }) => name === program);
  if (!found) throw new Error(`No process of the site is its ${program}.`);
  return environment(found.pid);
}

export function sampleSite(): Sample[] {
  return siteProcesses().map(({ pid, name }) => {
    const [, memoryInKB] = /^RssAnon:\s+(\d+)/m.exec(read(pid, 'status')) ?? [];
    const descriptors = readdirSync(`/proc/${pid}/fd`).length;
    return { name, memory: Number(memoryInKB) / 1024, descriptors };
  });
}

/** Our programs that were started with the data of the site under test. */
function siteProcesses(): { pid: number; name: string }[] {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return pids.flatMap((pid) => {
    const words = read(pid, 'cmdline').split('\0');
    const script = words.find((word) => word.endsWith('/src/server.ts'));
    const isOfSite = script && environment(pid).KARGO_DATA_DIR === process.env.KARGO_DATA_DIR;
    return isOfSite ? [{ pid, name: basename(dirname(dirname(script))) }] : [];
  });
}

function environment(pid: number): Record<string, string> {
  const variables = read(pid, 'environ').split('\0').filter(Boolean);
  return Object.fromEntries(variables.map((variable) => variable.split(/=(.*)/s, 2)));
}

/** Empty when the process has ended meanwhile. */
function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
