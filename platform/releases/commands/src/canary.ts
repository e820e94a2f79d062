#!/usr/bin/env node
import { CliError } from './cli-error.ts';
import { runForApp } from './command.ts';
import { type PublishOptions, publishChosen, publishCommand } from './publish-chosen.ts';

const command = publishCommand('canary', 'Gives a release of an app to some visitors.')
  .argument('<app>')
  .argument('<percent>', 'how many of 100 visitors get it', readPercent)
  .action((app: string, percent: number, options: PublishOptions) =>
    publishChosen([app], options, percent),
  );

await runForApp(command);

function readPercent(given: string): number {
  const percent = Number(given);
  if (given.trim() !== '' && percent > 0 && percent <= 100) return percent;
  throw new CliError(
    `A canary takes a percentage above 0, up to 100, not "${given}". "pnpm back <app>" ends one.`,
  );
}
