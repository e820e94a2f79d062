import { registerHooks } from 'node:module';

// Makes test processes load TypeBox from the files that bundle-typebox.ts wrote.

const folder = new URL(import.meta.url).searchParams.get('folder');

registerHooks({
  resolve(specifier, context, nextResolve) {
    const match = /^typebox(?:\/(\w+))?$/.exec(specifier);
    if (!match) return nextResolve(specifier, context);
    return { url: `${folder}/${match[1] ?? 'index'}.js`, format: 'module', shortCircuit: true };
  },
});
