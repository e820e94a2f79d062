import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { compileFunction } from 'node:vm';
import type { PrerenderedPages, ReleaseCandidates } from '@kargo/shared-types/releases/release';

/**
 * The process that runs the bundles of a shell and a remote, see prerender.ts. It reads a
 * `RenderingRequest` and writes the pages, both as JSON. It may import Node's own modules only.
 */

export interface RenderingRequest {
  /** Text of `node/prerender.cjs` of the shell's release. */
  shell: string;
  /** Text of `node/screens.cjs` of the remote's release. */
  remote: string;
  candidates: ReleaseCandidates;
  /** Paths of the pages to render. */
  paths: string[];
}

interface ShellBundle {
  /** Modules for the remotes' bundles, by request. */
  sharedModules: Record<string, unknown>;
  prerender(
    path: string,
    candidates: ReleaseCandidates,
    loadScreen: (id: string) => Promise<ScreenModule>,
  ): Promise<PrerenderedPages[string]>;
}

interface ScreenModule {
  default: unknown;
}

interface RemoteBundle {
  default: Record<string, BundledScreen | undefined>;
}

/** A screen of a remote's bundle. One that was built before screens had texts is the component itself. */
interface BundledScreen {
  load?: () => Promise<ScreenModule>;
}

type Require = (request: string) => unknown;

const request: RenderingRequest = JSON.parse(String(await buffer(process.stdin)));
try {
  process.stdout.write(JSON.stringify(await renderPages(request)));
} catch (error) {
  process.stderr.write(inOneLine(error));
  process.exitCode = 1;
}

/** Renders the pages. The remote's bundle gets React, router and theme from the shell's. */
async function renderPages({ shell, remote, candidates, paths }: RenderingRequest) {
  const { sharedModules, prerender } = run<ShellBundle>(
    shell,
    'prerender.cjs',
    createRequire(import.meta.url),
  );
  const handIn: Require = (request) => {
    if (request in sharedModules) return sharedModules[request];
    throw new Error(`The shell does not share ${request}`);
  };
  const { default: screens } = run<RemoteBundle>(remote, 'screens.cjs', handIn);
  const loadScreen = async (id: string): Promise<ScreenModule> => {
    const screen = screens[id.split('/')[1] ?? ''];
    return screen?.load ? screen.load() : { default: screen };
  };

  const pages: PrerenderedPages = {};
  // One after another, because they share the state of the router and the theme.
  for (const path of paths) pages[path] = await prerender(path, candidates, loadScreen);
  return pages;
}

/** Runs a CommonJS bundle with this `require`. */
function run<Exports>(code: string, filename: string, require: Require): Exports {
  const module = { exports: {} };
  const runIt = compileFunction(code, ['module', 'exports', 'require'], { filename });
  runIt(module, module.exports, require);
  return module.exports as Exports;
}

/** Returns an error's message, with the place in the bundles if known. */
function inOneLine(error: unknown): string {
  if (error instanceof AggregateError) return `${error.message}: ${inOneLine(error.errors[0])}`;
  if (!(error instanceof Error)) return String(error);
  const [place] = /\b\w+\.cjs:\d+:\d+/.exec(error.stack ?? '') ?? [];
  return error.message + (place ? ` (${place})` : '');
}
