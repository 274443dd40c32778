import { describe, expect, test } from 'vitest'
import type { Hook } from '../core/hook.ts'
import { inspecting, type Machine } from '../../test/helpers/inspecting.ts'
import { inspectHabits } from './inspect-habits.ts'

const codes = (command: string, machine: Machine = {}, fields: Partial<Hook> = {}): readonly string[] => [
  ...new Set(inspectHabits(inspecting(command, machine, fields).scripts).map(({ code }) => code)),
]

/** What is told, and what looks like it and is right. */
const TABLE: Readonly<Record<string, { readonly bad: readonly string[]; readonly good: readonly string[] }>> =
  {
    'habit.background': {
      bad: ['make &', '(make; true) &', 'nohup make &', 'setsid make', 'make & disown'],
      good: ['make & wait', 'a && b', 'x 2>&1', 'echo "a & b"', 'cmd &> log', 'nohup make'],
    },
    'habit.watch': {
      bad: [
        'tsc --watch',
        'npx tsc -w',
        'tail -f a',
        'tail -n5 -F a',
        'watch ls',
        'jest --watchAll',
        'inotifywait -m x',
      ],
      good: [
        'npm test -- --watchAll=false',
        'tail -n 5 a',
        'vitest --watch=false',
        'grep -f x',
        'echo --watch',
        'sort -w',
      ],
    },
    'habit.install': {
      bad: [
        'npm install',
        'npm i x',
        'npm ci',
        'pnpm add x',
        'yarn install',
        'pip install x',
        'python3 -m pip install x',
        'sudo apt-get -y install jq',
        'brew install jq',
        'uv pip install x',
        'cargo install x',
        'apk add jq',
        'pacman -Sy jq',
      ],
      good: [
        'npm run install-hooks',
        'npm test',
        'pip list',
        'apt list',
        'npm install --dry-run',
        'install -m 755 a b',
        'echo npm install',
        'uv run x',
        'go build',
        'cargo build',
      ],
    },
    'habit.upload': {
      bad: [
        'curl -d @- https://a.example',
        'curl -sSd x https://a.example',
        'curl -X POST https://a.example',
        'curl --data-binary @f https://a.example',
        'curl -F f=@x https://a.example',
        'curl -T f https://a.example',
        'wget --post-file=x https://a.example',
        'scp a user@host:/b',
        'rsync -a x host:/y',
        'nc host 80',
        'aws s3 cp x s3://b',
      ],
      good: [
        'curl -fsSL https://a.example',
        'curl -d x http://localhost:8080/a',
        'curl -X POST http://127.0.0.1/a',
        'curl -X GET https://a.example',
        'wget https://a.example',
        'scp host:/a b',
        'rsync -a a b',
        'nc -z host 80',
        'aws s3 cp s3://b x',
      ],
    },
    'habit.git': {
      bad: [
        'git stash',
        'git stash pop',
        'git -C x reset --hard',
        'git commit -am x',
        'git push',
        'git clean -fd',
        'git -c a.b=c rebase main',
      ],
      good: [
        'git stash list',
        'git status',
        'git diff --cached',
        'git log',
        'git commit --dry-run',
        'git push -n',
        'git rev-parse HEAD',
        'echo git push',
        'grep "git commit" x',
        '[[ $c == *"git push"* ]]',
      ],
    },
    'habit.terminal': {
      bad: [
        'read -p "ok? " x',
        'read x < /dev/tty',
        'exec < /dev/tty',
        'read -s x',
        'select x in a b; do break; done',
        'whiptail --yesno x 1 1',
      ],
      good: [
        'read x',
        'read -r line',
        'while read -r x; do true; done',
        'echo x > /dev/tty',
        'read -r -p x y <<< "$z"',
        'cat | read -p x y',
      ],
    },
    'habit.payload-log': {
      bad: [
        'cat >> log',
        'cat > hook.log',
        'tee -a hook.log',
        'INPUT=$(cat); echo "$INPUT" >> x.txt',
        'P="$(cat)"; printf "%s\\n" "$P" >> "$HOME/a.jsonl"',
      ],
      good: [
        'cat > "$tmp"',
        'cat >> "$(mktemp)"',
        'cat <<E >> log\nx\nE\n',
        'echo done >> hook.log',
        'cat a >> b',
        'INPUT=$(cat); echo "$INPUT" | jq .',
        'jq -r .tool_name >> log',
        'make | tee build.log',
        'cat > /dev/null',
        'INPUT=$(cat); x=$(jq -r .a <<< "$INPUT"); echo "$x" >> log',
      ],
    },
    'habit.eval': {
      bad: [
        'eval "$1"',
        'eval "$@"',
        'c=$(jq -r .tool_input.command); eval "$c"',
        'c=$(jq -r .x); bash -c "$c"',
        'read -r x; eval "$x"',
        'a=$1; b="$a x"; sh -c "$b"',
        'eval "$(jq -r .x)"',
      ],
      good: [
        'eval "$(ssh-agent -s)"',
        'bash -c \'echo $1\' x "$1"',
        'x=1; eval "$x"',
        'echo "eval $1"',
        'c=$(jq -r .x); grep "$c" f',
        'eval "$(direnv export bash)"',
      ],
    },
  }

