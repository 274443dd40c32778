import { describe, expect, test } from 'vitest'
import { analyseBash } from './bash.ts'
import { compileShellPattern, matchCommand } from './shell-pattern.ts'

const match = (content: string, command: string) =>
  matchCommand(compileShellPattern(content), command, analyseBash(command))

function unquoted(command: string): readonly string[] {
  const analysis = analyseBash(command)
  return analysis.kind === 'commands' ? analysis.commands.map(({ texts }) => texts[1] ?? '') : [analysis.why]
}

describe("Claude Code's own table (2.1.325)", () => {
  test.for([
    ['git *', 'FOO=1 git push', true],
    ['git *', 'npm test && git push', true],
    ['rm *', 'echo $(rm -rf x)', true],
    ['rm *', 'echo $(date)', false],
    ['git push *', 'echo $(date)', true],
    ['ls *', 'ls', true],
    ['ls *', 'ls -la', true],
    ['ls *', 'lsof', false],
    ['ls*', 'lsof', true],
  ] as const)('Bash(%s) on %s: %s', ([content, command, holds]) => {
    expect(match(content, command).holds).toBe(holds)
  })
})

describe('every command in the text is found', () => {
  test.for([
    ['lists', 'a; b && c || d', ['a', 'b', 'c', 'd']],
    ['pipes', 'a | b |& c', ['a', 'b', 'c']],
    ['background', 'a & b &', ['a', 'b']],
    ['newlines', 'a\nb\n\nc', ['a', 'b', 'c']],
    ['CRLF, of which bash takes the CR for a part of the word', 'a\r\nb x\r\n', ['a\r', 'b x\r']],
    ['CR, which is no line end to bash', 'a\rb x', ['a\rb x']],
    ['CR before a comment sign, which is then none', 'a x \r# ; b', ['a x \r#', 'b']],
    ['line continuation', 'git \\\n  push', ['git push']],
    ['subshell and group', '(a; { b; })', ['a', 'b']],
    ['negation and time', '! a; time -p b', ['a', 'b']],
    ['if', 'if a; then b; elif c; then d; else e; fi', ['a', 'b', 'c', 'd', 'e']],
    ['for', 'for i in $(a); do b; done', ['a', 'b']],
    ['while and until', 'while a; do b; done; until c; do d; done', ['a', 'b', 'c', 'd']],
    ['case', 'case $(a) in x) b;; *) c;; esac', ['a', 'b', 'c']],
    ['functions', 'f() { a; }; function g { b; }', ['a', 'b']],
    ['coproc', 'coproc a x', ['a x']],
    ['command substitution', 'x "$(a "$(b)")"', ['x $(a "$(b)")', 'a $(b)', 'b']],
    ['backticks', 'x `a \\`b\\``', ['x `a \\`b\\``', 'a `b`', 'b']],
    ['process substitution', 'x <(a) >(b)', ['x <(a) >(b)', 'a', 'b']],
    ['assignments', 'A=$(a) B=([0]=$(b)) c', ['c', 'a', 'b']],
    ['parameter defaults', 'x "${y:-$(a)}"', ['x ${y:-$(a)}', 'a']],
    ['arithmetic', 'x $((1 + $(a))); (( $(b) ))', ['x $((1 + $(a)))', 'a', 'b']],
    ['tests', '[[ -n $(a) && -f x ]]; [ -n "$(b)" ]', ['a', '[ -n $(b) ]', 'b']],
    ['here-documents that expand', 'cat <<E\n$(a)\nE', ['cat', 'a']],
    ['here-strings', 'cat <<< "$(a)"', ['cat', 'a']],
    ['redirection targets', 'cat > "$(a)"', ['cat', 'a']],
    ['comments are no commands', 'a # b\n# c', ['a']],
    ['quoted here-documents are no commands', "cat <<'E'\n$(a)\nE", ['cat']],
    ['single quotes are no commands', "echo '$(a)'", ['echo $(a)']],
  ] as const)('%s', ([, command, expected]) => {
    expect(unquoted(command)).toEqual(expected)
  })
})

describe('B01 quoting and escapes do not hide a name', () => {
  test.for([
    "r'm' -rf x",
    '"rm" -rf x',
    'r\\m -rf x',
    "$'\\x72m' -rf x",
    'rm$IFS-rf$IFS/',
    'rm${IFS}-rf x',
    "''rm x",
    'r""m x',
  ])('Bash(rm *) holds on %s', (command) => expect(match('rm *', command).holds).toBe(true))

  test.for(["r'n' x", 'r\\n x', '"rmdir" x'])('Bash(rm *) does not hold on %s', (command) =>
    expect(match('rm *', command).holds).toBe(false),
  )
})

