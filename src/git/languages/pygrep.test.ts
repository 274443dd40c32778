import { Buffer } from 'node:buffer'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isIssue } from '../../core/issue.ts'
import type { GitHook } from '../contracts/model.ts'
import { diskPath } from '../contracts/paths.ts'
import type { CallContext, PrepareContext } from '../contracts/runnable.ts'
import { fail } from './fail.ts'
import { pygrep } from './pygrep.ts'

/** As latin1: bytes, not text. */
const FILES: Readonly<Record<string, string>> = {
  'empty.txt': '',
  'plain.txt': 'one\ntwo TODO\nthree\nTODO four\n',
  'crlf.txt': 'one\r\ntwo todo\r\n\r\n',
  'open.txt': 'no end TODO',
  'begin.txt': '\nTODO: begin\n(\nend)\n',
  'bytes.bin': '\xff\xfe TODO \x00\n\xc3\xa9t\xc3\xa9\n',
  'spaces.txt': 'a \nb\t\nc\n',
  'call.py': 'print(1)\nx = foo(\n  1,\n)\nPRINT (2)\n',
}
const NAMES = Object.keys(FILES)

let cwd = ''
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'hookwright-pygrep-'))
  for (const [name, text] of Object.entries(FILES))
    writeFileSync(join(cwd, name), Buffer.from(text, 'latin1'))
})
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

async function run(backend: typeof pygrep, hook: Partial<GitHook>, names: readonly string[] = NAMES) {
  const place = { file: '.pre-commit-config.yaml' }
  const whole = { id: 'h', args: [], place, ...hook } as unknown as GitHook
  const ready = await backend.prepare(whole, {} as PrepareContext)
  if (isIssue(ready)) return ready
  if (ready.kind !== 'in-process') throw new Error('it starts no process')
  const result = await ready.run(names, { cwd, signal: new AbortController().signal } as CallContext)
  return isIssue(result)
    ? result
    : { code: result.code, output: Buffer.from(result.output).toString('latin1') }
}

/** The documented behaviour, written down once more. */
const REFERENCE = `
import json, re, sys
def report(name, content, regex, whole):
    lines = [content] if whole else re.findall(rb'[^\\n]*\\n|[^\\n]+', content)
    for number, line in enumerate(lines, 1):
        match = regex.search(line)
        if match and whole:
            number = content[:match.start()].count(b'\\n') + 1
            first = content.split(b'\\n')[number - 1]
            line = b'\\n'.join([first, *match.group(0).split(b'\\n')[1:]])
        if match:
            yield b'%s:%d:%s\\n' % (name.encode(), number, line if whole else line.rstrip(b'\\r\\n'))
def run(entry, args, names):
    whole = '--multiline' in args
    flags = re.IGNORECASE if '-i' in args or '--ignore-case' in args else 0
    regex = re.compile(entry.encode(), flags | (re.MULTILINE | re.DOTALL if whole else 0))
    said = b''
    for name in names:
        with open(name, 'rb') as file:
            found = b''.join(report(name, file.read(), regex, whole))
        said += (b'' if found else name.encode() + b'\\n') if '--negate' in args else found
    return {'code': int(said != b''), 'output': said.decode('latin1')}
json.dump([run(*case) for case in json.load(sys.stdin)], sys.stdout)
`

const ENTRIES = [
  'TODO',
  '^TODO',
  'TODO$',
  '\\s$',
  '[ \\t]+\\n',
  '\\($',
  '\\(.*\\)',
  '(?s)\\(.*?\\)',
  'é',
  '[^\\x00-\\x7f]',
  '\\bprint\\s*\\(',
  '(?i)print',
  '^$',
  '\\A\\n',
  '\\r\\n$',
  '\\n\\n?TODO',
  '(?m)^b',
  'nowhere',
]
const ARGS = [
  [],
  ['-i'],
  ['--ignore-case'],
  ['--multiline'],
  ['--negate'],
  ['--multiline', '--negate'],
  ['--negate', '-i', '--multiline'],
  ['-i', '--multiline'],
]

test('it says what Python says, whatever the arguments', async ({ skip }) => {
  if (spawnSync('python3', ['--version']).status !== 0) return skip('python3 is not installed')
  const cases = ARGS.flatMap((args) => ENTRIES.map((entry) => ({ entry, args })))
  const input = JSON.stringify(cases.map(({ entry, args }) => [entry, args, NAMES]))
  const theirs = spawnSync('python3', ['-c', REFERENCE], { cwd, input })
  expect(theirs.stderr.toString()).toBe('')
  const expected = JSON.parse(theirs.stdout.toString()) as readonly unknown[]
  const ours = await Promise.all(cases.map(async (each) => [each, await run(pygrep, each)]))
  expect(ours).toEqual(cases.map((each, index) => [each, expected[index]]))
})

test('a hit is told by file, line and text', async () => {
  expect(await run(pygrep, { entry: 'TODO' }, ['plain.txt'])).toEqual({
    code: 1,
    output: 'plain.txt:2:two TODO\nplain.txt:4:TODO four\n',
  })
})

test('of a match over several lines the first is told whole', async () => {
  expect(await run(pygrep, { entry: '\\(.*?\\)', args: ['--multiline'] }, ['begin.txt'])).toEqual({
    code: 1,
    output: 'begin.txt:3:(\nend)\n',
  })
})

test('S17 an argument it does not know is named, with those it knows', async () => {
  expect(await run(pygrep, { entry: 'a', args: ['--multi'] })).toMatchObject({
    code: 'git.pygrep.args',
    message: expect.stringContaining('"--multi"'),
    hint: expect.stringContaining('--multiline'),
  })
})

test('S17 an entry that is no pattern is named, with the offset', async () => {
  expect(await run(pygrep, { entry: 'é(' })).toMatchObject({
    code: 'pattern.invalid',
    message: expect.stringMatching(/"é\(" of hook "h".*offset 1/),
  })
})

test('a file that cannot be read is an issue, not a pass', async () => {
  expect(await run(pygrep, { entry: 'a' }, ['gone.txt'])).toMatchObject({
    severity: 'error',
    message: expect.stringContaining('gone.txt'),
  })
})

test.skipIf(process.platform === 'win32')(
  'a name that is not UTF-8 is read, and told in its bytes',
  async () => {
    writeFileSync(diskPath(`${cwd}/\udcff.txt`), 'TODO\n')
    chmodSync(diskPath(`${cwd}/\udcff.txt`), 0o644)
    const result = await run(pygrep, { entry: 'TODO' }, ['\udcff.txt'])
    expect(result).toEqual({ code: 1, output: '\xff.txt:1:TODO\n' })
  },
)

test('fail tells its entry and the names, and fails', async () => {
  expect(await run(fail, { entry: 'no such files' }, ['a', 'b c', '\udcff'])).toEqual({
    code: 1,
    output: 'no such files\n\na\nb c\n\xff\n',
  })
})
