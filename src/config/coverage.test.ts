import { describe, expect, test } from 'vitest'
import { hook } from '../../test/helpers/builders.ts'
import { memoryFiles } from '../../test/helpers/memory-files.ts'
import type { HandlerSpec, ShellName } from '../core/hook.ts'
import { namesInFile } from '../covers/follow.ts'
import { digestHook } from './digest.ts'
import { claudeCode } from '../dialects/claude-code/index.ts'
import { withNames } from './with-names.ts'

const project = { dir: '/p', written: '/p' }
const source = { file: '/p/hookwright.yaml', pointer: [], scope: 'project' } as const

/** Paths of the files that an approval of this handler covers. */
async function covered(
  handler: HandlerSpec,
  content: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const files = Object.fromEntries(Object.entries(content).map(([name, text]) => [`/p/${name}`, text]))
  const [ours = hook()] = await withNames([hook({ handler, source })], claudeCode)
  const digest = digestHook(ours, {
    project,
    files: memoryFiles(files),
    follow: (_key, part, { bytes, variables }) => namesInFile(part, bytes, variables),
  })
  return digest.scripts.map(({ path }) => path)
}

type Env = Readonly<Record<string, string>>

function script(text: string, env?: Env, shell: ShellName = 'bash'): HandlerSpec {
  const start = { kind: 'script', shell, source: text, args: [] } as const
  return { type: 'command', start, cwd: '.', ...(env && { env }) }
}

function argv(words: readonly string[], env?: Env): HandlerSpec {
  return { type: 'command', start: { kind: 'argv', words }, cwd: '.', ...(env && { env }) }
}

const PACKAGE = JSON.stringify({
  main: 'lib/main.cjs',
  scripts: { pretest: 'node ./pre.mjs', test: "bash 'scripts/run tests.sh' && lint src", all: 'npm test' },
})

