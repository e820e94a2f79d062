import ts from 'typescript';

/** A property as it is declared: the file, and its name. Types that are derived keep it, such as `Partial<Profile>`. */
export type PropertyKey = `${string}#${string}`;

/** Told of each reading of a property, and where it stands; with `undefined` when it is read in passing. */
type OnRead = (key: PropertyKey, at: ts.Node | undefined) => void;

/**
 * Finds where a source reads one of these properties. A value that is handed on under another type, such as
 * `{ name: string }`, is read as far as that type goes; under `any`, by code that is not here, or with a name that is
 * not known before it runs, all of it is read. A spread, and a value that is handed on as `unknown`, are no readings.
 *
 * @param isSeen whether the code of a file, or of a file that declares it, is searched here or elsewhere
 */
export function readProperties(
  checker: ts.TypeChecker,
  file: ts.SourceFile,
  wanted: ReadonlySet<PropertyKey>,
  isSeen: (file: ts.SourceFile) => boolean,
  onRead: OnRead,
): void {
  const names = new Set([...wanted].map((key) => key.slice(key.lastIndexOf('#') + 1)));

  const wantedOf = (symbol: ts.Symbol | undefined): PropertyKey[] =>
    keysOf(symbol).filter((key) => wanted.has(key));

  function read(symbol: ts.Symbol | undefined, at?: ts.Node): void {
    for (const key of wantedOf(symbol)) onRead(key, at);
  }

  function readNamed(type: ts.Type, name: string, at: ts.Node): void {
    if (!names.has(name)) return;
    for (const part of partsOf(type)) read(part.getProperty(name), at);
  }

  function readAll(type: ts.Type, seen = new Set<ts.Type>()): void {
    if (seen.has(type)) return;
    seen.add(type);
    for (const property of wantedIn(type)) {
      read(property);
      readAll(checker.getTypeOfSymbol(property), seen);
    }
  }

  const wantedIn = (type: ts.Type): ts.Symbol[] =>
    partsOf(type).flatMap((part) => {
      // Everything has methods, but only objects have properties of ours.
      const properties = part.flags & ts.TypeFlags.StructuredType ? part.getProperties() : [];
      return properties.filter((it) => names.has(it.name) && wantedOf(it).length > 0);
    });

  /** The alternatives of a type, without null and undefined; of a promise, those of what it resolves with. */
  function partsOf(type: ts.Type): ts.Type[] {
    const settled = checker.getNonNullableType(checker.getAwaitedType(type) ?? type);
    return settled.isUnion() ? settled.types : [settled];
  }

  function handOn(value: ts.Expression): void {
    const type = checker.getTypeAtLocation(value);
    const properties = wantedIn(type);
    if (properties.length === 0) return;
    if (isLost(checker, value) || isTakenUnseen(value)) readAll(type);
    const target = targetOf(checker, value);
    if (!target || target.flags & ts.TypeFlags.Unknown) return;
    for (const property of properties) {
      const keys = wantedOf(property);
      for (const part of partsOf(target)) {
        const known = part.getProperty(property.name);
        const isSame = keysOf(known).some((key) => keys.includes(key));
        if (known ? !isSame : part.getStringIndexType()) read(property);
      }
    }
  }

  /** Whether a function takes the value whose code is not here, such as one of a package that is built already. */
  function isTakenUnseen(value: ts.Expression): boolean {
    const { parent } = value;
    if (!ts.isCallExpression(parent)) return false;
    const declaration = checker.getResolvedSignature(parent)?.declaration;
    if (!declaration || isSeen(declaration.getSourceFile())) return false;
    const parameter = declaration.parameters[parent.arguments.indexOf(value)];
    // One that takes any type, such as a hook of React, reads nothing of it.
    return parameter !== undefined && wantedIn(checker.getTypeAtLocation(parameter)).length > 0;
  }

  function visit(node: ts.Node): void {
    if (ts.isPropertyAccessExpression(node)) {
      if (names.has(node.name.text)) read(checker.getSymbolAtLocation(node.name), node);
    } else if (ts.isElementAccessExpression(node)) {
      readElement(node);
    } else if (ts.isBindingElement(node)) {
      const name = node.propertyName ?? node.name;
      if (ts.isObjectBindingPattern(node.parent) && !node.dotDotDotToken && isName(name))
        readNamed(checker.getTypeAtLocation(node.parent), name.text, node);
    } else if (isIn(node)) {
      readNamed(checker.getTypeAtLocation(node.right), node.left.text, node);
    }
    if (isHandedOn(node)) handOn(node);
    ts.forEachChild(node, visit);
  }

  function readElement({ expression, argumentExpression: name }: ts.ElementAccessExpression): void {
    const type = checker.getTypeAtLocation(expression);
    if (ts.isStringLiteralLike(name)) readNamed(type, name.text, name);
    else readAll(type);
  }

  visit(file);
}

