import { describe, expect, test } from 'vitest'
import { analyseBash } from './bash.ts'
import { compileShellPattern, matchCommand } from './shell-pattern.ts'

const match = (content: string, command: string) =>
  matchCommand(compileShellPattern(content), command, analyseBash(command))

describe('B05 shell text inside an argument is read', () => {
  test.for([
    "bash -c 'rm -rf x'",
    'bash -lc "cd x && rm y"',
    "sh -c 'echo $(rm x)'",
    'eval rm x',
    'eval "rm x"',
    "su -c 'rm x' root",
    "trap 'rm x' EXIT",
    'bash <<E\nrm x\nE',
    "bash <<'E'\nrm x\nE",
    'sh <<< "rm x"',
    'ls | xargs sh -c "rm x"',
    'sudo bash -c "bash -c \'rm x\'"',
  ])('Bash(rm *) holds on %s', (command) => expect(match('rm *', command).holds).toBe(true))

  test.for(["bash -c 'echo rm'", 'cat <<E\nrm x\nE', 'bash script.sh rm', 'eval echo rm'])(
    'Bash(rm *) does not hold on %s',
    (command) => expect(match('rm *', command).holds).toBe(false),
  )
})