/** Shell text, and the files of a project that decide what it does. */
const BASH: readonly (readonly [text: string, ...files: readonly string[]])[] = [
  ['./ok.sh; a=">";./evil.sh;b=">"', 'ok.sh', 'evil.sh'],
  ["./ok.sh; a='>' ./evil.sh", 'evil.sh'],
  ['cat \\> ./evil.sh', 'evil.sh'],
  ['x=1 # a > b\n./evil.sh', 'evil.sh'],
  ['"./my hooks/evil.sh"', 'my hooks/evil.sh'],
  ["'./a(b)/evil.sh'", 'a(b)/evil.sh'],
  ['"./a=b/evil.sh"', 'a=b/evil.sh'],
  ['./a,b/evil.sh', 'a,b/evil.sh'],
  ['./my\\ hooks/evil.sh', 'my hooks/evil.sh'],
  ["./ev''il.sh", 'evil.sh'],
  ['./e"v"i\'l\'.sh', 'evil.sh'],
  ["$'./e\\x76il.sh'", 'evil.sh'],
  ['./ev\\\nil.sh', 'evil.sh'],
  ['./{ok,evil}.sh', 'ok.sh', 'evil.sh'],
  ['awk -fx.awk', 'x.awk'],
  ['awk -f "my x.awk"', 'my x.awk'],
  ['make -fx.mk', 'x.mk'],
  ['make -sfx.mk', 'x.mk'],
  ['python3 -mguard', 'guard.py'],
  ['perl -I./lib guard.pl', 'lib/Guard.pm', 'guard.pl'],
  ['perl -Ilib -MGuard -e1', 'lib/Guard.pm'],
  ['tool --config=x.json', 'x.json'],
  ['tool -cx.json', 'x.json'],
  ["tool --config='my x.json'", 'my x.json'],
  ['node ./dir', 'dir/index.js'],
  ['node ./pkg', 'pkg/package.json', 'pkg/lib/main.cjs'],
  ['node .', 'index.js'],
  ['node ./x', 'x.js'],
  ['node ./my.guard', 'my.guard.js'],
  ['node --require ./pre ./x.js', 'pre.cjs', 'x.js'],
  ['python3 dir', 'dir/__main__.py'],
  ['python3 -m pkg', 'pkg/__init__.py', 'pkg/__main__.py'],
  ['python3 -Im pkg.sub', 'pkg/sub.py', 'pkg/__init__.py'],
  ['PYTHONPATH=./lib python3 -m guard', 'lib/guard.py'],
  ['make', 'Makefile'],
  ['make check', 'GNUmakefile'],
  ['make -C sub check', 'sub/makefile'],
  ['timeout 5 make', 'Makefile'],
  ['just check', 'justfile'],
  ['npm test', 'package.json', 'pre.mjs', 'scripts/run tests.sh', 'node_modules/.bin/lint'],
  ['npm run all', 'package.json', 'scripts/run tests.sh'],
  ['npm --prefix sub test', 'sub/package.json', 'sub/scripts/run tests.sh'],
  ['yarn test', 'package.json', 'scripts/run tests.sh', '.yarnrc.yml'],
  ['pnpm run test', 'package.json', 'scripts/run tests.sh'],
  ['npx lint .', 'node_modules/.bin/lint'],
  ['deno task guard', 'deno.json', 'tasks/guard.ts'],
  ['cargo run', 'Cargo.toml', 'src/main.rs'],
  ['go run ./cmd', 'cmd/main.go', 'go.mod'],
  ['cd sub && ./x', 'sub/x'],
  ['cd "my dir" && ./x', 'my dir/x'],
  ['cd sub; cd deep; ./x', 'sub/deep/x'],
  ['pushd sub >/dev/null; ./x', 'sub/x'],
  ['(cd sub; sh x)', 'sub/x'],
  ['$PWD/x', 'x'],
  ['"${PWD}"/x', 'x'],
  ['$(pwd)/x', 'x'],
  ['`pwd`/x', 'x'],
  ['"$(git rev-parse --show-toplevel)/x"', 'x'],
  ['$(dirname "$0")/x', 'x'],
  ['"$(cd "$(dirname "$0")" && pwd)"/x', 'x'],
  ['"${CLAUDE_PROJECT_DIR:-.}"/x', 'x'],
  ['ROOT=$(git rev-parse --show-toplevel); "$ROOT/sub/x"', 'sub/x'],
  ['D=sub; N=x; "$D/$N"', 'sub/x'],
  ['bash <<EOF\n./evil.sh\nEOF', 'evil.sh'],
  ["bash <<'EOF'\n'./my hooks/evil.sh'\nEOF", 'my hooks/evil.sh'],
  ['cat <<EOF\n$(./evil.sh)\nEOF', 'evil.sh'],
  ['bash -c \'./ev""il.sh\'', 'evil.sh'],
  ['bash -c \'bash -c "./evil.sh"\'', 'evil.sh'],
  ["eval './ev''il.sh'", 'evil.sh'],
  ["eval 'cd sub;' ./x", 'sub/x'],
  ['echo "$(./evil.sh)"', 'evil.sh'],
  ['diff <(./evil.sh) <(./ok.sh)', 'evil.sh', 'ok.sh'],
  ['a=(./ok.sh "./my hooks/evil.sh"); "${a[1]}"', 'ok.sh', 'my hooks/evil.sh'],
  ['for s in ./ok.sh ./evil.sh; do $s; done', 'ok.sh', 'evil.sh'],
  ['for s in ok evil; do "./$s.sh"; done', 'ok.sh', 'evil.sh'],
  ['for s in ./hooks/*.sh; do bash "$s"; done', 'hooks/a.sh', 'hooks/b.sh'],
  ['./hooks/*.sh', 'hooks/a.sh'],
  ['source ./lib.sh', 'lib.sh'],
  ['. ./lib.sh', 'lib.sh'],
  ['. lib.sh', 'lib.sh'],
  ['case $1 in a) ./evil.sh;; *) ./ok.sh;; esac', 'evil.sh', 'ok.sh'],
  ['if ./ok.sh; then ./evil.sh; fi', 'ok.sh', 'evil.sh'],
  ['f() { ./evil.sh; }; f', 'evil.sh'],
  ['while ! ./evil.sh; do :; done', 'evil.sh'],
  ['jq . < rules.json', 'rules.json'],
  ['trap ./evil.sh EXIT', 'evil.sh'],
  ['find . -name x -exec ./evil.sh {} +', 'evil.sh'],
  ['xargs -n1 ./evil.sh', 'evil.sh'],
  ['export PATH="./bin:$PATH"; guard', 'bin/guard'],
  ['BASH_ENV=./env.sh bash -c true', 'env.sh'],
  ['NODE_OPTIONS="--require ./pre.cjs" node x.js', 'pre.cjs'],
  ['[[ -x ./x ]] && ./x', 'x'],
  ['coproc ./evil.sh', 'evil.sh'],
  ["git -c alias.x='!./evil.sh' x", 'evil.sh'],
  ['CLAUDE_PROJECT_DIR=sub; $CLAUDE_PROJECT_DIR/evil.sh', 'sub/evil.sh'],
  ['cat evil.sh | sh', 'evil.sh'],
  ['eval "$(cat evil.sh)"', 'evil.sh'],
  ['echo ./evil.sh | bash', 'evil.sh'],
  ['{ echo ./evil.sh; } | xargs -I{} {}', 'evil.sh'],
  ['$(echo ./evil.sh)', 'evil.sh'],
  ['bash <(printf %s ./evil.sh)', 'evil.sh'],
  ['echo x < rules.json', 'rules.json'],
  [': "${X:=./evil.sh}"; $X', 'evil.sh'],
  ['printf -v p ./evil.sh; $p', 'evil.sh'],
  ["test -v 'x[$(./evil.sh)]'", 'evil.sh'],
  ["[[ 'x[$(./evil.sh)]' -eq 0 ]]", 'evil.sh'],
  ['[ -n "$(./evil.sh)" ]', 'evil.sh'],
  ['echo() { bash "$1"; }; echo ./evil.sh', 'evil.sh'],
  ['true() { "$1"; }; export -f true; bash -c "true ./evil.sh"', 'evil.sh'],
  ['eval \'ec""ho() { bash "$1"; }\'; echo ./evil.sh', 'evil.sh'],
  ['shopt -s expand_aliases\nalias echo=bash\necho ./evil.sh', 'evil.sh'],
  ['enable -n echo; PATH=$X; echo ./evil.sh', 'evil.sh'],
  ['f() { echo ./evil.sh; }; f | bash', 'evil.sh'],
  ['node --import ./pre.mjs x.js', 'pre.mjs', 'x.js'],
  ['node --import=./pre.mjs x.js', 'pre.mjs'],
  ['node --loader ./hooks.mjs x.js', 'hooks.mjs'],
  ['node --env-file=.env --env-file-if-exists .env.local x.js', '.env', '.env.local'],
  ['node --test test/a.test.js', 'test/a.test.js'],
  ["node --test 'test/*.js'", 'test/a.js', 'test/b.js'],
  ['node --run test', 'package.json', 'scripts/run tests.sh'],
  ["npx -c './evil.sh --fast'", 'evil.sh'],
  ["npm exec -c 'cd sub && ./x'", 'sub/x'],
  ['npm exec --call=\'./ev""il.sh\'', 'evil.sh'],
  ['./node_modules/.bin/lint src', 'node_modules/.bin/lint'],
  [`node -e 'require("./x")'`, 'x/index.js'],
  [`node -e 'require("./pkg")'`, 'pkg/package.json', 'pkg/lib/main.cjs'],
  [`node -p "require('./x').y"`, 'x.cjs'],
  [`node --input-type=module -e 'import y from "./my x.mjs"'`, 'my x.mjs'],
  [`node --eval='import("./x.mjs")'`, 'x.mjs'],
  [`node -e 'require("child_process").execSync("sh sub/x.sh -q")'`, 'sub/x.sh'],
  [`node - <<'EOF'\nrequire("./x")\nEOF`, 'x/index.js'],
  [`deno eval 'await import("./x.ts")'`, 'x.ts'],
  [`python3 -c 'exec(open("sub/x.py").read())'`, 'sub/x.py'],
  [`python3 -c 'import os; os.system("./evil.sh -q")'`, 'evil.sh'],
  [`perl -e 'do "./x.pl"'`, 'x.pl'],
  [`perl -e'system "./evil.sh -q"'`, 'evil.sh'],
  [`ruby -e 'load "x.rb"'`, 'x.rb'],
  [`awk '{ system("./evil.sh " $1) }' rules.txt`, 'evil.sh', 'rules.txt'],
  [`awk '{ print | "sh ./evil.sh" }'`, 'evil.sh'],
]