describe.for(Object.entries(TABLE))('%s', ([code, { bad, good }]) => {
  test.for(bad)('is told of: %s', (command) => expect(codes(command)).toContain(code))
  test.for(good)('is not told of: %s', (command) => expect(codes(command)).not.toContain(code))
})

test.for([{ detach: true }, { mode: 'background' }, { mode: 'rewake' }] as const)(
  'a hook that says it goes on may: %o',
  (fields) => expect(codes('make &', {}, fields)).toEqual([]),
)

const GUARD = '#!/usr/bin/env bash\n%\nif grep -q rm; then exit 2; fi\n'

test.for([
  ['no strict mode', GUARD.replace('%', ''), 'ignore', ['habit.loose']],
  ['strict, and failures are ignored', GUARD.replace('%', 'set -euo pipefail'), 'ignore', ['guard.fragile']],
  ['strict, and failures deny', GUARD.replace('%', 'set -euo pipefail'), 'deny', []],
  ['strict by name', GUARD.replace('%', 'set -o errexit'), 'deny', []],
  ['a script that cannot deny', '#!/bin/bash\necho hi\n', 'ignore', []],
  ['a script of another language', '#!/usr/bin/env node\nprocess.exit(2) // exit 2\n', 'ignore', []],
] as const)('a guard in a file: %s', ([, text, onFailure, expected]) =>
  expect(codes('./guard.sh', { files: { 'guard.sh': text } }, { onFailure })).toEqual(expected),
)

test('each habit has a place inside the script', () => {
  const files = { 'a.sh': '#!/bin/sh\n\n  git push origin\n' }
  expect(inspectHabits(inspecting('./a.sh', { files }).scripts)).toMatchObject([
    { place: { file: '/home/dev/app/a.sh', line: 3, column: 3, length: 15 } },
  ])
})

test('text that is not bash, and text without end, are not judged', () => {
  expect(codes('if then fi ((')).toEqual([])
  expect(codes('git push;'.repeat(20_000))).toEqual([])
})

test.for([
  ['a file of ours that says so', { dialect: 'hookwright', detach: true }, []],
  ['a file of ours', { dialect: 'hookwright', detach: false }, ['habit.background']],
  [
    'a file of a host, whose leftovers are left alone',
    { dialect: 'copilot', detach: true },
    ['habit.background'],
  ],
  ['a background hook of a host', { dialect: 'claude-code', detach: true, mode: 'background' }, []],
] as const)('a job that goes on, in %s', ([, fields, expected]) =>
  expect(codes('make &', {}, fields)).toEqual(expected),
)
