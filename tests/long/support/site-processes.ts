import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** A process of the site with its resources. They are read from `/proc`, which needs Linux. */
export interface Sample {
  /** The program; all processes of Postgres count as one. */
  name: string;
  /** Memory that no other process shares, in MB. */
  memory: number;
  /** Used part of V8's heap in MB, including garbage. */
  heap: number | undefined;
  /** Active handles of libuv, timers included. */
  handles: number | undefined;
  sockets: number;
  files: number;
}

/** The folder in which Node writes a report when it gets SIGWINCH, as set by `pnpm proof`. */
const reports = process.env.PROOF_REPORTS ?? '';

/** The site's processes, started by our parent `pnpm proof`, by program. */
function siteProcesses(): Map<string, number[]> {
  const processes = new Map<string, number[]>();
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => [Number(pid), parentOf(Number(pid))]),
  );
  for (const pid of parents.keys()) {
    const name = programOf(pid);
    if (!name || !isBelow(pid, process.ppid, parents) || isBelow(pid, process.pid, parents))
      continue;
    processes.set(name, [...(processes.get(name) ?? []), pid]);
  }
  return processes;
}

/** The only process of a program. */
export function processOf(program: string): number {
  const [pid] = siteProcesses().get(program) ?? [];
  if (pid === undefined) throw new Error(`No process of the site is its ${program}.`);
  return pid;
}

/** The environment that the only process of a program was started with. */
export function environmentOf(program: string): Record<string, string> {
  const variables = read(processOf(program), 'environ').split('\0').filter(Boolean);
  return Object.fromEntries(
    variables.map((variable) => {
      const [name = ''] = variable.split('=', 1);
      return [name, variable.slice(name.length + 1)];
    }),
  );
}

export async function sampleSite(): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const [name, pids] of siteProcesses()) {
    const isNode = name !== 'postgres';
    const report = isNode && pids[0] !== undefined ? await reportOf(pids[0]) : undefined;
    const descriptors = pids.flatMap(descriptorsOf);
    samples.push({
      name,
      memory: sum(pids.map(ownMemory)) / 1024,
      heap: report && report.javascriptHeap.usedMemory / 2 ** 20,
      handles: report?.libuv.filter(({ is_active }) => is_active).length,
      sockets: descriptors.filter((target) => target.startsWith('socket:')).length,
      files: descriptors.length,
    });
  }
  return samples;
}

interface Report {
  javascriptHeap: { usedMemory: number };
  libuv: { is_active: boolean }[];
}

async function reportOf(pid: number): Promise<Report | undefined> {
  process.kill(pid, 'SIGWINCH');
  for (let attempt = 0; attempt < 100; attempt += 1) {
    await wait(50);
    const name = readdirSync(reports)
      .toSorted()
      .findLast((file) => file.includes(`.${pid}.`));
    try {
      if (name) return JSON.parse(readFileSync(join(reports, name), 'utf8'));
    } catch {
      // The report is not complete yet.
    }
  }
  return undefined;
}

/** The folder of a program of ours, such as "gateway". */
function programOf(pid: number): string | undefined {
  const words = read(pid, 'cmdline').split('\0');
  if (/(^|\/)postgres(:|$)/.test(words[0] ?? '')) return 'postgres';
  const script = words.find((word) => word.endsWith('/src/server.ts'));
  return script && basename(dirname(dirname(script)));
}

const parentOf = (pid: number) => Number(/^PPid:\s+(\d+)/m.exec(read(pid, 'status'))?.[1] ?? 0);

const ownMemory = (pid: number) => Number(/^RssAnon:\s+(\d+)/m.exec(read(pid, 'status'))?.[1] ?? 0);

function isBelow(pid: number, ancestor: number, parents: Map<number, number>): boolean {
  for (let at: number | undefined = pid; at; at = parents.get(at)) if (at === ancestor) return true;
  return false;
}

function descriptorsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((fd) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${fd}`);
      } catch {
        return 'closed';
      }
    });
  } catch {
    return [];
  }
}

function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
