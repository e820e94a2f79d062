import type { CDPSession } from '@playwright/test';

export const kinds = ['html', 'javascript', 'css', 'font', 'image'] as const;
export type Kind = (typeof kinds)[number];

/**
 * The traffic of a page load, without cached responses and without what the browser requests by
 * itself, such as the icon.
 */
export interface Wire {
  /** Bytes by kind, headers included. */
  bytes: Record<Kind, number>;
  requests: number;
  /**
   * How many responses wait for each other: 1 for the HTML, 2 for the files that it names. Each
   * script's request waits for all scripts and styles that arrived before it. Ignores calls to the
   * API. The network must be slower than the processor.
   */
  waves: number;
  /** Paths in the order of their requests. */
  paths: string[];
}

interface Request {
  path: string;
  startedAt: number;
  endedAt: number;
  /** Whether a script or a style made the request. */
  isLater: boolean;
  kind: Kind | undefined;
  bytes: number;
  isCached: boolean;
}

/** Watches a page's requests from now on. */
export async function watchNetwork(client: CDPSession): Promise<() => Wire> {
  const requests = new Map<string, Request>();
  client.on('Network.requestWillBeSent', ({ requestId, request, timestamp, initiator, type }) => {
    const isOfBrowser = type === 'Manifest' || (type === 'Other' && initiator.type === 'other');
    if (!request.url.startsWith('http') || isOfBrowser) return;
    requests.set(requestId, {
      path: new URL(request.url).pathname,
      startedAt: timestamp,
      endedAt: Number.POSITIVE_INFINITY,
      isLater: initiator.type === 'script' || (initiator.url?.endsWith('.css') ?? false),
      kind: undefined,
      bytes: 0,
      isCached: false,
    });
  });
  const note = (requestId: string, seen: Partial<Request>) =>
    Object.assign(requests.get(requestId) ?? {}, seen);
  client.on('Network.requestServedFromCache', ({ requestId }) =>
    note(requestId, { isCached: true }),
  );
  client.on('Network.responseReceived', ({ requestId, response }) => {
    note(requestId, { kind: kinds.find((kind) => response.mimeType.includes(kind)) });
    if (response.fromDiskCache) note(requestId, { isCached: true });
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) =>
    note(requestId, { bytes: encodedDataLength, endedAt: timestamp }),
  );
  await client.send('Network.enable');
  return () => summary([...requests.values()].filter(({ isCached }) => !isCached));
}

function summary(requests: readonly Request[]): Wire {
  const bytes = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>;
  for (const { kind, bytes: ofRequest } of requests) if (kind) bytes[kind] += ofRequest;
  return {
    bytes,
    requests: requests.length,
    waves: countWaves(requests),
    paths: requests.map(({ path }) => path),
  };
}

/** Files of these kinds cause no other requests. */
const ends: (Kind | undefined)[] = ['font', 'image'];

function countWaves(requests: readonly Request[]): number {
  const waveOf = new Map<Request, number>();
  const files = requests.filter(({ path }) => !path.startsWith('/api/'));
  // Requests are in the order in which they were sent.
  for (const [index, request] of files.entries()) {
    const before = files
      .slice(0, index)
      .filter(({ kind, endedAt }) => !ends.includes(kind) && endedAt <= request.startedAt)
      .map((other) => waveOf.get(other) ?? 1);
    const wave = request.isLater ? 1 + Math.max(2, ...before) : 2;
    waveOf.set(request, index === 0 ? 1 : wave);
  }
  return Math.max(0, ...waveOf.values());
}
