#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { apps } from '@kargo/commands/apps';
import { CliError, runCommand } from '@kargo/commands/cli-error';
import { runSite } from './site/run-site.ts';

const usage = `Usage: pnpm dev [--only <app>[,<app>…]]

  --only    hot reload in these apps alone; the others come from their releases`;

/** `pnpm dev` runs the site with hot reload, in all apps or those of `--only`. */
await runCommand(async () => {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  const chosen = values.only?.split(',') ?? apps.map((app) => app.name);
  requireNames(chosen);
  // React Refresh needs React's development build, and that comes with the shell.
  const isDeveloped = ({ name }: { name: string }) => name === 'shell' || chosen.includes(name);
  await runSite({
    developed: apps.filter(isDeveloped),
    released: apps.filter((app) => !isDeveloped(app)),
    watch: true,
  });
}, usage);
process.exit();

function requireNames(chosen: string[]): void {
  const unknown = chosen.find((name) => !apps.some((app) => app.name === name));
  if (unknown === undefined) return;
  const names = apps.map((app) => app.name).join(', ');
  throw new CliError(`--only knows no app "${unknown}"; the apps are ${names}.`);
}
