#!/usr/bin/env node
import { Option } from 'commander';
import { CliError } from './cli-error.ts';
import { runForApp } from './command.ts';
import { type PublishOptions, publishCommand } from './publish-command.ts';

interface CanaryOptions extends PublishOptions {
  release?: boolean;
}

const command = publishCommand(
  'canary',
  'Changes how many visitors get the canary of an app. Without one, its newest preview becomes one.',
)
  .argument('<app>')
  .argument('<percent>', 'how many of 100 visitors get it', readPercent)
  .addOption(
    new Option('--release', 'build the sources instead, as "release" does').conflicts([
      'from',
      'to',
    ]),
  )
  .action(async (app: string, percent: number, { release, ...options }: CanaryOptions) => {
    const { from, to, built } = options;
    if (!release && (from ?? to ?? built) === undefined) {
      const { changeCanary } = await import('./change-canary.ts');
      return changeCanary(app, percent, options);
    }
    const { publishChosen } = await import('./publish-chosen.ts');
    return publishChosen([app], options, { percent });
  });

await runForApp(command);

function readPercent(given: string): number {
  const percent = Number(given);
  if (given.trim() !== '' && percent > 0 && percent <= 100) return percent;
  throw new CliError(
    `A canary takes a percentage above 0, up to 100, not "${given}". "pnpm back <app>" ends one.`,
  );
}
