import { describe, expect, test } from 'vitest'
import { digestOf, told } from '../../test/helpers/digest-of.ts'

describe('S04 a file that is large or cannot be read never passes for an unchanged one', () => {
  const large = (last: number): Uint8Array => new Uint8Array(17 * 1_048_576).fill(last, -1)

  test('all bytes of a large script count', async () => {
    const before = await digestOf('./g.sh', { 'g.sh': large(1) })
    expect((await digestOf('./g.sh', { 'g.sh': large(1) })).digest).toBe(before.digest)
    expect((await digestOf('./g.sh', { 'g.sh': large(2) })).digest).not.toBe(before.digest)
    expect(told(before)).toEqual([])
  })

  test('all bytes of a large pinned file count', async () => {
    const pins = { pins: ['lib/**'] }
    const [before, after] = await Promise.all(
      [1, 2].map((last) => digestOf('./g.sh', { 'g.sh': '', 'lib/x': large(last) }, pins)),
    )
    expect(after?.digest).not.toBe(before?.digest)
  })

  test.for(['denied', 'special'] as const)('one that is %s has no approval that holds', async (problem) => {
    const content = { 'g.sh': { problem, detail: '' } }
    const digest = await digestOf('./g.sh', content)
    expect((await digestOf('./g.sh', content)).digest).not.toBe(digest.digest)
    expect(told(digest)).toEqual(['unread: g.sh'])
  })
})

describe('S04 a name that only a run can tell is told, wherever the command has it', () => {
  test.for<[string, string]>([
    ['bash -o pipefail "$GUARD"', '$GUARD'],
    ['bash -eo pipefail "hooks/$(uname).sh"', '$(uname)'],
    ['node -r ./ok.cjs "hooks/$(uname).cjs"', '$(uname)'],
    ['python3 -W ignore "hooks/$(uname).py"', '$(uname)'],
    ['make -s -C sub -f "$(uname).mk"', '$(uname)'],
    ['make all -f "$(uname).mk"', '$(uname)'],
    ['awk -v a=1 -f "hooks/$(uname).awk"', '$(uname)'],
    ['prlimit --nofile=9 "hooks/$(uname).sh"', '$(uname)'],
    ['prlimit --nofile=9 hooks/*.sh', 'hooks/*.sh'],
    ['npm run "$(uname)"', '$(uname)'],
    ['git -c "core.hooksPath=$X" commit', '$X'],
    ['jq -f "$X"', '$X'],
  ])('%s', async ([text, what]) => expect(told(await digestOf(text, {}))).toContain(`run-time: ${what}`))

  test('a pattern behind the value of an option is covered', async () => {
    const { scripts } = await digestOf('bash -o pipefail hooks/*.sh', { 'hooks/a.sh': '' })
    expect(scripts.map(({ path }) => path)).toEqual(['hooks/a.sh'])
  })

  test.for([
    './g.sh "$FILE"',
    'bash g.sh "$FILE"',
    'python3 g.py "$FILE"',
    'awk -v a=1 \'{ print }\' "$FILE"',
    'prettier --write "$FILE"',
    'grep -q "$X" "$FILE"',
    'git diff "$BASE"',
    'f() { ./g.sh "$1"; }; f "$X"',
  ])('data is not: %s', async (text) =>
    expect(told(await digestOf(text, { 'g.sh': '', 'g.py': '' }))).toEqual([]),
  )
})

describe('S04 a folder whose files a program may run is told', () => {
  test.for<[string, string]>([
    ['run-parts ./hooks.d', 'hooks.d'],
    ['prove -e bash hooks.d', 'hooks.d'],
    ['cd t; git -c core.hooksPath=../hooks.d commit', 'hooks.d'],
    ['GIT_EXEC_PATH=$PWD/hooks.d git guard', 'hooks.d'],
    ['NODE_OPTIONS=--require=./hooks.d node x.js', 'hooks.d'],
    ['npm run guard -w hooks.d', 'hooks.d'],
    ['run-parts .', '.'],
  ])('%s', async ([text, folder]) =>
    expect(told(await digestOf(text, { 'hooks.d/a': '', 't/x': '' }))).toContain(
      `run-time: the files in ${folder}`,
    ),
  )

  test.for(['ls hooks.d; ./g.sh', 'mkdir -p hooks.d && ./g.sh', 'cd hooks.d && ../g.sh', './g.sh hooks.d'])(
    'data is not: %s',
    async (text) => expect(told(await digestOf(text, { 'hooks.d/a': '', 'g.sh': '' }))).toEqual([]),
  )
})

