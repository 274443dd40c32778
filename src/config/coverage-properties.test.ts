import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { hook } from '../../test/helpers/builders.ts'
import { isUsualGap } from '../core/named-files.ts'
import { namesInFile } from '../covers/follow.ts'
import { systemFiles } from '../ports/files.ts'
import { digestHook, type Digest, type Follow } from './digest.ts'
import { claudeCode } from '../dialects/claude-code/index.ts'
import { withNames } from './with-names.ts'

/** One piece of the path, in one of bash's spellings. */
const spelling = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => `'${text}'`,
  (text) => `"${text}"`,
  (text) => text.replaceAll(/./g, '\\$&'),
  (text) => `$'${Buffer.from(text).toString('hex').replaceAll(/../g, '\\x$&')}'`,
  (text) => `''${text}""`,
  (text) => `\${UNSET:-${text}}`,
  (text) => `$(printf %s '${text}')`,
  (text) => `"$(echo ${text})"`,
  (text) => `{${text},${text}}`,
)

const cuts = fc.tuple(fc.nat({ max: 9 }), fc.nat({ max: 9 }), spelling, spelling, spelling)

/** `./evil.sh` in three pieces, each spelled its own way. */
const spelled = cuts.map(([one, two, ...ways]) => {
  const [from, to] = [Math.min(one, two), Math.max(one, two)]
  const path = './evil.sh'
  const pieces = [path.slice(0, from), path.slice(from, to), path.slice(to)]
  return pieces.map((piece, at) => (piece === '' ? '' : (ways[at] ?? String)(piece))).join('')
})

const line = fc.constantFrom<(word: string) => string>(
  (word) => word,
  (word) => `./ok.sh; a=">";${word};b=">"`,
  (word) => `bash ${word}`,
  (word) => `true && ${word} > log`,
  (word) => `x=${word}; $x`,
  (word) => `for s in ./ok.sh ${word}; do "$s"; done`,
  (word) => `f() { ${word}; }; f`,
  (word) => `a=(./ok.sh ${word}); "\${a[1]}"`,
  (word) => `echo "$(${word})"`,
  (word) => `case x in x) ${word};; esac`,
  (word) => `bash <<EOF\n${word}\nEOF`,
  (word) => `. ${word}`,
  (word) => `eval "${word.replaceAll(/["\\$`]/g, '\\$&')}"`,
  (word) => `cat <(${word})`,
  (word) => `echo ${word} | bash`,
  (word) => `echo ${word} | xargs bash`,
  (word) => `cd . && ${word}`,
  (word) => `if ! false; then ${word}; fi 2>/dev/null`,
  (word) => `env A=b ${word}`,
  (word) => `# it's > a comment\n${word}`,
)

const RUNS = 250

test('S04 whatever line runs a script of the project: its approval covers it, or says that it does not', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'hookwright-coverage-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  for (const [name, text] of [
    ['evil.sh', 'echo ran >ran'],
    ['ok.sh', ':'],
  ] as const) {
    writeFileSync(join(dir, name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(dir, name), 0o755)
  }
  let ran = 0
  await fc.assert(
    fc.asyncProperty(line, spelled, async (place, word) => {
      const text = place(word)
      rmSync(join(dir, 'ran'), { force: true })
      spawnSync('bash', ['-c', text], { cwd: dir, stdio: 'ignore', timeout: 10_000 })
      if (!existsSync(join(dir, 'ran'))) return
      ran++
      const { scripts, gaps } = await digestOf(text, dir)
      const isCovered = scripts.some(({ path }) => path === 'evil.sh')
      const isTold = gaps.some((gap) => !isUsualGap(gap))
      expect({ text, isSeen: isCovered || isTold }).toEqual({ text, isSeen: true })
    }),
    { numRuns: RUNS },
  )
  expect(ran).toBeGreaterThan(RUNS / 4)
}, 120_000)

async function digestOf(text: string, dir: string): Promise<Digest> {
  const source = { file: join(dir, 'hookwright.yaml'), pointer: [], scope: 'project' } as const
  const start = { kind: 'script', shell: 'bash', source: text, args: [] } as const
  const [ours = hook()] = await withNames(
    [hook({ handler: { type: 'command', start, cwd: '.' }, source })],
    claudeCode,
  )
  const follow: Follow = (_key, part, { bytes, variables }) => namesInFile(part, bytes, variables)
  return digestHook(ours, { project: { dir, written: dir }, files: systemFiles, follow })
}
