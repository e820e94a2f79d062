import ts from 'typescript';

/** A property as it is declared: the file, and its name. Types that are derived keep it, such as `Partial<Profile>`. */
export type PropertyKey = `${string}#${string}`;

/** Told of each reading of a property, and where it stands; with `undefined` when it is read in passing. */
type OnRead = (key: PropertyKey, at: ts.Node | undefined) => void;

/**
 * Finds where a source reads one of these properties. A value that is handed on under another type, such as
 * `{ name: string }`, is read as far as that type goes, also inside of an object or an array; under `any`, by code that is
 * not here, or with a name that is not known before it runs, all of it is read. A spread, and a value that is handed on
 * as `unknown`, are no readings. What a function returns that is handed on is not followed.
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

  const readAll = (type: ts.Type): void => readAs(type, checker.getAnyType());

  /** Reads what code can read of a value that gets it under another type. */
  function readAs(value: ts.Type, target: ts.Type, seen = new Map<ts.Type, ts.Type[]>()): void {
    if (!carries(value)) return;
    for (const part of partsOf(value)) {
      for (const as of partsOf(target)) {
        const others = seen.get(part) ?? [];
        if (part === as || others.includes(as)) continue;
        seen.set(part, [...others, as]);
        readFields(part, as, seen);
        for (const [inside, itsTarget] of itemsOf(part, as)) readAs(inside, itsTarget, seen);
      }
    }
  }

  function readFields(part: ts.Type, as: ts.Type, seen: Map<ts.Type, ts.Type[]>): void {
    for (const property of propertiesIn(part)) {
      const known = as.getProperty(property.name);
      const isSame = wantedOf(property).some((key) => keysOf(known).includes(key));
      const target = known ? checker.getTypeOfSymbol(known) : otherFieldsOf(as);
      if (target && !isSame) read(property);
      if (target) readAs(checker.getTypeOfSymbol(property), target, seen);
    }
  }

  /** Returns the type of fields that a type does not name; undefined if they cannot be read. */
  function otherFieldsOf(type: ts.Type): ts.Type | undefined {
    // `Object.values` takes `{}` and `object`, and reads all.
    const isAnyObject =
      Boolean(type.flags & ts.TypeFlags.NonPrimitive) || checker.typeToString(type) === '{}';
    if (isAny(type) || isAnyObject) return checker.getAnyType();
    return type.getStringIndexType();
  }

  /** The types of what is in an array, a map or another generic object, each with the type that it gets. */
  function itemsOf(part: ts.Type, as: ts.Type): [ts.Type, ts.Type][] {
    const inside = argumentsOf(part);
    if (otherFieldsOf(as)) return inside.map((it) => [it, checker.getAnyType()]);
    const targets = argumentsOf(as);
    if (isReference(part) && isReference(as) && part.target === as.target)
      return inside.flatMap((it, index) => (targets[index] ? [[it, targets[index]]] : []));
    const [item, target] = [part.getNumberIndexType(), as.getNumberIndexType()];
    return item && target ? [[item, target]] : [];
  }

  const argumentsOf = (type: ts.Type): readonly ts.Type[] =>
    isReference(type) ? checker.getTypeArguments(type) : [];

  const carrying = new Map<ts.Type, boolean>();
  /** Whether a value has one of the properties, also inside of what it consists of. */
  function carries(type: ts.Type): boolean {
    const known = carrying.get(type);
    if (known !== undefined) return known;
    const reached = new Set([type]);
    // Those that are added meanwhile are visited too.
    for (const it of reached) {
      if (wantedIn(it).length > 0 || carrying.get(it)) {
        carrying.set(type, true);
        return true;
      }
      for (const part of partsOf(it)) {
        for (const inside of argumentsOf(part)) reached.add(inside);
        for (const inside of propertiesIn(part)) reached.add(checker.getTypeOfSymbol(inside));
      }
    }
    for (const it of reached) carrying.set(it, false);
    return false;
  }

  const wantedIn = (type: ts.Type): ts.Symbol[] =>
    partsOf(type).flatMap((part) => propertiesIn(part).filter((it) => wantedOf(it).length > 0));

  /** The properties that are wanted, and those of objects of ours, which may contain such. */
  function propertiesIn(part: ts.Type): ts.Symbol[] {
    // Everything has methods, but only objects have properties of ours.
    if (!(part.flags & ts.TypeFlags.StructuredType)) return [];
    return part.getProperties().filter((it) => {
      if (names.has(it.name) && wantedOf(it).length > 0) return true;
      return it.declarations?.some((declaration) => isSeen(declaration.getSourceFile()));
    });
  }

  /** The alternatives of a type, without null and undefined; of a promise, those of what it resolves with. */
  function partsOf(type: ts.Type): ts.Type[] {
    const awaited = checker.getAwaitedType(type) ?? type;
    // Without null and undefined it would be `{}`.
    if (awaited.flags & ts.TypeFlags.Unknown) return [];
    const settled = checker.getNonNullableType(awaited);
    if (settled.isUnion()) return settled.types;
    const isParameter = settled.flags & ts.TypeFlags.TypeParameter;
    return [(isParameter && checker.getBaseConstraintOfType(settled)) || settled];
  }

  function handOn(value: ts.Expression): void {
    const type = checker.getTypeAtLocation(value);
    if (!carries(type)) return;
    const target = targetOf(checker, value);
    if (isTakenUnseen(value)) readAll(type);
    else if (target) readAs(type, target);
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
      readBinding(node);
    } else if (isIn(node)) {
      readNamed(checker.getTypeAtLocation(node.right), node.left.text, node);
    }
    if (isHandedOn(node)) handOn(node);
    ts.forEachChild(node, visit);
  }

  function readElement({ expression, argumentExpression }: ts.ElementAccessExpression): void {
    readWith(checker.getTypeAtLocation(expression), argumentExpression);
  }

  function readBinding(element: ts.BindingElement): void {
    const { parent, propertyName, name, dotDotDotToken } = element;
    if (!ts.isObjectBindingPattern(parent) || dotDotDotToken) return;
    const type = checker.getTypeAtLocation(parent);
    const key = propertyName ?? name;
    if (ts.isComputedPropertyName(key)) readWith(type, key.expression);
    else if (isName(key)) readNamed(type, key.text, element);
  }

  /** @param name an expression, such as the one in brackets */
  function readWith(type: ts.Type, name: ts.Expression): void {
    if (ts.isStringLiteralLike(name)) readNamed(type, name.text, name);
    // An item that is taken by its index keeps its type.
    else if (!(checker.getTypeAtLocation(name).flags & ts.TypeFlags.NumberLike)) readAll(type);
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
  if (isInitialized(parent)) return parent.initializer === node && !isPattern(parent.name);
  if (ts.isArrowFunction(parent)) return parent.body === node;
  if (ts.isBinaryExpression(parent)) return parent.left !== node || isChoice(parent);
  if (ts.isConditionalExpression(parent)) return parent.condition !== node;
  return (
    ts.isJsxExpression(parent) ||
    ts.isJsxSpreadAttribute(parent) ||
    ts.isSpreadElement(parent) ||
    ts.isReturnStatement(parent) ||
    ts.isYieldExpression(parent) ||
    ts.isParenthesizedExpression(parent) ||
    ts.isAsExpression(parent) ||
    ts.isSatisfiesExpression(parent)
  );
}

