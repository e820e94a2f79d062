import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { runCommand } from '@kargo/commands/cli-error';
import { readSettings, releasesFolder } from '@kargo/commands/settings';

/** `…/releases/<app>/<version>/<script>:<line>:<column>`, as browsers write it. */
const position =
  /https?:\/\/[^\s/]+\/releases\/([\w-]+)\/([\w.+-]+)\/([\w.+-]+\.js)(?:\?[^\s:]*)?:(\d+):(\d+)/g;

/**
 * `pnpm explain-stack < report.txt` prints where in the sources an error happened. Source maps are
 * in the release store; visitors do not get them.
 */
await runCommand(async () => {
  const { values } = parseArgs({ options: { releases: { type: 'string' } } });
  const releases = values.releases ?? releasesFolder(readSettings(process.env));
  const report = await text(process.stdin);
  process.stdout.write(
    report.replaceAll(position, (whole, app, version, script, line, column) => {
      const map = join(releases, app, version, `${script}.map`);
      if (!existsSync(map)) return whole;
      // Browsers count columns from 1, source maps from 0.
      const at = { line: Number(line), column: Number(column) - 1 };
      const origin = originalPositionFor(new TraceMap(readFileSync(map, 'utf8')), at);
      return origin.source ? `${origin.source}:${origin.line}:${origin.column + 1}` : whole;
    }),
  );
});
