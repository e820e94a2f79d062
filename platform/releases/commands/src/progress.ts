import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lineOf } from '@kargo/release-log/plain-text';
import type { Tell } from '@kargo/smoke-test/run-smoke-test';
import type { createLogUpdate } from 'log-update';
import { root } from './settings.ts';

/** Prints a line with the seconds since the command started. */
export function progress(text: string): void {
  console.log(`${seconds(performance.now()).padStart(7)}  ${text}`);
}

/** A duration in milliseconds, such as `3.4 s`. */
export const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

interface Step {
  name: string;
  began: number;
  at: string;
  share: number | undefined;
}

/** In the order of their start. */
const running = new Set<Step>();

const isTerminal = process.stdout.columns > 0 && !process.env.CI;

/** Loaded only if used, since loading takes a tenth of a short command's time. */
const logUpdate = isTerminal ? await import('log-update') : undefined;

/** Milliseconds between two drawings in a terminal, or between two lines elsewhere. */
const pauseMs = isTerminal ? 200 : 9000;

/** Shorter steps are not worth a line. */
const shortMs = 2000;

/**
 * Runs a step of a command. A terminal shows a bar with the time spent, the current item, and the
 * time left according to the last run; elsewhere a line says the same every few seconds.
 *
 * @param name empty for a whole command, which is shown only when no step is running
 */
export async function step<T>(name: string, work: (tell: Tell) => Promise<T>): Promise<T> {
  const it: Step = { name, began: performance.now(), at: '', share: undefined };
  running.add(it);
  timer ??= setInterval(show, pauseMs);
  try {
    const result = await work((at, share) => Object.assign(it, { at, share }));
    const took = performance.now() - it.began;
    if (name && took > shortMs) {
      progress(`${name}: ${seconds(took)}`);
      keep(name, took);
    }
    return result;
  } finally {
    running.delete(it);
    screen?.clear();
    if (running.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  }
}

let timer: NodeJS.Timeout | undefined;

function show(): void {
  const named = [...running].filter(({ name }) => name);
  const steps = named.length > 0 ? named : [...running];
  const now = performance.now();
  if (logUpdate) draw(logUpdate, steps, now);
  else progress(steps.map((it) => inWords(it, now)).join('; '));
}

type Library = Pick<typeof import('log-update'), 'createLogUpdate'>;

function draw(library: Library, steps: readonly Step[], now: number): void {
  screen ??= ownScreen(library);
  const { columns } = process.stdout;
  screen(steps.map((it) => withBar(it, now).slice(0, columns - 1)).join('\n'));
}

/** Such as `Building auth: 12.0 s, about 20 s left; item`: a narrow terminal cuts off the end. */
export function inWords({ name, began, at, share }: Step, now: number): string {
  const spent = now - began;
  const last = lastTook(name) ?? 0;
  const all = last > spent || !share ? last : spent / share;
  const left = all > spent ? `, about ${Math.ceil((all - spent) / 1000)} s left` : '';
  return lineOf(`${name || 'Working'}: ${seconds(spent)}${left}${at && `; ${at}`}`);
}

const cells = 20;

/** Shows the known or estimated share. Without either, a single cell moves. */
function withBar(it: Step, now: number): string {
  const spent = now - it.began;
  const all = lastTook(it.name);
  const share = it.share ?? (all && Math.min(spent / all, 1));
  const isFull = (cell: number) =>
    share === undefined ? cell === Math.floor(spent / pauseMs) % cells : cell < share * cells;
  const bar = Array.from({ length: cells }, (_, cell) => (isFull(cell) ? '█' : '░')).join('');
  return `${bar}  ${inWords(it, now)}`;
}

let screen: ReturnType<typeof createLogUpdate> | undefined;

/** Draws below everything else. Other output clears it first. */
function ownScreen({ createLogUpdate }: Library): ReturnType<typeof createLogUpdate> {
  const write = process.stdout.write.bind(process.stdout);
  const own = createLogUpdate(Object.assign(Object.create(process.stdout), { write }), {
    showCursor: true,
  });
  for (const stream of [process.stdout, process.stderr]) {
    const print = stream.write.bind(stream) as (...words: unknown[]) => boolean;
    stream.write = (...words: unknown[]) => {
      own.clear();
      return print(...words);
    };
  }
  return own;
}

const tookFile = join(root, 'node_modules/.cache/kargo/steps.json');
let took: Record<string, number> | undefined;

/** How long a step took in its last run, in milliseconds. */
function lastTook(name: string): number | undefined {
  if (took) return took[name];
  try {
    took = JSON.parse(readFileSync(tookFile, 'utf8'));
  } catch {
    took = {};
  }
  return took?.[name];
}

function keep(name: string, ms: number): void {
  lastTook(name);
  took = { ...took, [name]: Math.round(ms) };
  try {
    mkdirSync(dirname(tookFile), { recursive: true });
    writeFileSync(tookFile, JSON.stringify(took));
  } catch {
    // Only estimates depend on it.
  }
}
