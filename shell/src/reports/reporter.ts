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

/** The state of the page that a reporter reads. Passed in, because a module in two bundles is not merged, and larger. */
export interface PageState {
  routeAt: typeof routeAt;
  runningShell(): ReleaseName | undefined;
  isShellDeleted(): boolean;
  releasesOf(app: string): ReleaseName[];
  chosenRelease(remote: string): ReleaseName | null;
}

/** Maximum number of problems that a page reports. */
const mostProblems = 20;

/** What browsers say of a module that did not arrive, or that they refused. */
const moduleRefused = /dynamically imported module|module script failed|integrity mismatch/;

/** Sends the reports of a page. What is in them is listed in docs/security.md. */
export class Reporter {
  readonly #page: PageState;
  readonly #sent = new Set<string>();

  constructor(page: PageState) {
    this.#page = page;
  }

  /**
   * A script did not arrive, or the browser refused to run it: no release is to blame. Other failures of a remote's
   * script make it give way. No shell does while it runs, unless the server has deleted it.
   */
  scriptFailed(release: ReleaseName, url: string, error: unknown): void {
    const isOfShell = release.app === 'shell' && !this.#page.isShellDeleted();
    if (error instanceof TypeError || isOfShell)
      this.#problem('script-failed', release, `${fileOf(url)}: ${error}`);
  }

  /** A release did not load, or its screen threw. That it did not load is not reported again after a failed script. */
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

  /** React found other HTML than it had rendered. Not reported where a translator has changed it. */
  hydrationFailed(error: unknown, { componentStack }: ErrorInfo): void {
    if (document.querySelector('font, [_msttexthash], .translated-ltr, .translated-rtl')) return;
    this.#problem('hydration', this.#releaseIn(`${componentStack}`), error);
  }

  /** One of the events that `startReporting` listens for. */
  happened(event: Event): void {
    if (event instanceof ErrorEvent) {
      // Others are of extensions, or the browser's own.
      if (event.filename.includes('/releases/')) this.thrown(event.error, event.filename);
    } else if (event instanceof CustomEvent) this.#uploadRefused(event.detail);
    else if (event instanceof SecurityPolicyViolationEvent) this.#refusedByPolicy(event);
  }

  /** A screen of the release is shown. */
  shown({ app, version }: ReleaseName): void {
    send({ kind: 'view', app, version });
  }

  /**
   * Sends how fast the page was, once for the shell and once for the remote, when it is hidden for the first time: INP
   * and CLS change until then.
   *
   * @param path at which the page was loaded
   */
  measure(path: string): void {
    const { routeAt, runningShell, chosenRelease } = this.#page;
    const { path: route = notFoundPath, screen = '' } = routeAt(path) ?? {};
    const releases = [runningShell(), chosenRelease(screen.split('/', 1)[0] ?? '')];
    const vitals: Pick<VitalsReport, 'lcp' | 'inp' | 'cls'> = {};
    onLCP(({ value }) => Object.assign(vitals, { lcp: value }));
    onINP(({ value }) => Object.assign(vitals, { inp: value }));
    onCLS(({ value }) => Object.assign(vitals, { cls: value }));
    // The library listens on the window while it captures, so it has told its last values.
    document.addEventListener('visibilitychange', function onChange() {
      if (document.visibilityState !== 'hidden') return;
      document.removeEventListener('visibilitychange', onChange);
      for (const release of releases)
        if (release)
          send({ kind: 'vitals', app: release.app, version: release.version, route, ...vitals });
    });
  }

  /** Reports the directive, and the file of a release or the host that was refused. */
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
    // Both end a canary, for which a page counts once.
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

  /** The release whose file a stack names: a remote's if there is one, since remotes run inside of the shell. */
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

/** Blockers refuse beacons, remove the function or have it throw, which `report` catches. */
function send(report: Report): void {
  if (report.version === developmentVersion) return;
  const body = new Blob([JSON.stringify(report)], { type: 'application/json' });
  navigator.sendBeacon?.(reportsPath, body);
}
