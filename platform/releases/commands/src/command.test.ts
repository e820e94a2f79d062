import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { test } from 'node:test';

test('Programs of dependencies are not on the PATH of a command, and its own Node is', () => {
  const program = `
    import { Command } from 'commander';
    import { run } from '@kargo/commands/command';
    await run(new Command().action(() => console.log(process.env.PATH)), []);`;
  const stdout = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
    env: { ...process.env, PATH: '/repository/node_modules/.bin:relative:/usr/bin' },
  });
  assert.equal(String(stdout).trim(), `${dirname(process.execPath)}:/usr/bin`);
});

for (const code of ['EROFS', 'EACCES', 'ENOSPC', 'EADDRINUSE'])
  test(`${code} is said in one line`, () => {
    const program = `
      import { runCommand } from '@kargo/commands/cli-error';
      const cause = Object.assign(new Error('no'), { code: '${code}' });
      await runCommand(() => Promise.reject(${code === 'ENOSPC' ? "new Error('no', { cause })" : 'cause'}));`;
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', program],
      { cwd: import.meta.dirname, encoding: 'utf8' },
    );
    assert.deepEqual([status, stderr], [1, 'no\n']);
  });
