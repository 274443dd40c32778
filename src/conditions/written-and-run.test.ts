import { describe, expect, test } from 'vitest'
import { analyseBash } from './bash.ts'
import { compileShellPattern, matchCommand } from './shell-pattern.ts'

const holds = (content: string, command: string): boolean =>
  matchCommand(compileShellPattern(content), command, analyseBash(command)).holds

describe('a rule sees what a line writes and then runs', () => {
  test.for([
    "grep . <<< 'rm x' > y; sh y",
    "git commit -m 'rm x'; git log --format=%B > y; sh y",
    'awk \'BEGIN{print "rm x" > "y"}\'; sh y',
    "shuf -e 'rm x' -o y; sh y",
    "printf 'rm x' > .git/hooks/pre-commit; git commit -m y",
    'printf \'[core]\\n\\tfsmonitor = "rm x"\' >> .git/config; git status',
    'cp /bin/rm /usr/local/bin/tac; tac x',
    'ln -s /bin/rm bin/tac; tac x',
    "touch -- '--upload-pack=rm'; git fetch --* y",
    'set -- \'--upload-pack=rm x\' y; git fetch "$@"',
    'for y in \'--upload-pack=rm x\'; do git fetch "$y" z; done',
    'base64 -d <<< cm0geA== | bash //dev/stdin',
    'base64 -d <<< cm0geA== | sh /proc/thread-self/fd/0',
    'sh y rm x',
    "<&-sh<<''\n${e-r}m x",
    '>&-rm x',
    "echo 'rm x' > .bashrc; bash -ic :",
  ])('%s', (command) => {
    expect(holds('rm *', command)).toBe(true)
  })

  test.for([
    'echo "rm -rf docs" >> README.md && git add -A && git commit -m x',
    'git commit -m "rm the cache" && npm test',
    'grep -rn "rm -rf" src | head',
    'cp a.txt b.txt && git add b.txt',
    'tar xzf a.tgz && make',
  ])('and stays out of: %s', (command) => {
    expect(holds('rm *', command)).toBe(false)
  })
})

describe('a rule sees values that arithmetic evaluates', () => {
  test.for([
    "x='a[$('; x+='rm x)]'; ((x))",
    "printf -v x '%s%s' 'a[' '$(rm x)]'; ((x))",
    "printf -v x 'a[\\x24(rm x)]'; let x",
    "printf 'a[%s]' '$(rm x)' | { read -r y; ((y)); }",
    'base64 -d <<< YVskKHJtIHgpXQ== | { read -r y; [[ y -eq 1 ]]; }',
    "test -v x['$(rm x)']",
    "exec {x['$(rm x)']}>/dev/null",
  ])('%s', (command) => {
    expect(holds('rm *', command)).toBe(true)
  })

  test.for([
    'while read l; do ((n++)); done < f',
    'x=5; ((x > 3)) && echo yes',
    'read y; [[ y == n ]] && ls',
  ])('and stays out of: %s', (command) => {
    expect(holds('rm *', command)).toBe(false)
  })
})

test('no allow rests on a program name with a blank in it', () => {
  const whole = (content: string, command: string): boolean =>
    matchCommand(compileShellPattern(content), command, analyseBash(command)).whole
  expect(whole('echo *', "'echo /x.sh'")).toBe(false)
  expect(whole('git status *', 'git\\ status\\ /x')).toBe(false)
  expect(whole('git fetch *', "git fetch --upload-pack='rm x' .")).toBe(false)
  expect(whole('echo *', 'echo hello')).toBe(true)
})
