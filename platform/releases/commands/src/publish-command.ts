import { type Command, Option } from 'commander';
import { namesHere } from './apps.ts';
import { type CheckOptions, checkedCommand } from './checks.ts';

export interface PublishOptions extends CheckOptions {
  from?: string;
  to?: string;
  again?: boolean;
  anyway?: boolean;
  acceptSize?: string;
  /** Whether to release the existing builds; or the folder of any build. */
  built?: boolean | string;
}

/** A command that publishes releases: new builds, or stored ones. */
export const publishCommand = (name: string, does: string): Command =>
  checkedCommand(name, does)
    .addOption(
      new Option(
        '--from <store>',
        'take over the current release of another store, byte for byte',
      ).conflicts('to'),
    )
    .option('--to <version>', 'take a published release')
    .option('--again', 'even if it was withdrawn')
    .option(
      '--anyway',
      'even if somebody else has released it since, or published releases are missing',
    )
    .option('--accept-size <why>', 'even if a screen is larger than the shell allows')
    .option(
      '--built [folder]',
      'take the output of "build" in dist/, made without a key, or a build of any bundler',
    )
    .option('--create', 'begin the store')
    .addHelpText('after', `\nThe apps of this checkout are ${namesHere}.`);
