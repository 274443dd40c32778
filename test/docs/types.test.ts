import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { installed, STRICT } from '../helpers/installed.ts'
import { blocksOf, directive, pages, placeOf, type Block } from './blocks.ts'

const blocks = pages()
  .flatMap(blocksOf)
  .filter(({ language }) => language === 'ts')

test('every block of TypeScript fits the published declarations', { timeout: 120_000 }, () => {
  expect(blocks.length).toBeGreaterThan(10)
  expect(errorsOf(blocks.map((block) => [block, programOf(block)]))).toEqual([])
})

test('a block with a wrong name does not', { timeout: 120_000 }, () => {
  const block: Block = { page: 'page.md', line: 1, language: 'ts', text: '', before: '', directives: [] }
  const text = "import { createEngine } from 'hookwright'\nawait createEngine({ sauces: [] })\n"
  expect(errorsOf([[block, programOf({ ...block, text })]])).toEqual([
    expect.stringMatching(/^page\.md:1: .*sauces/),
  ])
})

/**
 * Names that a page takes for granted, such as the program's own functions, are in comments `test: declare` of the page
 * up to here. The block has a scope of its own, so that it may define them itself.
 */
function programOf(block: Block): string {
  const given = blocksOf(block.page === 'page.md' ? 'README.md' : block.page)
    .filter(({ line }) => line <= block.line)
    .flatMap(({ directives }) => directives.filter(({ verb }) => verb === 'declare'))
    .flatMap(({ rest }) => rest.split('\n'))
  const imports = block.text.match(IMPORTS) ?? []
  const isImported = (line: string): boolean => {
    const [, name = ''] = /^(?:const|function|type) (\w+)/.exec(line) ?? []
    return new RegExp(String.raw`\b${name}\b`).test(imports.join('\n'))
  }
  const declared = given.filter((line) => !isImported(line)).map((line) => `declare ${line};`)
  const body = block.text.replaceAll(IMPORTS, '').replaceAll(/^export /gm, '')
  return [...imports, ...declared, '{', body, '}', 'export {}', ''].join('\n')
}

const IMPORTS = /^import [^]*? from '[^']+'$/gm

function errorsOf(programs: readonly (readonly [Block, string])[]): readonly string[] {
  const skipped = programs.filter(([block]) => directive(block, 'skip') !== undefined)
  for (const [block] of skipped) console.log(`not checked: ${placeOf(block)}: ${directive(block, 'skip')}`)
  const files = programs.filter((each) => !skipped.includes(each))
  const dir = installed(Object.fromEntries(files.map(([, text], index) => [`block-${index}.ts`, text])))
  const { options } = ts.convertCompilerOptionsFromJson({ ...STRICT, preserveSymlinks: true }, dir)
  const paths = files.map((_, index) => join(dir, `block-${index}.ts`))
  const program = ts.createProgram(paths, options)
  return files.flatMap(([block], index) => {
    const all = ts.getPreEmitDiagnostics(program, program.getSourceFile(paths[index] ?? ''))
    return all.map(
      ({ messageText }) => `${placeOf(block)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    )
  })
}
