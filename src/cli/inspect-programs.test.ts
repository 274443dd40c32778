import { describe, expect, test } from 'vitest'
import { inspecting, shortly, type Machine } from '../../test/helpers/inspecting.ts'
import { inspectPrograms } from './inspect-programs.ts'

const PROGRAMS = ['bash', 'sh', 'env', 'python3', 'node', 'npx', 'npm', 'git', 'cat', 'timeout', 'grep']

function found(command: string, machine: Machine = {}): readonly string[] {
  const { scripts, around } = inspecting(command, { programs: PROGRAMS, ...machine })
  return shortly(inspectPrograms(scripts, around))
}

describe('what a command starts and is not there', () => {
  test.for([
    ['a file for Python', 'python3 scripts/x.py', 'error script.missing scripts/x.py'],
    ['a file for Node', 'node x.mjs', 'error script.missing x.mjs'],
    ['behind options with a value', 'node --import tsx -r ./a x.mjs', 'error script.missing x.mjs'],
    ['a script by its path', './x.sh', 'error script.missing ./x.sh'],
    [
      'in the project folder of a host',
      '"$HOOKWRIGHT_PROJECT_DIR"/hooks/x.sh',
      'error script.missing $HOOKWRIGHT_PROJECT_DIR/hooks/x.sh',
    ],
    ['in the home folder', '~/bin/x', 'error script.missing ~/bin/x'],
    ['behind variables and env', 'A=1 env -i B=2 ./x.sh', 'error script.missing ./x.sh'],
    ['behind a time limit', 'timeout 5 nosuch', 'error program.missing nosuch'],
    ['in a text for bash', "bash -c 'nosuch --x'", 'error program.missing nosuch'],
    ['by a name', 'nosuch | cat', 'error program.missing nosuch'],
    ['in a substitution', 'x=$(nosuch)', 'error program.missing nosuch'],
    ['in a condition', 'if nosuch; then exit 2; fi', 'error program.missing nosuch'],
    ['in a branch', 'if grep x; then nosuch; fi', 'warning program.missing nosuch'],
    ['where its failure denies', 'nosuch || exit 2', 'error program.missing nosuch'],
    ['where its failure is told', 'nosuch || { echo no >&2; exit 1; }', 'error program.missing nosuch'],
    ['a file that is read in', '. lib/common.sh', 'error script.missing lib/common.sh'],
    ['a program of a package', 'npx eslint --fix', 'warning program.fetched eslint'],
    ['one that must not be fetched', 'npx --no eslint', 'error program.missing eslint'],
  ] as const)('%s', ([, command, line]) => expect(found(command)).toEqual([line]))
})

describe('nothing is said about', () => {
  test.for([
    ['what is there', 'python3 scripts/x.py && ./y.sh', { files: { 'scripts/x.py': '', 'y.sh': '' } }],
    ['builtins and keywords', 'set -e; [[ -n $x ]] && echo a; cd /; exit 0', {}],
    ['functions', 'f() { true; }; f', {}],
    [
      'functions of a file that is read in',
      '. ./lib.sh; helper',
      { files: { 'lib.sh': 'helper() { true; }' } },
    ],
    ['names that may come from a file nobody can see', '. "$LIB"; helper', {}],
    ['what the script asks for first', 'command -v jq >/dev/null || exit 0; jq .', {}],
    ['what may fail', 'nosuch || true', {}],
    ['programs of another PATH', 'PATH=/opt/x:$PATH; nosuch', {}],
    ['names known only at run time', '"$TOOL" x; ./$name.sh; $(cat p) y', {}],
    ['paths after a change to a folder nobody knows', 'cd "$DIR" && ./x.sh', {}],
    ['paths in the folder it changes to', 'cd sub && ./x.sh', { files: { 'sub/x.sh': '' } }],
    ['code in the command', "python3 -c 'import x'; node -e '1'; python3 -m x; bash -s", {}],
    ['installed packages', 'npx eslint', { files: { 'node_modules/.bin/eslint': '' } }],
    ['packages that are named with an option', 'npx --package=a b', {}],
    ['text that is data', 'cat <<E\nnosuch\nE\n', {}],
    ['patterns of a case', 'case $x in nosuch) true;; esac', {}],
  ] as const satisfies readonly (readonly [string, string, Machine])[])('%s', ([, command, machine]) =>
    expect(found(command, machine)).toEqual([]),
  )
})

describe('scripts that are there and cannot be started', () => {
  test.for([
    ['not executable', { files: { 'x.sh': '' }, locked: ['x.sh'] }, 'error script.locked ./x.sh'],
    [
      'an interpreter that is not there',
      { files: { 'x.sh': '#!/opt/gone/bin/ruby\n' } },
      'error program.missing x.sh',
    ],
    [
      'an interpreter that env does not find',
      { files: { 'x.sh': '#!/usr/bin/env -S ruby -w\n' } },
      'error program.missing x.sh',
    ],
    [
      'line ends of Windows',
      { files: { 'x.sh': '#!/usr/bin/env bash\r\ntrue\r\n' } },
      'error script.line-ends x.sh',
    ],
  ] as const)('%s', ([, machine, line]) => expect(found('./x.sh', machine)).toEqual([line]))

  test.for([
    ['a program of another format', { files: { 'x.sh': '\u007FELF\0' } }],
    ['a script for the shell without a first line', { files: { 'x.sh': 'true\n' } }],
    ['an interpreter that is there', { files: { 'x.sh': '#!/usr/bin/env bash\ntrue\n' } }],
  ] as const)('%s is right', ([, machine]) => expect(found('./x.sh', machine)).toEqual([]))
})

test('a script of the project is read, and its problems are told at their lines', () => {
  const files = { 'gate.sh': '#!/usr/bin/env bash\nset -e\n  nosuch --x\n' }
  const { scripts, around } = inspecting('./gate.sh', { programs: PROGRAMS, files })
  expect(inspectPrograms(scripts, around)).toMatchObject([
    {
      code: 'program.missing',
      severity: 'warning',
      place: { file: '/home/dev/app/gate.sh', line: 3, column: 3, length: 6 },
    },
  ])
})

test('a problem inside a block of the config is told at its line and column', () => {
  const { scripts, around } = inspecting('set -e\nnosuch --x', { programs: PROGRAMS })
  expect(inspectPrograms(scripts, around)).toMatchObject([{ place: { line: 5, column: 9, length: 6 } }])
})

test.for([
  ['lnit', 'Did you mean "lint"?'],
  ['deploy', 'Add it, or correct the name.'],
] as const)('a script that package.json does not have: %s', ([name, hint]) => {
  const files = { 'package.json': '{"scripts":{"lint":"x"}}' }
  const { scripts, around } = inspecting(`npm run ${name}`, { programs: PROGRAMS, files })
  expect(inspectPrograms(scripts, around)).toMatchObject([
    { code: 'script.missing', severity: 'warning', hint },
  ])
})

test.for(['npm run lint', 'npm run other --if-present', 'npm run --prefix x y', 'npm run "$1"'])(
  'scripts that package.json has, or need not have: %s',
  (command) => expect(found(command, { files: { 'package.json': '{"scripts":{"lint":"x"}}' } })).toEqual([]),
)
