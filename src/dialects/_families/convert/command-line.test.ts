import { expect, test } from 'vitest'
import { shellLine, shellLineWith, shellText } from './command-line.ts'

test.for([
  [['./gate.sh', '--a=b'], './gate.sh --a=b'],
  [['A=b', 'x y'], `'A=b' 'x y'`],
  [["it's", ''], `'it'\\''s' ''`],
  [['node', '${X}/a b'], `node '\${X}/a b'`],
] as const)('%j is written so that a shell reads the same words', ([words, line]) => {
  expect(shellLine(words)).toBe(line)
})

test('what the host filled in is left to the shell, in double quotes', () => {
  expect(shellLine(['node', '${DIR}/a b', '${OTHER}'], ['DIR'])).toBe(`node "\${DIR}"'/a b' '\${OTHER}'`)
})

test('folder and variables come before the program', () => {
  const env = { TOKEN: 'x y' }
  expect(shellLineWith(['./a.sh'], { project: '"$DIR"', cwd: '.', env })).toBe(
    `cd "$DIR" && env 'TOKEN=x y' ./a.sh`,
  )
  expect(shellLineWith(['a'], { project: '"$DIR"', cwd: 'my dir' })).toBe(`cd "$DIR"/'my dir' && a`)
  expect(shellLineWith(['a'], { project: '"$DIR"', cwd: '/srv' })).toBe(`cd '/srv' && a`)
})

test('a script for sh is its own text', () => {
  expect(shellText(['sh', '-c', 'exit 2'])).toBe('exit 2')
  expect(shellText(['bash', '-c', 'exit 2'])).toBe(`bash -c 'exit 2'`)
})
