import { describe, expect, test } from 'vitest'
import { analyseBash } from './bash.ts'
import { compileShellPattern, matchCommand } from './shell-pattern.ts'

const match = (content: string, command: string) =>
  matchCommand(compileShellPattern(content), command, analyseBash(command))

describe("B11 git's own options do not hide its subcommand", () => {
  test.for([
    ['git push *', 'git -C . push', true],
    ['git push *', 'git -c a=b push origin', true],
    ['git push *', 'git --no-pager push', true],
    ['git push *', 'git --git-dir=x push', true],
    ['git push *', 'git --git-dir x push', true],
    ['git push *', 'git -P -C a -c b=c --work-tree d push -f', true],
    ['git push *', 'sudo /usr/bin/git -C . push', true],
    ['git push "a b" *', 'git -C . push "a b" c', true],
    ['git -C . push *', 'git -C . push', true],
    ['git -C *', 'git -C . push', true],
    ['git push *', 'git -C push status', false],
    ['git push *', 'git --git-dir push status', false],
    ['git push *', 'git --no-pager log push', false],
    ['git push *', 'git -C', false],
    ['make all *', 'make -C . all', false],
  ] as const)('Bash(%s) on %s: %s', ([content, command, holds]) => {
    expect(match(content, command).holds).toBe(holds)
  })

  test('an allow that does not spell the options out does not cover them', () => {
    expect(match('git status *', 'git -c core.pager=x status')).toMatchObject({ holds: true, whole: false })
  })
})