const ARGV: readonly (readonly [words: readonly string[], env: Env | undefined, ...files: string[]])[] = [
  [['./my hooks/evil.sh'], undefined, 'my hooks/evil.sh'],
  [['./a(b)/evil.sh'], undefined, 'a(b)/evil.sh'],
  [['bash', '-c', 'a=">";./evil.sh;b=">"'], undefined, 'evil.sh'],
  [['guard'], { PATH: './bin:$PATH' }, 'bin/guard'],
  [['guard'], { PATH: '$CLAUDE_PROJECT_DIR/bin' }, 'bin/guard'],
  [['node', 'x.js'], { NODE_OPTIONS: '--require ./pre.cjs' }, 'pre.cjs'],
  [['node', 'x.js'], { NODE_OPTIONS: '--require=./pre.cjs' }, 'pre.cjs'],
  [['bash', './ok.sh'], { BASH_ENV: './env.sh' }, 'env.sh'],
  [['python3', '-m', 'guard'], { PYTHONPATH: 'lib:other' }, 'lib/guard.py'],
  [['node', 'x.js'], { NODE_PATH: './mods' }, 'mods/m.js'],
  [['true'], { LD_PRELOAD: './evil.so' }, 'evil.so'],
  [['npm', 'test'], undefined, 'package.json', 'scripts/run tests.sh'],
  [['make', '-fx.mk'], undefined, 'x.mk'],
  [['env', '-C', 'sub', './x'], undefined, 'sub/x'],
]

