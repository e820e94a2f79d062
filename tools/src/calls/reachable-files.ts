import ts from 'typescript';

/**
 * Returns files, and those of which they import values, directly or through others. Of an import of types nothing is
 * left in a build.
 *
 * @param isFollowed whether a file that is imported counts
 */
export function reachableFiles(
  files: readonly (ts.SourceFile | undefined)[],
  checker: ts.TypeChecker,
  isFollowed: (file: ts.SourceFile) => boolean,
): ts.SourceFile[] {
  const found = new Set<ts.SourceFile>();
  const add = (file: ts.SourceFile | undefined) => {
    if (!file || found.has(file) || !isFollowed(file)) return;
    found.add(file);
    for (const specifier of valueImports(file)) {
      const { declarations = [] } = checker.getSymbolAtLocation(specifier) ?? {};
      add(declarations.find(ts.isSourceFile));
    }
  };
  for (const file of files) add(file);
  return [...found];
}

function valueImports(file: ts.SourceFile): ts.Expression[] {
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node)) {
      if (!node.importClause?.isTypeOnly) found.push(node.moduleSpecifier);
    } else if (ts.isExportDeclaration(node)) {
      if (!node.isTypeOnly && node.moduleSpecifier) found.push(node.moduleSpecifier);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      found.push(...node.arguments);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
