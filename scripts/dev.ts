import { parseArgs } from 'node:util';
import { apps } from 'tools/remotes';
import { Complaint, runCommand } from './complaint.ts';
import { runSite } from './run-site.ts';

/**
 * `pnpm dev`: the site with hot reload. With `--only profile,auth` the other apps are served from
 * their releases, which starts faster.
 */
await runCommand(async () => {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  const chosen = values.only?.split(',') ?? apps.map((app) => app.name);
  const unknown = chosen.find((name) => !apps.some((app) => app.name === name));
  if (unknown !== undefined) {
    const names = apps.map((app) => app.name).join(', ');
    throw new Complaint(`--only knows no app "${unknown}"; the apps are ${names}.`);
  }
  const isChosen = ({ name }: { name: string }) => chosen.includes(name);
  await runSite({
    developed: apps.filter(isChosen),
    released: apps.filter((app) => !isChosen(app)),
    watch: true,
  });
});
process.exit(0);