const CONTENT: Readonly<Record<string, string>> = {
  'package.json': PACKAGE,
  'sub/package.json': PACKAGE,
  'pkg/package.json': PACKAGE,
  'deno.json': '{ "tasks": { "guard": "deno run tasks/guard.ts" } }',
}

/** Every file of the row, and one that nothing names. */
function around(files: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries([...files, 'unnamed.sh'].map((name) => [name, CONTENT[name] ?? 'content']))
}

describe('S04 the files that decide what shell text does are covered', () => {
  test.for(BASH)('%s', async ([text, ...files]) => {
    const found = await covered(script(text), around(files))
    expect(found).toEqual(expect.arrayContaining([...files]))
    expect(found).not.toContain('unnamed.sh')
  })
})

describe('S04 the files that decide what a program does are covered', () => {
  test.for(ARGV)('%j with %j', async ([words, env, ...files]) => {
    const found = await covered(argv(words, env), around(files))
    expect(found).toEqual(expect.arrayContaining([...files]))
    expect(found).not.toContain('unnamed.sh')
  })
})

describe('what a command writes to is not a part of it', () => {
  test.for([
    'echo x > log.txt',
    'echo x >>log.txt',
    './ok.sh &> "log.txt"',
    './ok.sh 2>log.txt',
    './ok.sh >| log.txt',
    '{ ./ok.sh; } >> ./log.txt',
    'bash -c "./ok.sh > log.txt"',
    'cd sub && ./x > ../log.txt',
  ])('%s', async (text) => {
    expect(await covered(script(text), around(['ok.sh', 'log.txt']))).not.toContain('log.txt')
  })
})

describe('words that are only printed or tested are not a part of the command', () => {
  test.for([
    'echo README.md',
    'echo "see README.md"',
    "printf '%s' README.md >&2",
    'test -f README.md && ./ok.sh',
    '[ -e README.md ] || exit 0',
    '[[ -f README.md ]] && ./ok.sh',
    ': README.md; true README.md; false README.md',
    'if [ README.md -nt ok.sh ]; then echo README.md make npm; fi',
    'bash -c "echo README.md"',
    './ok.sh | { cat; echo README.md; }',
    'echo README.md >> log.txt',
  ])('%s', async (text) => {
    expect(await covered(script(text), around(['ok.sh', 'README.md', 'Makefile']))).not.toContain('README.md')
  })

  test('nor without a shell, unless the hook has a PATH of its own', async () => {
    const files = around(['README.md', 'bin/echo'])
    expect(await covered(argv(['echo', 'README.md']), files)).toEqual([])
    expect(await covered(argv(['echo', 'README.md'], { PATH: './bin' }), files)).toEqual([
      'README.md',
      'bin/echo',
    ])
  })
})

describe('text that is not bash is cut into words', () => {
  test.for<[ShellName, string, string]>([
    ['pwsh', '$a=">";./evil.ps1;$b=">"', 'evil.ps1'],
    ['pwsh', '& "./my hooks/evil.ps1"', 'my hooks/evil.ps1'],
    ['pwsh', '& "$env:CLAUDE_PROJECT_DIR/evil.ps1"', 'evil.ps1'],
    ['cmd', 'call evil.cmd > log.txt', 'evil.cmd'],
    ['cmd', 'call hooks\\evil.cmd', 'hooks/evil.cmd'],
    ['bash', './evil.sh; if then', 'evil.sh'],
    ['bash', 'if then; a=">";./evil.sh;b=">"', 'evil.sh'],
  ])('%s: %s', async ([shell, text, file]) => {
    expect(await covered(script(text, undefined, shell), around([file]))).toContain(file)
  })

  test('a log of PowerShell is not a part of it', async () =>
    expect(
      await covered(script('./ok.ps1 > log.txt', undefined, 'pwsh'), around(['ok.ps1', 'log.txt'])),
    ).toEqual(['ok.ps1']))
})
