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

function membersOf(checker: ts.TypeChecker, exported: readonly ts.Symbol[]): readonly PublicName[] {
  const types = new Set<ts.Type>()
  const members = new Map<ts.Node | ts.Symbol, PublicName>()
  for (const symbol of exported) {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    if (target.flags & ts.SymbolFlags.Type) visit(checker.getDeclaredTypeOfSymbol(target), symbol.name)
    if (target.flags & ts.SymbolFlags.Value) visit(checker.getTypeOfSymbol(target), symbol.name)
  }
  return [...members.values()]

  function visit(type: ts.Type | undefined, path: string): void {
    if (type === undefined || types.has(type)) return
    types.add(type)
    if (type.isUnionOrIntersection()) for (const each of type.types) visit(each, path)
    // A type that depends on a type parameter: as much of it as the parameter allows.
    if (type.flags & ts.TypeFlags.Instantiable) visit(checker.getBaseConstraintOfType(type), path)
    if (type.flags & ts.TypeFlags.Object) visitObject(type as ts.ObjectType, path)
  }

  function visitObject(type: ts.ObjectType, path: string): void {
    const isList = checker.isArrayType(type) || checker.isTupleType(type)
    if (!isList) for (const property of checker.getPropertiesOfType(type)) visitProperty(property, path)
    for (const { type: value } of checker.getIndexInfosOfType(type)) visit(value, path)
    if (isReference(type)) for (const argument of checker.getTypeArguments(type)) visit(argument, path)
    if (type.symbol === undefined || isOurs(type.symbol)) visitSignatures(type, path)
  }

  function visitProperty(property: ts.Symbol, path: string): void {
    if (!isOurs(property)) return
    const name = { symbol: property, path: `${path}.${property.name}` }
    members.set(placeOf(property) ?? property, name)
    visit(checker.getTypeOfSymbol(property), name.path)
  }

  function visitSignatures(type: ts.ObjectType, path: string): void {
    for (const signature of type.getCallSignatures()) {
      for (const parameter of signature.getParameters()) visit(checker.getTypeOfSymbol(parameter), path)
      visit(signature.getReturnType(), path)
    }
  }
}

/** False for what TypeScript and Node declare, such as the methods of an array. A mapped property has no place. */
function isOurs({ declarations }: ts.Symbol): boolean {
  return (
    declarations === undefined ||
    declarations.some((each) => each.getSourceFile().fileName.includes('/hookwright/dist/'))
  )
}

function isReference(type: ts.ObjectType): type is ts.TypeReference {
  return (type.objectFlags & ts.ObjectFlags.Reference) !== 0
}

/** The name where a symbol is declared, or exported. */
function placeOf({ declarations: [first] = [] }: ts.Symbol): ts.Node | undefined {
  return first && (ts.getNameOfDeclaration(first as ts.Declaration) ?? first)
}

function label({ symbol, path }: PublicName): string {
  const place = placeOf(symbol)
  if (place === undefined) return `${path} (a mapped type without documentation)`
  const file = place.getSourceFile()
  return `${path} (${basename(file.fileName)}:${file.getLineAndCharacterOfPosition(place.getStart()).line + 1})`
}
