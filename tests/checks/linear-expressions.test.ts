import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '@kargo/commands/settings';
import { analyse } from 'scslre';
import ts from 'typescript';

// These expressions read visitors' input: if one took quadratic time, one request could stop a
// server.

test('Every regular expression in production takes linear time', () => {
  const files = globSync('{api,platform/gateway,shared-*,shell,remote-*}/src/**/*.{ts,tsx}', {
    cwd: root,
  }).filter((file) => !file.includes('.test.'));
  const expressions = files.flatMap((file) =>
    expressionsOf(file, readFileSync(join(root, file), 'utf8')),
  );
  assert.ok(expressions.length > 30, `only ${expressions.length} were found`);
  assert.deepEqual(
    expressions.filter(({ text }) => isSlow(text)),
    [],
  );
});

test('Slow expressions and those built at runtime are found', () => {
  const code = String.raw`a.split(/\s*;\s*/); /^(a+)+$/.test(a); /^[a-z]+$/.test(a); new RegExp(a + '+');`;
  const found = expressionsOf('a.ts', code).map(({ text }) => text);
  assert.deepEqual(found.filter(isSlow), [String.raw`/\s*;\s*/`, '/^(a+)+$/', "a + '+'"]);
});

function expressionsOf(file: string, code: string): { file: string; text: string }[] {
  const found: { file: string; text: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push({ file, text: node.text });
    if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') {
      found.push({ file, text: node.arguments?.[0]?.getText() ?? '' });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true));
  return found;
}

/** An expression built at run time cannot be judged here, and counts as slow. */
function isSlow(text: string): boolean {
  const [, pattern, flags] = /^\/(.*)\/([a-z]*)$/s.exec(text) ?? [];
  return pattern === undefined || analyse(new RegExp(pattern, flags), {}).reports.length > 0;
}