/** Values of other kinds consist of values of these kinds. */
const isValue = (node: ts.Node): boolean =>
  ts.isIdentifier(node) ||
  ts.isPropertyAccessExpression(node) ||
  ts.isElementAccessExpression(node) ||
  ts.isCallExpression(node) ||
  ts.isAwaitExpression(node) ||
  ts.isNonNullExpression(node) ||
  ts.isAsExpression(node) ||
  ts.isObjectLiteralExpression(node) ||
  ts.isArrayLiteralExpression(node);

const isPattern = (name: ts.Node): boolean =>
  ts.isObjectBindingPattern(name) || ts.isArrayBindingPattern(name);

const isInitialized = (node: ts.Node) =>
  ts.isVariableDeclaration(node) ||
  ts.isPropertyDeclaration(node) ||
  ts.isParameter(node) ||
  ts.isBindingElement(node);

const isChoice = ({ operatorToken: { kind } }: ts.BinaryExpression): boolean =>
  kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken;

const isAny = (type: ts.Type): boolean => Boolean(type.flags & ts.TypeFlags.Any);

const isReference = (type: ts.Type): type is ts.TypeReference =>
  Boolean(type.flags & ts.TypeFlags.Object) &&
  Boolean((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference);

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
  const element = elementOf(value);
  const isLost = element && isAny(checker.getTypeAtLocation(element.tagName));
  if (isLost) return checker.getAnyType();
  if (!ts.isSpreadElement(parent)) return checker.getContextualType(value);
  // Which parameters it is spread over cannot be told.
  if (!ts.isArrayLiteralExpression(parent.parent)) return checker.getAnyType();
  return checker.getContextualType(parent.parent);
}
