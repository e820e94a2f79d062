import { cleanMessage } from '@kargo/shared-types/releases/clean-message';
import type { ReleaseName } from '@kargo/shared-types/releases/release';
import {
  developmentVersion,
  notFoundPath,
  reportsPath,
} from '@kargo/shared-types/releases/release-addresses';
import type { ProblemKind, Report, VitalsReport } from '@kargo/shared-types/releases/reports';
import type { ErrorInfo } from 'react';
import { onCLS, onINP, onLCP } from 'web-vitals';
import type { routeAt } from '../routes.ts';

/** The state that a reporter reads. Passed in, since a module in two bundles cannot be merged. */
export interface PageState {
  routeAt: typeof routeAt;
  runningShell(): ReleaseName | undefined;
  isShellDeleted(): boolean;
  releasesOf(app: string): ReleaseName[];
  chosenRelease(remote: string): ReleaseName | null;
}

/** Maximum number of problems that a page reports. */
const mostProblems = 20;

/** Browsers' messages for a module that did not arrive, or that they refused. */
const moduleRefused = /dynamically imported module|module script failed|integrity mismatch/;

/** Sends a page's reports. docs/security.md lists what they contain. */
export class Reporter {
  readonly #page: PageState;
  readonly #sent = new Set<string>();

  constructor(page: PageState) {
    this.#page = page;
  }

  /**
   * A script did not arrive, or the browser refused to run it: no release is to blame. Other
   * failures make a remote give way, but a running shell only if the server has deleted it.
   */
  scriptFailed(release: ReleaseName, url: string, error: unknown): void {
    const isOfShell = release.app === 'shell' && !this.#page.isShellDeleted();
    if (error instanceof TypeError || isOfShell)
      this.#problem('script-failed', release, `${fileOf(url)}: ${error}`);
  }

  /** A release did not load, or its screen threw. A failed script is not reported again. */
  releaseFailed(release: ReleaseName, error: unknown, hasLoaded: boolean): void {
    const { chosenRelease, releasesOf } = this.#page;
    if (!chosenRelease(release.app)) this.#problem('stuck', releasesOf(release.app)[0]);
    const isRefused = error instanceof TypeError && moduleRefused.test(error.message);
    const isThrown = hasLoaded && !(error instanceof Error && error.name === 'ChunkLoadError');
    if (isRefused) this.#problem('script-failed', release, error);
    else if (isThrown) this.#problem('screen-threw', release, error);
    else if (!this.#sent.has(nameOf('script-failed', release)))
      this.#problem('gave-way', release, error);
  }

  /** Something was thrown outside of screens, or by a click. */
  thrown(error: unknown, file = ''): void {
    const { name, stack } = error instanceof Error ? error : { name: '' };
    // Something else in the browser has moved the page's nodes.
    if (name === 'NotFoundError') return;
    this.#problem('screen-threw', this.#releaseIn(`${file} ${stack}`), error);
  }

  /** React found different HTML from what it rendered. Not reported if a translator changed it. */
  hydrationFailed(error: unknown, { componentStack }: ErrorInfo): void {
    if (document.querySelector('font, [_msttexthash], .translated-ltr, .translated-rtl')) return;
    this.#problem('hydration', this.#releaseIn(`${componentStack}`), error);
  }

  /** One of the events that `startReporting` listens for. */
  happened(event: Event): void {
    if (event instanceof ErrorEvent) {
      // Other errors come from extensions or from the browser itself.
      if (event.filename.includes('/releases/')) this.thrown(event.error, event.filename);
    } else if (event instanceof CustomEvent) this.#uploadRefused(event.detail);
    else if (event instanceof SecurityPolicyViolationEvent) this.#refusedByPolicy(event);
  }

  /** A screen of the release is shown. */
  shown({ app, version }: ReleaseName): void {
    send({ kind: 'view', app, version });
  }

  /**
   * When the page is first hidden, sends how fast it was, for the shell and for the remote: INP and
   * CLS change until then.
   *
   * @param path where the page was loaded
   */
  measure(path: string): void {
    const { routeAt, runningShell, chosenRelease } = this.#page;
    const { path: route = notFoundPath, screen = '' } = routeAt(path) ?? {};
    const releases = [runningShell(), chosenRelease(screen.split('/', 1)[0] ?? '')];
    const vitals: Pick<VitalsReport, 'lcp' | 'inp' | 'cls'> = {};
    onLCP(({ value }) => Object.assign(vitals, { lcp: value }));
    onINP(({ value }) => Object.assign(vitals, { inp: value }));
    onCLS(({ value }) => Object.assign(vitals, { cls: value }));
    // The library listens on the window in the capture phase, so it has reported its last values.
    document.addEventListener('visibilitychange', function onChange() {
      if (document.visibilityState !== 'hidden') return;
      document.removeEventListener('visibilitychange', onChange);
      for (const release of releases)
        if (release)
          send({ kind: 'vitals', app: release.app, version: release.version, route, ...vitals });
    });
  }

  /** Reports the directive and what was refused: a file of a release, or a host. */
  #refusedByPolicy(violation: SecurityPolicyViolationEvent): void {
    const { effectiveDirective, blockedURI, sourceFile } = violation;
    if (sourceFile.includes('-extension')) return;
    const isOwn = blockedURI.startsWith(`${location.origin}/releases/`);
    const refused = isOwn ? fileOf(blockedURI) : hostOf(blockedURI);
    const release = this.#releaseIn(`${sourceFile} ${blockedURI}`);
    this.#problem('policy', release, `${effectiveDirective} ${refused}`);
  }

  /** Reports the API's code, with the release whose screen is shown. */
  #uploadRefused(code: unknown): void {
    const [remote = ''] = this.#screen().split('/');
    this.#problem('upload-refused', this.#page.chosenRelease(remote), code);
  }

  #problem(kind: ProblemKind, release?: ReleaseName | null, error: unknown = ''): void {
    if (!release) return;
    const { app, version } = release;
    // Both kinds end a canary, and a page counts once for that.
    const name = nameOf(kind === 'gave-way' ? 'screen-threw' : kind, release);
    if (this.#sent.has(name) || this.#sent.size >= mostProblems) return;
    this.#sent.add(name);
    const screen = this.#screen();
    const message = cleanMessage(`${error}`);
    send({ kind, app, version, ...(screen.startsWith(`${app}/`) ? { screen } : {}), message });
  }

  #screen(): string {
    return this.#page.routeAt(location.pathname)?.screen ?? '';
  }

  /** The release whose file a stack names: a remote's first, since remotes run inside the shell. */
  #releaseIn(stack: string): ReleaseName | undefined {
    const releases = [...stack.matchAll(/\/releases\/([\w-]+)\/([^/\s]+)\//g)].map(
      ([, app = '', version = '']) => ({ app, version }),
    );
    return releases.find(({ app }) => app !== 'shell') ?? this.#page.runningShell();
  }
}

const nameOf = (kind: ProblemKind, { app, version }: ReleaseName) => `${kind} ${app} ${version}`;

const fileOf = (address: string) => address.split('?')[0]?.split('/').at(-1);

/** An address may also be a word such as `inline`. */
const hostOf = (address: string) => /^\w+:\/\/([^/]+)/.exec(address)?.[1] ?? address;

/** Blockers refuse beacons, or remove the function or make it throw, which `report` catches. */
function send(report: Report): void {
  if (report.version === developmentVersion) return;
  const body = new Blob([JSON.stringify(report)], { type: 'application/json' });
  navigator.sendBeacon?.(reportsPath, body);
}
