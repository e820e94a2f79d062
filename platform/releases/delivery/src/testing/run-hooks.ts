import { registerHooks } from 'node:module';

/** A bug for the random runs to find: a text in a source file, and its replacement. */
export interface PlantedBug {
  what: string;
  file: string;
  text: string;
  becomes: string;
}

/** Makes later imports use the signatures of fast-jose.ts, and plants a bug in one of them. */
export function hookRuns(bug?: PlantedBug): void {
  registerHooks({
    resolve: (request, context, next) =>
      next(request === 'jose' ? new URL('fast-jose.ts', import.meta.url).href : request, context),
    load(url, context, next) {
      const loaded = next(url, context);
      if (!bug || !url.endsWith(bug.file)) return loaded;
      const source = String(loaded.source);
      const parts = source.split(bug.text);
      if (parts.length !== 2) throw new Error(`${bug.file} has ${parts.length - 1} × ${bug.text}`);
      return { ...loaded, source: parts.join(bug.becomes) };
    },
  });
}
