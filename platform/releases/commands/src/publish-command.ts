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

/** A command that brings releases to visitors: from the sources, or stored ones. */
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
      'even if somebody else released it meanwhile, or what was published is lost',
    )
    .option('--accept-size <why>', 'even if a screen is larger than the shell allows')
    .option(
      '--built [folder]',
      'take what "build" has left in dist/, where no key was, or a build of any bundler',
    )
    .option('--create', 'begin the store')
    .addHelpText('after', `\nThe apps of this checkout are ${namesHere}.`);
