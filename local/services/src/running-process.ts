import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export function runningProcess(pid: number): { parent: number; command: string } | null {
  try {
    if (process.platform !== 'linux') {
      const parameters = ['-p', `${pid}`, '-o', 'ppid=,command='];
      const line = execFileSync('ps', parameters, { encoding: 'utf8' });
      const [parent = '', ...command] = line.trim().split(/\s+/);
      return { parent: Number(parent), command: command.join(' ') };
    }
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return { parent: Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]), command };
  } catch {
    return null;
  }
}
