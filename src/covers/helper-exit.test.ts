import { expect, test } from 'vitest'
import { helperExit } from './helper-exit.ts'

test.for([
  ['the last command', 'cat\ngrep -q secret "$f"', false, { program: 'grep', line: 2 }],
  ['the left of a final &&', 'grep -q x file && exit 2', false, { program: 'grep', line: 1 }],
  ['the end of a final pipe', 'cat | grep x', false, { program: 'grep', line: 1 }],
  ['a command by its path', '/usr/bin/grep x y', false, { program: '/usr/bin/grep', line: 1 }],
  [
    'a command alone where the first failure ends the script',
    'grep x y\nexit 0',
    true,
    { program: 'grep', line: 1 },
  ],
  ['the same by set -e', 'set -euo pipefail\njq . f >/dev/null\nexit 0', false, { program: 'jq', line: 2 }],
  ['a command alone in a script that goes on', 'grep x y\nexit 0', false, undefined],
  ['a condition', 'if grep -q x y; then exit 2; fi\nexit 0', true, undefined],
  ['a caught failure', 'grep -q x y || exit 0', true, undefined],
  ['a negation', '! grep -q x y', true, undefined],
  ['another program', 'node guard.mjs', true, undefined],
  ['a script that cannot be parsed', 'if grep x y', true, undefined],
  ['an empty script', '', true, undefined],
] as const)('%s', ([, text, failFast, expected]) => expect(helperExit(text, { failFast })).toEqual(expected))
