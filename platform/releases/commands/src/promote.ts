#!/usr/bin/env node
import { type CheckOptions, checkedCommand } from './checks.ts';
import { runForApp } from './command.ts';

const command = checkedCommand('promote', 'Makes the canary of an app current, for all visitors.')
  .argument('<app>')
  .action(async (app: string, options: CheckOptions) => {
    const { promoteCanary } = await import('./change-canary.ts');
    await promoteCanary(app, options);
  });

await runForApp(command);