describe('B02 and B03: a name assembled at run time may be any name it fits', () => {
  test.for([
    'r$(true)m -rf /',
    'r${e}m -rf /',
    '{rm,-rf,/}',
    '${x:=rm} -rf /',
    'X=rm; $X -rf /',
    '$(echo rm) -rf /',
    '`echo rm` x',
    'eval "$s"',
    '/bin/r? x',
    '/bin/r[m] x',
    '"$X" -rf /',
    // A substitution without quotes becomes several words, and the first of them is run.
    '$(npm bin)/eslint .',
    '$(echo rm x)/y',
    'X=" "; rm${X}x',
    'r${IFS:+m} x',
    'IFS=; r${IFS}m x',
    'q/* x',
    '/usr/bin/r*m x',
    '/usr/bin/R* x',
    // What an expansion holds may be the folder, and without quotes the end of the word.
    '"b$X" x',
    'g${e}t x',
  ])('Bash(rm *) holds on %s', (command) => expect(match('rm *', command).holds).toBe(true))

  test.for([
    '"$HOME/bin/tool" x',
    '"g${e}t" status',
    'g?t status',
    'echo $X',
    'cp a.{js,ts} b',
    'FOO=$BAR ls',
  ])('Bash(rm *) does not hold on %s', (command) => expect(match('rm *', command).holds).toBe(false))

  test('braces in the arguments are expanded', () => {
    expect(match('git push *', 'git {push,--force}').holds).toBe(true)
    expect(match('git push *', 'git {status,-s}').holds).toBe(false)
  })
})

describe('B04 wrappers are looked through', () => {
  test.for([
    'timeout 5 rm x',
    'timeout -s KILL 5 rm x',
    'timeout --signal KILL 5 rm x',
    'timeout --foreground 5 rm x',
    'timeout -k 5s 10s rm x',
    'time rm x',
    'nice rm x',
    'nice -n 19 rm x',
    'nice -19 rm x',
    'nohup rm x &',
    'stdbuf -oL rm x',
    'stdbuf -o L rm x',
    'command rm x',
    'builtin command rm x',
    'noglob rm x',
    'ls | xargs rm',
    'ls | xargs -0 -n 1 rm -f',
    'sudo rm x',
    'sudo -u root -- rm x',
    'doas rm x',
    'env rm x',
    'env -i A=1 rm x',
    'env -u HOME rm x',
    "env -S'rm x'",
    'exec rm x',
    'setsid rm x',
    'flock /tmp/l rm x',
    'busybox rm x',
    'sudo nice -n 5 timeout 3 rm x',
    'find . -name x -exec rm {} \\;',
    '/bin/rm x',
    'sudo /usr/bin/rm x',
  ])('Bash(rm *) holds on %s', (command) => expect(match('rm *', command).holds).toBe(true))

  test.for([
    'command -v rm',
    'timeout 5 ls rm',
    'sudo grep rm x',
    'xargs -0 grep rm',
    'nice -n 19 ls',
    'find . -name rm',
    'env',
    'sudo -u root ls',
    'man rm',
    'which rm',
  ])('Bash(rm *) does not hold on %s', (command) => expect(match('rm *', command).holds).toBe(false))

  test('the wrapper itself can still be named', () => {
    expect(match('sudo *', 'sudo rm x').holds).toBe(true)
    expect(match('timeout 5 rm *', 'timeout 5 rm x').holds).toBe(true)
  })
})

describe('B08 leading noise and B09 chaining', () => {
  test.for([
    'FOO=1 rm x',
    'LC_ALL=C FOO="a b" rm x',
    '! rm x',
    '{ rm x; }',
    '( rm x )',
    'if true; then rm x; fi',
    'coproc rm x',
    '>log rm x',
    'a; rm x',
    'a && rm x',
    'a || rm x',
    'a | rm x',
    'a & rm x',
    'a\nrm x',
    'a\r\nrm x\r\n',
    'a \\\n; rm \\\n x',
    'a # comment\nrm x',
    'echo "# not a comment" ; rm x',
  ])('Bash(rm *) holds on %j', (command) => expect(match('rm *', command).holds).toBe(true))
})

