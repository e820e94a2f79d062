import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { readFileSync, writeFileSync } from 'node:fs';
import { builtinModules, createRequire, registerHooks } from 'node:module';
import { compileFunction } from 'node:vm';
import type { ReleaseMap } from '@kargo/shared-types/releases/page-release';
import type { PrerenderedPages } from '@kargo/shared-types/releases/prerendered-pages';

/**
 * The process that runs the bundles of a shell and a remote, see prerender.ts. Reads a
 * `RenderingRequest` and writes the pages, both as JSON. It may import Node's own modules only.
 *
 * The permission model misses some modules that write files, so the bundles get only those below and
 * nothing else of Node that reaches another process, a file or the network.
 */

/** Modules of Node for the shell's bundle. */
const given =
  /^(assert|async_hooks|buffer|crypto|events|path|stream|stream\/consumers|string_decoder|url|util|zlib)$/;

/** What remains of `process`: what Node itself uses while it runs, and plain values. */
const keptOfProcess =
  /^(_events|_eventsCount|_exiting|_fatalException|_maxListeners|_rawDebug|_tickCallback|arch|domain|emitWarning|env|exitCode|nextTick|pid|platform|release|version|versions)$/;

export interface RenderingRequest {
  /** Text of `node/prerender.cjs` of the shell's release. */
  shell: string;
  /** Text of `node/screens.cjs` of the remote's release. */
  remote: string;
  releaseMap: ReleaseMap;
  /** Paths of the pages to render. */
  paths: string[];
}

interface ShellBundle {
  /** Modules for the remotes' bundles, by request. */
  sharedModules: Record<string, unknown>;
  prerender(
    path: string,
    releaseMap: ReleaseMap,
    loadScreen: (id: string) => Promise<ScreenModule>,
  ): Promise<PrerenderedPages[string]>;
}

interface ScreenModule {
  default: unknown;
}

interface RemoteBundle {
  default: Record<string, { load(): Promise<ScreenModule> } | undefined>;
}

type Require = (request: string) => unknown;

// Not `process.stdin` and `stdout`: bundles could get hold of sockets through their prototypes.
const request: RenderingRequest = JSON.parse(readFileSync(0, 'utf8'));
const requireGiven = confine();
try {
  writeFileSync(1, JSON.stringify(await renderPages(request)));
} catch (error) {
  writeFileSync(2, inOneLine(error));
  process.exitCode = 1;
}

/** Takes away, for good, what bundles must not have. Returns their `require`. */
function confine(): Require {
  const load = createRequire(import.meta.url);
  const modules = new Map<string, unknown>(
    builtinModules.map((name) => [name, given.test(name) ? load(name) : refusing(name)]),
  );
  // The module's hooks would show them what Node itself opens.
  modules.set('async_hooks', { AsyncLocalStorage, AsyncResource });
  dropRoot();
  refuseSockets(load);
  registerHooks({ resolve: refusing('import') });
  for (const name of Object.getOwnPropertyNames(process))
    if (!keptOfProcess.test(name)) Reflect.deleteProperty(process, name);
  for (const name of ['fetch', 'WebSocket', 'EventSource'])
    Object.defineProperty(globalThis, name, { value: refusing(name) });
  globalThis.console = new Proxy(console, { get: () => () => undefined });
  return (name) => modules.get(name) ?? modules.get(name.replace(/^node:/, '')) ?? refusing(name)();
}

interface Handle {
  close(): void;
}

/**
 * Removes what each connection starts with, whoever in Node asks for it, such as the agent that
 * `Request` brings: the methods of sockets and of the handles below them. The permission model of
 * Node 24 does not cover the network.
 */
function refuseSockets(load: NodeJS.Require): void {
  const [net, dgram, dns] = [load('net'), load('dgram'), load('dns')];
  const udp = dgram.createSocket('udp4');
  const unused: Handle[] = [
    net._createServerHandle(null, 0, 4),
    ...Object.getOwnPropertySymbols(udp).map((key) => udp[key]?.handle),
  ].filter((handle) => handle?.close);
  const pipe = new net.Socket({ fd: 0, readable: false, manualStart: true })._handle;
  const handles = [pipe, ...unused].map((handle) => Object.getPrototypeOf(handle));
  for (const handle of unused) handle.close();
  const classes = [net.Socket, net.Server, dgram.Socket, dns.Resolver, dns.promises.Resolver];
  for (const of of [...handles, ...classes.map(({ prototype }) => prototype), dns, dns.promises])
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(of)))
      if (name !== 'constructor' && typeof value === 'function') of[name] = refusing(name);
}

/** As `nobody`, root's process reaches no file and no process of root. */
function dropRoot(): void {
  try {
    process.setgroups?.([]);
    process.setgid?.(65_534);
    process.setuid?.(65_534);
  } catch {} // Not root, or in a container that has taken this right away.
}

/** Replaces a module: bundles may load it and look at its properties, but calls are refused. */
function refusing(name: string): () => never {
  function refuse(): never {
    const message = `A page that is rendered may not use ${name}`;
    throw Object.assign(new Error(message), { code: 'ERR_ACCESS_DENIED' });
  }
  const standIn: typeof refuse = new Proxy(refuse, {
    get: (_, property) => Reflect.get(refuse, property) ?? standIn,
  });
  return standIn;
}

/** Renders the pages. The remote's bundle gets React, router and theme from the shell's. */
async function renderPages({ shell, remote, releaseMap, paths }: RenderingRequest) {
  const { sharedModules, prerender } = run<ShellBundle>(shell, 'prerender.cjs', requireGiven);
  const handIn: Require = (request) => {
    if (request in sharedModules) return sharedModules[request];
    throw new Error(`The shell does not share ${request}`);
  };
  const { default: screens } = run<RemoteBundle>(remote, 'screens.cjs', handIn);
  const loadScreen = async (id: string): Promise<ScreenModule> => {
    const screen = screens[id.split('/')[1] ?? ''];
    return screen ? screen.load() : { default: undefined };
  };

  const pages: PrerenderedPages = {};
  // One after another, because they share the state of the router and the theme.
  for (const path of paths) pages[path] = await prerender(path, releaseMap, loadScreen);
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
