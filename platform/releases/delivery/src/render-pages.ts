import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { readFileSync, writeFileSync } from 'node:fs';
import { builtinModules, createRequire, registerHooks } from 'node:module';
import { compileFunction } from 'node:vm';
import type { ReleaseMap } from '@kargo/shared-types/releases/page-release';

/**
 * Runs the bundles of a shell and a remote in a process of their own, see prerender.ts. Reads a
 * `RenderingRequest` and writes the pages, both as JSON; may import only Node's own modules.
 *
 * Node's permission model misses some modules that write files, so bundles get only the modules
 * below, and nothing else in Node that reaches another process, a file or the network.
 */

/** Node's modules that the shell's bundle may load. */
const given =
  /^(assert|async_hooks|buffer|crypto|events|path|stream|stream\/consumers|string_decoder|url|util|zlib)$/;

/** The properties of `process` that remain: those that Node itself uses, and plain values. */
const keptOfProcess =
  /^(_events|_eventsCount|_exiting|_fatalException|_maxListeners|_rawDebug|_tickCallback|arch|domain|emitWarning|env|exitCode|nextTick|pid|platform|release|version|versions)$/;

export interface RenderingRequest {
  /** Text of `node/prerender.cjs` of the shell's release. */
  shell: string;
  /** Text of `node/screens.cjs` of the remote's release. */
  remote: string;
  releaseMap: ReleaseMap;
  paths: string[];
}

interface ShellBundle {
  /** Modules for the remotes' bundles, by request. */
  sharedModules: Record<string, unknown>;
  prerender(
    path: string,
    releaseMap: ReleaseMap,
    loadScreen: (id: string) => Promise<ScreenModule>,
  ): Promise<string>;
}

interface ScreenModule {
  default: unknown;
}

interface RemoteBundle {
  default: Record<string, { load(): Promise<ScreenModule> } | undefined>;
}

type Require = (request: string) => unknown;

// Not by `process.stdin` and `stdout`, whose prototypes would lead bundles to sockets.
const request: RenderingRequest = JSON.parse(readFileSync(0, 'utf8'));
const requireGiven = confine();
try {
  writeFileSync(1, JSON.stringify(await renderPages(request)));
} catch (error) {
  writeFileSync(2, inOneLine(error));
  process.exitCode = 1;
}

/** Removes everything that bundles must not have. Returns their `require`. */
function confine(): Require {
  const load = createRequire(import.meta.url);
  const modules = new Map<string, unknown>(
    builtinModules.map((name) => [name, given.test(name) ? load(name) : refusing(name)]),
  );
  // Its hooks would show them what Node itself opens.
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
 * Removes the methods of sockets and their handles, which every connection needs, even of the agent
 * that `Request` loads. Node 24's permission model does not cover the network.
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

/** As `nobody`, the process reaches neither root's files nor root's processes. */
function dropRoot(): void {
  try {
    process.setgroups?.([]);
    process.setgid?.(65_534);
    process.setuid?.(65_534);
  } catch {} // It is not root, or the container took this right away.
}

/** Replaces a module: bundles may load it and read its properties, but every call is refused. */
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

/** Renders the pages. The remote's bundle gets React, router and theme from the shell's bundle. */
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

  const pages: Record<string, string> = {};
  // One after another, since they share the state of router and theme.
  for (const path of paths) pages[path] = await prerender(path, releaseMap, loadScreen);
  return pages;
}

function run<Exports>(code: string, filename: string, require: Require): Exports {
  const module = { exports: {} };
  const runIt = compileFunction(code, ['module', 'exports', 'require'], { filename });
  runIt(module, module.exports, require);
  return module.exports as Exports;
}

/** Returns an error's message, with its place in a bundle if known. */
function inOneLine(error: unknown): string {
  if (error instanceof AggregateError) return `${error.message}: ${inOneLine(error.errors[0])}`;
  if (!(error instanceof Error)) return String(error);
  const [place] = /\b\w+\.cjs:\d+:\d+/.exec(error.stack ?? '') ?? [];
  return error.message + (place ? ` (${place})` : '');
}