/** Returns the keys of a property; a property of a union has one for each of its types. */
export function keysOf(symbol: ts.Symbol | undefined): PropertyKey[] {
  const declarations = symbol?.declarations ?? [];
  return declarations.map((it) => `${it.getSourceFile().fileName}#${symbol?.name}` as const);
}

const isName = (node: ts.Node): node is ts.Identifier | ts.StringLiteral =>
  ts.isIdentifier(node) || ts.isStringLiteral(node);

const isIn = (node: ts.Node): node is ts.BinaryExpression & { left: ts.StringLiteral } =>
  ts.isBinaryExpression(node) &&
  node.operatorToken.kind === ts.SyntaxKind.InKeyword &&
  ts.isStringLiteral(node.left);

/** Whether a node is a value that goes somewhere as it is, such as an argument. */
function isHandedOn(node: ts.Node): node is ts.Expression {
  const { parent } = node;
  if (!isValue(node)) return false;
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return parent.expression !== node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  if (ts.isShorthandPropertyAssignment(parent)) return parent.name === node;
  if (ts.isVariableDeclaration(parent)) return parent.initializer === node && Boolean(parent.type);
  if (ts.isArrowFunction(parent)) return parent.body === node;
  if (ts.isBinaryExpression(parent)) return parent.left !== node || isChoice(parent);
  if (ts.isConditionalExpression(parent)) return parent.condition !== node;
  return (
    ts.isJsxExpression(parent) ||
    ts.isJsxSpreadAttribute(parent) ||
    ts.isSpreadAssignment(parent) ||
    ts.isReturnStatement(parent) ||
    ts.isArrayLiteralExpression(parent) ||
    ts.isAsExpression(parent) ||
    ts.isSatisfiesExpression(parent)
  );
}

/** Values of other kinds either are made on the spot, or consist of values of these kinds. */
const isValue = (node: ts.Node): boolean =>
  ts.isIdentifier(node) ||
  ts.isPropertyAccessExpression(node) ||
  ts.isElementAccessExpression(node) ||
  ts.isCallExpression(node) ||
  ts.isAwaitExpression(node) ||
  ts.isNonNullExpression(node);

const isChoice = ({ operatorToken: { kind } }: ts.BinaryExpression): boolean =>
  kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken;

/** Whether a value goes to something whose type is `any`, also as a part of an object or an array. */
function isLost(checker: ts.TypeChecker, value: ts.Expression): boolean {
  const isAny = (type: ts.Type | undefined) => Boolean(type && type.flags & ts.TypeFlags.Any);
  const element = elementOf(value);
  if (element && isAny(checker.getTypeAtLocation(element.tagName))) return true;
  const { parent } = value;
  const isPart =
    ts.isPropertyAssignment(parent) ||
    ts.isShorthandPropertyAssignment(parent) ||
    ts.isSpreadAssignment(parent);
  const whole = isPart ? parent.parent : ts.isArrayLiteralExpression(parent) ? parent : undefined;
  return isAny(targetOf(checker, value)) || (whole !== undefined && isLost(checker, whole));
}

/** Returns the JSX element that a value is an attribute or a child of. */
function elementOf({ parent }: ts.Node): ts.JsxOpeningLikeElement | undefined {
  if (ts.isJsxSpreadAttribute(parent)) return parent.parent.parent;
  if (!ts.isJsxExpression(parent)) return undefined;
  if (ts.isJsxAttribute(parent.parent)) return parent.parent.parent.parent;
  return ts.isJsxElement(parent.parent) ? parent.parent.openingElement : undefined;
}

/** Returns the type that a value gets where it is handed on to; undefined if it keeps its own. */
function targetOf(checker: ts.TypeChecker, value: ts.Expression): ts.Type | undefined {
  const { parent } = value;
  if (ts.isSpreadAssignment(parent)) return checker.getContextualType(parent.parent);
  return checker.getContextualType(value);
}