describe('S04 modules that python finds in its folder are covered where they are named, and told', () => {
  test.for<[string, string]>([
    ['python3 -c "import pkg"', 'pkg/__init__.py'],
    ["python3 -c 'from hooks.guard import main'", 'hooks/guard.py'],
    ["python3 - <<'EOF'\nimport os, pkg.guard\nEOF", 'pkg/guard.py'],
    ['python3 -m json.tool', 'json.py'],
  ])('%s', async ([text, file]) => {
    const digest = await digestOf(text, { [file]: '' })
    expect(digest.scripts.map(({ path }) => path)).toContain(file)
    expect(told(digest).join()).toContain('modules and __pycache__ that python3 finds in its folder')
  })

  test.for(['python3 -I -m json.tool', 'python3 -Pc 1', 'python3 g.py'])('not with %s', async (text) =>
    expect(told(await digestOf(text, { 'g.py': '' }))).toEqual([]),
  )
})

describe('S04 what is not followed is told', () => {
  test.for<[string, string]>([
    ["find hooks -name '*.sh' -exec bash {} \\;", 'what find finds'],
    ['find hooks -type f | xargs -n1 timeout 5', 'xargs'],
    ['xargs -I{} {} < list', 'input: xargs'],
    ['xargs -I % ./% < list', 'input: xargs'],
    ['parallel < list', 'input: parallel'],
    ['p=./ok.sh; printf -v p %s%s ./ x.sh; "$p"', '$p'],
    ['cd a; cd b; cd c; ./x.sh', 'the folder that it runs in'],
  ])('%s', async ([text, what]) => expect(told(await digestOf(text, {})).join()).toContain(what))

  test('a chain of scripts that is too long', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const scripts = Object.fromEntries(
      names.map((name, at) => [name, at === 6 ? './x.sh' : `npm run ${names[at + 1]}`]),
    )
    const content = { 'package.json': JSON.stringify({ scripts }), 'x.sh': '' }
    expect(told(await digestOf('npm run a', content)).join()).toContain('scripts of package.json')
  })

  test('a link to a folder below a pattern of pins', async () => {
    const content = { 'g.sh': '', 'lib/k': '', 'lib/l': { link: '../real' }, 'real/x.sh': '' }
    const digest = await digestOf('./g.sh', content, { pins: ['lib/**'] })
    expect(told(digest)).toEqual(['run-time: lib/l, a link to a folder'])
  })

  test.for(['lib/*/x.sh', '*/l/x.sh', 'lib/**/x.sh', '**/*.sh', 'l?b/[a-z]/deep/*'])(
    'a link to a folder in the middle of a pattern: %s',
    async (pattern) => {
      const content = { 'g.sh': '', 'lib/k/y': '', 'lib/l': { link: '../real' }, 'real/x.sh': '' }
      const gap = 'run-time: lib/l, a link to a folder'
      expect(told(await digestOf('./g.sh', content, { pins: [pattern] }))).toEqual([gap])
      expect(told(await digestOf(`bash ./${pattern}`, content))).toContain(gap)
    },
  )

  test('no link that a pattern does not go through', async () => {
    const content = { 'g.sh': '', 'lib/x.sh': '', 'lib/l': { link: '../real' }, 'real/x.sh': '' }
    expect(told(await digestOf('./g.sh', content, { pins: ['*/x.sh', 'lib/k*/x.sh'] }))).toEqual([])
  })
})

