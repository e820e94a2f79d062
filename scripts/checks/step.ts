import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { inspect } from 'node:util';
import { Complaint } from '../site/complaint.ts';
import { root } from '../site/settings.ts';
import type { Tally } from './tally.ts';

/** One tool or test runner. */
export interface Step {
  /** As it is called in the progress. */
  name: string;
  /** What Node is called with, in the top folder: options, a script, its parameters. */
  parameters: string[];
  environment?: Record<string, string | undefined>;
  /** Where a test runner leaves its totals. A step without a report counts as one item. */
  report?: { file: string; read: (report: unknown) => Tally };
  /** Whether what it writes is shown at once, since it takes long. */
  isLive?: boolean;
}

export interface Outcome {
  name: string;
  tally: Tally;
  seconds: number;
  /** What it wrote, if it was not shown at once, and why it failed where that is not said there. */
  output: string;
}

const deadlineMilliseconds = 20 * 60_000;

/** Does something that takes a while, as a step that counts as one item. Never throws. */
export async function attempt(name: string, work: () => Promise<void>): Promise<Outcome> {
  const start = performance.now();
  const outcome = (passed: boolean, output: string): Outcome => ({
    name,
    tally: { passed: Number(passed), failed: Number(!passed), skipped: 0 },
    seconds: (performance.now() - start) / 1000,
    output,
  });
  try {
    await work();
    return outcome(true, '');
  } catch (error) {
    return outcome(false, error instanceof Complaint ? error.message : inspect(error));
  }
}

/** Runs a step to its end. Never throws: what cannot be run has failed. */
export async function runStep(step: Step): Promise<Outcome> {
  const start = performance.now();
  if (step.report) {
    await rm(step.report.file, { force: true });
    await mkdir(dirname(step.report.file), { recursive: true });
  }
  const { ending, output } = await execute(step);
  const { tally, complaint } = await judge(step, ending);
  return {
    name: step.name,
    tally,
    seconds: (performance.now() - start) / 1000,
    output: [output.trimEnd(), complaint].filter(Boolean).join('\n'),
  };
}

type Ending = number | string;

function execute(step: Step): Promise<{ ending: Ending; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, step.parameters, {
      cwd: root,
      env: { ...process.env, FORCE_COLOR: '0', ...step.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: deadlineMilliseconds,
    });
    let output = '';
    const collect = (text: string) => {
      if (step.isLive) process.stdout.write(text);
      else output += text;
    };
    child.stdout.setEncoding('utf8').on('data', collect);
    child.stderr.setEncoding('utf8').on('data', collect);
    child.on('error', (error) => resolve({ ending: error.message, output }));
    child.on('close', (code, signal) => resolve({ ending: code ?? signal ?? 'unknown', output }));
  });
}

async function judge(step: Step, ending: Ending): Promise<{ tally: Tally; complaint?: string }> {
  const failure = { passed: 0, failed: 1, skipped: 0 };
  if (!step.report) {
    if (ending === 0) return { tally: { passed: 1, failed: 0, skipped: 0 } };
    return { tally: failure, complaint: `${step.name} ended with ${ending}.` };
  }
  const tally = await readReport(step.report);
  if (!tally) {
    return { tally: failure, complaint: `${step.name} ended with ${ending} and left no totals.` };
  }
  if (tally.passed + tally.failed === 0) {
    return { tally: { ...tally, failed: 1 }, complaint: `${step.name} ran no test.` };
  }
  if (ending !== 0 && tally.failed === 0) {
    const complaint = `${step.name} ended with ${ending} although no test failed.`;
    return { tally: { ...tally, failed: 1 }, complaint };
  }
  return { tally };
}

async function readReport({ file, read }: NonNullable<Step['report']>): Promise<Tally | null> {
  try {
    return read(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}
