import { describe, expect, test } from 'vitest'
import type { Carried } from '../carried.ts'
import type { Program } from '../line.ts'
import { carriedBy } from './index.ts'
import { knownWord } from './words.ts'

/** Takes single quotes apart, nothing else. */
function program(line: string, more: Partial<Program> = {}): Program {
  const words = (line.match(/(?:[^\s']|'[^']*')+/g) ?? []).map((word) => knownWord(word.replaceAll("'", '')))
  const folder = { kind: 'known', path: '.' } as const
  const name = words[0]?.text ?? ''
  return {
    id: 0,
    name,
    words,
    variables: [],
    redirections: [],
    folder,
    input: { from: 'line' },
    certain: true,
    ...more,
  }
}

function shown(carried: Carried): string {
  if (carried.kind === 'words') return carried.words.map(({ text }) => text).join(' ')
  if (carried.kind === 'text') return `${carried.language}: ${carried.text.text}`
  return carried.kind === 'call' ? `${carried.name}()` : carried.unanalysable.code
}

function carriedOf(...lines: readonly string[]): readonly string[] {
  const programs = lines.map((line, id) =>
    program(line, { id, input: id === 0 ? { from: 'line' } : { from: 'pipe', programs: [id - 1] } }),
  )
  return carriedBy(programs.at(-1) as Program, { programs, read: () => undefined }).map(shown)
}

describe('a program runs in turn', () => {
  test.for([
    ['sudo -u root rm x', ['rm x']],
    ['ld-linux-x86-64.so.2 --library-path /l /bin/rm x', ['/bin/rm x']],
    ['sudo -Hu root rm x', ['rm x']],
    ['sudo -s rm x', ['sh -c rm x']],
    ['env -i A=b rm x', ['rm x']],
    ["env -S'rm x' y", ['bash: rm x y']],
    ['timeout -k 3 5 rm x', ['rm x']],
    ['nice -n 19 rm x', ['rm x']],
    ["flock /tmp/l -c 'rm x'", ['bash: rm x']],
    ['flock -w 3 /tmp/l rm x', ['rm x']],
    ['taskset -c 0,1 rm x', ['rm x']],
    ['bwrap --ro-bind / / --dev /dev rm x', ['rm x']],
    ['busybox rm x', ['rm x']],
    ["script -qc 'rm x' /dev/null", ['bash: rm x']],
    ['npx -y rimraf@5 dist', ['rimraf dist']],
    ['watch -n 1 rm x', ['bash: rm x']],
    ["sh -c 'rm x' a b", ['bash: rm x']],
    ["bash -lc 'rm x'", ['bash: rm x']],
    ["su root -c 'rm x'", ['bash: rm x']],
    ['find . -name y -exec rm {} ;', ['rm $FOUND']],
    ['xargs -n 1 rm -f', ['rm -f $INPUT']],
    ['xargs -I {} sh -c rm\\ {}', ['sh -c rm\\ $INPUT']],
    ['parallel rm ::: a', ['bash: rm a']],
    ['command -v rm', []],
    ['sudo -l', []],
    ['echo rm x', []],
    ['bash script.sh', ['unseen-script']],
  ] as const)('%s', ([line, expected]) => {
    expect(carriedOf(line)).toEqual(expected)
  })

  test.for([
    [['echo rm x', 'sh'], ['bash: rm x\n']],
    [['printf %s\\n a b', 'xargs rm'], ['rm a b']],
    [['curl http://x', 'sh'], ['downloaded']],
    [['echo rm x', 'tee log', 'bash'], ['bash: rm x\n']],
  ] as const)('%s', ([lines, expected]) => {
    expect(carriedOf(...lines)).toEqual(expected)
  })
})
