#!/usr/bin/env node
import { runForApp, type StoreOptions, storeCommand } from './command.ts';

const command = storeCommand(
  'back',
  'Ends the canary of an app. Without one, goes back a release and withdraws the current one.',
)
  .argument('<app>')
  .argument('[version]', 'by default the one that was current before')
  .option('--why <reason>', 'why the release is withdrawn')
  .action(
    async (app: string, version: string | undefined, options: StoreOptions & { why?: string }) => {
      const { goBack } = await import('./go-back.ts');
      const { openStore, printStatuses } = await import('./open-release-store.ts');
      const store = await openStore(options);
      await goBack(app, store, version, options.why);
      await printStatuses(store, [app]);
    },
  );

await runForApp(command);
