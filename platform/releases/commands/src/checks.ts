import type { Store } from '@kargo/delivery/keys';
import type { Command } from 'commander';
import { storeCommand } from './command.ts';
import type { ApiOptions } from './compare-with-api.ts';
import { readSettings } from './settings.ts';
import { smokeTestIn } from './smoke-test.ts';

export interface CheckOptions extends ApiOptions {
  withoutBrowser?: boolean;
}

/** A command that checks releases in a browser and against an API. */
export const checkedCommand = (name: string, does: string): Command =>
  storeCommand(name, does)
    .option('--site <address>', 'the site that serves the store')
    .option('--without-browser', 'open no screens')
    .option('--without-api', 'even if the API lacks what it needs, or does not answer');

export const smokeTestFor = ({ store }: Store, { withoutBrowser }: CheckOptions) =>
  withoutBrowser ? undefined : smokeTestIn(store.name, readSettings(process.env).dataFolder);