describe('B18 data that looks like a command', () => {
  test.for([
    ['rm *', 'grep "rm -rf" file'],
    ['rm *', 'git commit -m "rm -rf x; rm y"'],
    ['rm *', "git commit -m 'a && rm x'"],
    ['rm *', 'echo rm -rf x'],
    ['rm *', 'echo "a\nrm x"'],
    ['rm *', "cat <<'E'\nrm -rf x\nE"],
    ['rm *', 'cat <<E\nrm -rf x\nE'],
    ['rm *', '# rm x'],
    ['rm *', 'hookwright explain "rm -rf x"'],
    ['rm *', 'npm run rm'],
    ['git push *', "echo '$(git push)' 'git push'"],
    ['git push *', 'git pushd x'],
    ['git push *', 'echo $((1 + 2)) \\$HOME'],
  ] as const)('Bash(%s) does not hold on %j', ([content, command]) =>
    expect(match(content, command).holds).toBe(false),
  )
})

describe('unknown text', () => {
  test.for([
    ['git push *', 'echo `date`', true],
    ['git push *', 'echo $HOME', true],
    ['git push *', 'echo "${X}"', true],
    ['git push *', 'cat <<E\n$X\nE', true],
    ['git push', 'echo $HOME', true],
    ['* --force', 'echo $HOME', true],
    ['git push *', 'ls -la', false],
    ['git *', 'echo $HOME', false],
    ['git:*', 'echo $HOME', false],
    ['git', 'echo $HOME', false],
    ['git*', 'echo $HOME', false],
  ] as const)('Bash(%s) on %j: %s', ([content, command, holds]) => {
    expect(match(content, command).holds).toBe(holds)
  })

  test.for([
    ['an open quote', 'echo "x', 'it is not valid bash'],
    ['an open block', 'if true; then x', 'it is not valid bash'],
    ['an error inside a substitution', 'echo $(if x)', 'it is not valid bash'],
    ['an error inside a carried script', "bash -c 'echo \"x'", 'it is not valid bash'],
    ['more than 64 KB', 'a'.repeat(65_537), 'longer than 64 KB'],
    ['more than 1,000 here-documents', 'a <<E\nE\n'.repeat(1_001), 'too many here-documents'],
    ['wrappers without end', `${'nice '.repeat(100)}ls`, 'too many wrappers'],
    [
      'some wrappers with very many words',
      `${'nice '.repeat(10)}ls${' a'.repeat(30_000)}`,
      'too many wrappers',
    ],
  ] as const)('%s holds, and says why', ([, command, why]) => {
    const result = match('zz *', command)
    expect(result.holds).toBe(true)
    expect(result.why).toContain(why)
    expect(result.why).toContain('runs to be safe')
  })
})

describe('patterns meet the text as written and as unquoted words', () => {
  test.for([
    ['git commit -m "wip" *', 'git commit -m "wip" x', true],
    ['git commit -m wip *', 'git commit -m "wip" x', true],
    ['git push origin main', 'git  push\torigin main', true],
    ['git push origin main', 'git push origin main > log 2>&1', true],
    ['git push > log', 'git push > log', true],
    ['curl * | sh', 'curl -s x | sh', true],
    ['curl * | sh', 'curl -s x | sha256sum', false],
    ['git * main', 'git status && echo main', false],
  ] as const)('Bash(%s) on %j: %s', ([content, command, holds]) => {
    expect(match(content, command).holds).toBe(holds)
  })
})

describe('whole: an allow may rest on it', () => {
  test.for([
    ['git status *', 'git status', true],
    ['git *', 'git status -s && git log', true],
    ['git *', "(git log 'a b')", true],
    ['git *', 'git status && rm x', false],
    ['git *', 'git status > ~/.bashrc', false],
    ['git *', '{ git status; } > ~/.bashrc', false],
    ['git *', 'GIT_SSH_COMMAND=x git fetch', false],
    ['git *', 'git log $X', false],
    ['git *', 'git log $(git status)', false],
    ['git *', './git status', false],
    ['git *', 'sudo git status', false],
    ['git *', 'git() { git x; }; git status', false],
    ['git *', 'git "unclosed', false],
  ] as const)('Bash(%s) on %j: %s', ([content, command, whole]) => {
    expect(match(content, command)).toMatchObject({ holds: true, whole })
  })
})

test('the reason counts parts and quotes nothing of the command', () => {
  expect(match('git *', 'npm test && git push').why).toBe('part 2 of 2 of the command matches')
  expect(match('git *', 'git push secret').why).toBe('the command matches')
})
