import { basename } from 'node:path'
import ts from 'typescript'
import type { Editor } from './editor.ts'

type Member = ts.TypeElement | ts.ClassElement

/** Every name that a program can get from an entry point and that an editor shows nothing for. */
export function undocumented(editor: Editor, entryPoint: string): readonly string[] {
  const checker = editor.program.getTypeChecker()
  const exported = exportsOf(editor, entryPoint)
  const missing = exported.filter((symbol) => !isExportDocumented(editor, symbol)).map((symbol) => symbol.name)
  return [...missing, ...membersOf(checker, exported).filter(lacksDoc).map(label)]

  function lacksDoc(member: Member): boolean {
    return editor.hover(member.getSourceFile().fileName, nameOf(member).getStart()) === ''
  }
}

/** All names that an entry point exports. */
export function exportsOf({ program, file }: Editor, entryPoint: string): readonly ts.Symbol[] {
  const checker = program.getTypeChecker()
  const imports = file.statements.filter(ts.isImportDeclaration)
  const specifier = imports.map((each) => each.moduleSpecifier).find((each) => each.getText() === `'${entryPoint}'`)
  return checker.getExportsOfModule(checker.getSymbolAtLocation(specifier!)!)
}

function isExportDocumented(editor: Editor, symbol: ts.Symbol): boolean {
  const [place] = symbol.declarations ?? []
  return editor.hover(place!.getSourceFile().fileName, place!.getEnd()) !== ''
}

/** The members of all types that the symbols name, directly or through other types of the package. */
function membersOf(checker: ts.TypeChecker, symbols: readonly ts.Symbol[]): readonly Member[] {
  const seen = new Set<ts.Node>()
  const members: Member[] = []
  symbols.forEach(visitSymbol)
  return members

  function visitSymbol(symbol: ts.Symbol): void {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    for (const declaration of target.declarations ?? []) {
      if (seen.has(declaration) || !declaration.getSourceFile().fileName.includes('/hookwright/dist/')) continue
      seen.add(declaration)
      visit(declaration)
    }
  }

  function visit(node: ts.Node): void {
    if (isNamedMember(node)) members.push(node)
    if (ts.isTypeReferenceNode(node)) visitName(node.typeName)
    if (ts.isExpressionWithTypeArguments(node)) visitName(node.expression)
    if (ts.isTypeQueryNode(node)) visitName(node.exprName)
    ts.forEachChild(node, visit)
  }

  function visitName(name: ts.Node): void {
    const symbol = checker.getSymbolAtLocation(name)
    if (symbol !== undefined) visitSymbol(symbol)
  }
}

function isNamedMember(node: ts.Node): node is Member {
  const isMember = ts.isTypeElement(node) || ts.isClassElement(node)
  return isMember && node.name !== undefined && !ts.isPrivateIdentifier(node.name) && !isPrivate(node)
}

function isPrivate(node: Member): boolean {
  return (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Private) !== 0
}

const nameOf = (member: Member): ts.Node => member.name ?? member

/** `Engine.stream (index.d.mts:12)`, with the names of all members around it. */
function label(member: Member): string {
  const names: string[] = []
  for (let node: ts.Node = member; !ts.isSourceFile(node); node = node.parent)
    if (ts.isVariableDeclaration(node) || ts.isDeclarationStatement(node) || isNamedMember(node))
      names.unshift((node.name ?? node).getText())
  const file = member.getSourceFile()
  const line = file.getLineAndCharacterOfPosition(member.getStart()).line + 1
  return `${names.join('.')} (${basename(file.fileName)}:${line})`
}