describe('S04 what lies outside the project is told', () => {
  test.for<[string, string]>([
    ['~/x.sh', '~/x.sh'],
    ['"$HOME/x.sh"', '~/x.sh'],
    ['bash ${HOME}/x.sh', '~/x.sh'],
    ['. ~other/x.sh', '~other/x.sh'],
    ['../outside/x.sh', '../outside/x.sh'],
    ['bash ../outside/x.sh', '../outside/x.sh'],
    ['timeout 5 ../outside/x.sh', '../outside/x.sh'],
    ['/home/me/x.sh', '/home/me/x.sh'],
    ['node /srv/x.js', '/srv/x.js'],
    ['/usr/../srv/x.sh', '/usr/../srv/x.sh'],
    ['/dev/shm/x.sh', '/dev/shm/x.sh'],
    ['awk -f /srv/x.awk', '/srv/x.awk'],
    ['node --require=../pre.cjs g.js', '../pre.cjs'],
    ['cd ..; ./x.sh', '../x.sh'],
    ['cd /srv && make', '/srv'],
    ['cd; ./x.sh', '~/x.sh'],
    ['npm --prefix ../other test', '../other'],
    ['PATH=../tools:$PATH guard', '../tools'],
    ['BASH_ENV=~/env.sh bash g.sh', '~/env.sh'],
    ['link/../x.sh', 'link/../x.sh'],
    ['cd link && ../x.sh', 'link/../x.sh'],
  ])('%s', async ([text, what]) =>
    expect(told(await digestOf(text, { 'g.sh': '', 'g.js': '', link: { link: '/srv/deep' } }))).toContain(
      `outside: ${what}`,
    ),
  )

  test.for([
    '/usr/bin/jq . rules.json',
    '/bin/bash g.sh',
    '/p/g.sh',
    'node /p/g.js',
    './sub/../g.sh',
    'cd sub && ../g.sh',
    "sed '/x/d' rules.json",
    "awk '/x/ { print }' rules.json",
    "perl -ne '/x/ && print' rules.json",
    'env LOG=/tmp/log ./g.sh',
    './g.sh > /tmp/log 2>/dev/null',
    './g.sh ~/data',
    'cat /etc/hosts ~/notes',
    'PATH=/usr/local/bin:$PATH ./g.sh',
    'curl -s https://example.com/a/../b',
  ])('nothing of that kind is: %s', async (text) => {
    const content = { 'g.sh': '', 'g.js': '', 'rules.json': '', 'sub/x': '' }
    expect(told(await digestOf(text, content)).filter((line) => line.startsWith('outside'))).toEqual([])
  })

  test('a folder that only the session knows', async () => {
    expect(told(await digestOf('$OLDPWD/x.sh', {}))).toEqual(['run-time: $OLDPWD'])
    expect(told(await digestOf('~-/x.sh', {}))).toEqual(['run-time: ~-'])
  })

  test('a script of a package that leads out of the project', async () => {
    const content = { 'package.json': JSON.stringify({ scripts: { test: '../outside/x.sh' } }) }
    expect(told(await digestOf('npm test', content))).toContain('outside: ../outside/x.sh')
  })
})

describe('S04 a file that is open already is told', () => {
  test.for<[string, string]>([
    ['bash /dev/fd/3 3>>x.sh', 'bash /dev/fd/3'],
    ['exec 3>>x.sh; . /dev/fd/3', '. /dev/fd/3'],
    ['source /dev/stdin', 'source /dev/stdin'],
    ['node /proc/self/fd/0', 'node /proc/self/fd/0'],
    ['timeout 5 sh /dev//fd/9', 'sh /dev//fd/9'],
    ['/dev/fd/4', '/dev/fd/4'],
  ])('%s', async ([text, what]) => expect(told(await digestOf(text, {}))).toContain(`input: ${what}`))
})

test('S04 a path through a link and back covers the file beside the folder that the link leads to', async () => {
  const content = { link: { link: 'far/deep' }, 'far/x.sh': '', 'far/deep/y': '', 'x.sh': '' }
  for (const text of ['link/../x.sh', 'cd link && ../x.sh', 'bash ./link/./../x.sh']) {
    const digest = await digestOf(text, content)
    expect(digest.scripts.map(({ path }) => path)).toEqual(['far/x.sh', 'x.sh'])
    expect(told(digest)).toEqual([])
  }
})
