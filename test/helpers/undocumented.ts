import { basename } from 'node:path'
import ts from 'typescript'
import type { Editor } from './editor.ts'

/** A name that a program can write: an export, or a property or method of a type that exports lead to. */
export type PublicName = { readonly symbol: ts.Symbol; readonly path: string }

/** Those of the names that an editor shows no documentation for, each with its place: `Engine.on (index.d.mts:12)`. */
export function undocumented(editor: Editor, names: readonly PublicName[]): readonly string[] {
  const checker = editor.program.getTypeChecker()
  return names.filter((name) => documentation(name) === '').map(label)

  function documentation({ symbol }: PublicName): string {
    const place = placeOf(symbol)
    if (place === undefined) return ts.displayPartsToString(symbol.getDocumentationComment(checker))
    return editor.hover(place.getSourceFile().fileName, place.getStart())
  }
}

/** Everything that a program can write after `import * as entry from 'ENTRY POINT'`, which `editor` shows. */
export function publicNames({ program, file }: Editor): readonly PublicName[] {
  const checker = program.getTypeChecker()
  const { moduleSpecifier } = file.statements.find(ts.isImportDeclaration)!
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(moduleSpecifier)!)
  return [...exported.map((symbol) => ({ symbol, path: symbol.name })), ...membersOf(checker, exported)]
}

/** Breadth first, so that a member has the shortest path that leads to it. */
function membersOf(checker: ts.TypeChecker, exported: readonly ts.Symbol[]): readonly PublicName[] {
  const seen = new Set<ts.Type>()
  const members = new Map<ts.Node | ts.Symbol, PublicName>()
  const queue = exported.flatMap((symbol) =>
    typesOf(checker, symbol).map((type) => ({ type, path: symbol.name })),
  )
  for (const { type, path } of queue) if (!seen.has(type)) visit(type, path)
  return [...members.values()]

  function visit(type: ts.Type, path: string): void {
    seen.add(type)
    if (type.isUnionOrIntersection()) type.types.forEach((each) => add(each, path))
    // A type that depends on a type parameter: as much of it as the parameter allows.
    if (type.flags & ts.TypeFlags.Instantiable) add(checker.getBaseConstraintOfType(type), path)
    if (type.flags & ts.TypeFlags.Object) visitObject(type as ts.ObjectType, path)
  }

  function add(type: ts.Type | undefined, path: string): void {
    if (type !== undefined) queue.push({ type, path })
  }

  function visitObject(type: ts.ObjectType, path: string): void {
    const isList = checker.isArrayType(type) || checker.isTupleType(type)
    if (!isList) checker.getPropertiesOfType(type).forEach((property) => visitProperty(property, path))
    checker.getIndexInfosOfType(type).forEach((index) => add(index.type, path))
    if (isReference(type)) checker.getTypeArguments(type).forEach((argument) => add(argument, path))
    if (type.symbol === undefined || isOurs(type.symbol)) visitSignatures(type, path)
  }

  function visitProperty(property: ts.Symbol, path: string): void {
    const place = placeOf(property) ?? property
    if (members.has(place) || !isOurs(property) || isKeyOfType(property)) return
    const name = { symbol: property, path: `${path}.${property.name}` }
    members.set(place, name)
    add(checker.getTypeOfSymbol(property), name.path)
  }

  function visitSignatures(type: ts.ObjectType, path: string): void {
    for (const signature of type.getCallSignatures()) {
      signature.getParameters().forEach((parameter) => add(checker.getTypeOfSymbol(parameter), path))
      add(signature.getReturnType(), path)
    }
  }
}

function typesOf(checker: ts.TypeChecker, symbol: ts.Symbol): readonly ts.Type[] {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  return [
    ...(target.flags & ts.SymbolFlags.Type ? [checker.getDeclaredTypeOfSymbol(target)] : []),
    ...(target.flags & ts.SymbolFlags.Value ? [checker.getTypeOfSymbol(target)] : []),
  ]
}

/** False for what TypeScript and Node declare, such as the methods of an array. A mapped property has no place. */
function isOurs({ declarations }: ts.Symbol): boolean {
  return (
    declarations === undefined ||
    declarations.some((each) => each.getSourceFile().fileName.includes('/hookwright/dist/'))
  )
}

/** True for a key that exists in types only: a symbol that nothing exports, so that no program can write it. */
function isKeyOfType({ escapedName }: ts.Symbol): boolean {
  return String(escapedName).startsWith('__@')
}

function isReference(type: ts.ObjectType): type is ts.TypeReference {
  return (type.objectFlags & ts.ObjectFlags.Reference) !== 0
}

/** The name where a symbol is declared, or exported. */
function placeOf({ declarations: [first] = [] }: ts.Symbol): ts.Node | undefined {
  return first && (ts.getNameOfDeclaration(first) ?? first)
}

function label({ symbol, path }: PublicName): string {
  const place = placeOf(symbol)
  if (place === undefined) return `${path} (a mapped type without documentation)`
  const file = place.getSourceFile()
  return `${path} (${basename(file.fileName)}:${file.getLineAndCharacterOfPosition(place.getStart()).line + 1})`
}
