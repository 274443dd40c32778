import { describe, expect, test } from 'vitest'
import { blocksOf, pages, parseBlocks } from './blocks.ts'
import { differences } from './output.ts'
import { runPage } from './run-page.ts'

const withBlocks = pages()
  .map((page) => ({ page, blocks: blocksOf(page) }))
  .filter(({ blocks }) => blocks.length > 0)

test('pages with blocks are found', () => expect(withBlocks.length).toBeGreaterThan(15))

test.for(withBlocks)('every block of $page does what it shows', { timeout: 120_000 }, async ({ blocks }) => {
  const { problems, skipped } = await runPage(blocks)
  for (const line of skipped) console.log(`not run: ${line}`)
  expect(problems).toEqual([])
})

describe('a page that is wrong is found', () => {
  const fence = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\`\n`

  test.for([
    ['a command that fails', fence('sh', 'hookwright nothing'), 'exits with 64, not 0'],
    ['a command before the last that fails', fence('sh', 'false\ntrue'), 'exits with 1, not 0'],
    ['an unknown key', fence('yaml', 'version: 1\nhoooks: {}\nhooks: {}'), 'config.'],
    [
      'an unknown event of a host',
      `In \`.claude/settings.json\`:\n\n${fence('json', '{"hooks":{"Nope":[{"hooks":[]}]}}')}`,
      'Nope',
    ],
    ['a git config without its keys', fence('yaml', 'repos:\n  - repo: local\n    hooks: 1'), 'config.'],
    ['a file without a name', fence('json', '{}'), 'does not say which file'],
    ['JSON that is none', `In \`a.json\`:\n\n${fence('json', '{')}`, 'SyntaxError'],
    ['other output', fence('console', '$ echo a\nb'), 'the page shows'],
    [
      'output of the block before',
      `${fence('sh', 'echo a')}\n<!-- test: output -->\n\n${fence('', 'b')}`,
      'the page shows',
    ],
    ['a block that says nothing', fence('', 'text'), 'must say what it is'],
    ['a skip without a reason', `<!-- test: skip -->\n\n${fence('sh', 'true')}`, 'needs a reason'],
    [
      'a question that is answered with no',
      `<!-- test: answer n -->\n\n${fence('sh', 'hookwright init --host none --hooks push')}`,
      'exits with 1, not 0',
    ],
    ['a setup that fails', `<!-- test: setup false -->\n\n${fence('sh', 'true')}`, 'the setup'],
    ['a program that throws', fence('js', 'throw new Error("no")'), 'exits with 1'],
  ] as const)('%s', async ([, source, problem]) => {
    const { problems } = await runPage(parseBlocks('page.md', source))
    expect(problems).toEqual([expect.stringContaining(problem)])
  })

  test.for([
    ['a\n…\nz\n', 'a\nb\nc\nz\n', 0],
    ['took … ms\n', 'took 12 ms\n', 0],
    ['took … ms\n', 'took 12 s\n', 1],
    ['a\n', 'a\nb\n', 1],
  ] as const)('%j beside %j', ([shown, printed, count]) =>
    expect(differences(shown, printed)).toHaveLength(count),
  )
})
