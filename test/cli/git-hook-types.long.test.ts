import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createGitSandbox, type GitSandbox } from '../helpers/git-sandbox.ts'

type Scene = {
  readonly type: string
  /** Before the hook is installed. */
  readonly before?: string
  readonly trigger: string
  /** Shell words in braces are looked up before the trigger, `{after:…}` after it. */
  readonly calls: readonly string[]
}

const SIDE = `git checkout -q -b side && echo s > s && git add s && git commit -q -m side && git checkout -q main`
const APART = `${SIDE} && echo m > m && git add m && git commit -q -m m`
const STAGED = `echo x > x && git add x`
const BARE = `git init -q --bare ../bare && git remote add origin ../bare`

const SCENES: readonly Scene[] = [
  {
    type: 'pre-commit',
    trigger: `echo x > 'a b' && git add 'a b' && git commit -q -m x`,
    calls: ['pre-commit a b\n'],
  },
  {
    type: 'pre-merge-commit',
    before: APART,
    trigger: 'git merge -q side -m merged',
    calls: ['pre-merge-commit s\n'],
  },
  {
    type: 'commit-msg',
    trigger: 'git commit -q --allow-empty -m x',
    calls: ['commit-msg .git/COMMIT_EDITMSG\n'],
  },
  {
    type: 'prepare-commit-msg',
    trigger: 'echo x > x && git add x && git commit -q -m x && git commit -q --amend -C HEAD',
    calls: [
      'prepare-commit-msg .git/COMMIT_EDITMSG\nPRE_COMMIT_COMMIT_MSG_SOURCE=message\n',
      'prepare-commit-msg .git/COMMIT_EDITMSG\nPRE_COMMIT_COMMIT_MSG_SOURCE=commit\nPRE_COMMIT_COMMIT_OBJECT_NAME=HEAD\n',
    ],
  },
  {
    type: 'pre-push',
    before: BARE,
    trigger: `git push -q origin main && echo x > x && git add x && git commit -q -m x && git push -q origin main:other
      git push -q origin main:other && git push -q origin :other`,
    calls: [
      `pre-push .pre-commit-config.yaml
PRE_COMMIT_LOCAL_BRANCH=refs/heads/main
PRE_COMMIT_REMOTE_BRANCH=refs/heads/main
PRE_COMMIT_REMOTE_NAME=origin
PRE_COMMIT_REMOTE_URL=../bare
PRE_COMMIT_SOURCE={main}
PRE_COMMIT_TO_REF={main}
`,
      `pre-push x
PRE_COMMIT_FROM_REF={main}
PRE_COMMIT_LOCAL_BRANCH=refs/heads/main
PRE_COMMIT_ORIGIN={main}
PRE_COMMIT_REMOTE_BRANCH=refs/heads/other
PRE_COMMIT_REMOTE_NAME=origin
PRE_COMMIT_REMOTE_URL=../bare
PRE_COMMIT_SOURCE={after:main}
PRE_COMMIT_TO_REF={after:main}
`,
    ],
  },
  {
    type: 'post-checkout',
    before: SIDE,
    trigger: 'git checkout -q side && git checkout -q main -- .pre-commit-config.yaml',
    calls: [
      `post-checkout
PRE_COMMIT_CHECKOUT_TYPE=1
PRE_COMMIT_FROM_REF={main}
PRE_COMMIT_ORIGIN={main}
PRE_COMMIT_SOURCE={side}
PRE_COMMIT_TO_REF={side}
`,
      `post-checkout
PRE_COMMIT_CHECKOUT_TYPE=0
PRE_COMMIT_FROM_REF={side}
PRE_COMMIT_ORIGIN={side}
PRE_COMMIT_SOURCE={side}
PRE_COMMIT_TO_REF={side}
`,
    ],
  },
  { type: 'post-commit', trigger: 'git commit -q --allow-empty -m x', calls: ['post-commit\n'] },
  {
    type: 'post-merge',
    before: SIDE,
    trigger: 'git merge -q --squash side && git commit -q -m squashed && git merge -q side -m merged',
    calls: [
      'post-merge\nPRE_COMMIT_IS_SQUASH_MERGE=1\nPRE_COMMIT_SQUASH_MERGE=1\n',
      'post-merge\nPRE_COMMIT_IS_SQUASH_MERGE=0\n',
    ],
  },
  {
    type: 'post-rewrite',
    before: APART,
    trigger: 'git commit -q --amend -m other && git rebase -q side',
    calls: [
      'post-rewrite\nPRE_COMMIT_REWRITE_COMMAND=amend\n',
      'post-rewrite\nPRE_COMMIT_REWRITE_COMMAND=rebase\n',
    ],
  },
  {
    type: 'pre-rebase',
    before: APART,
    trigger: 'git rebase -q side && git rebase -q main side',
    calls: [
      'pre-rebase\nPRE_COMMIT_PRE_REBASE_UPSTREAM=side\n',
      'pre-rebase\nPRE_COMMIT_PRE_REBASE_BRANCH=side\nPRE_COMMIT_PRE_REBASE_UPSTREAM=main\n',
    ],
  },
]

async function refs({ mustGit }: GitSandbox, when: string): Promise<readonly (readonly [string, string])[]> {
  const lines = await mustGit('for-each-ref', '--format=%(refname:short) %(objectname)', 'refs/heads')
  return lines.split('\n').map((line) => {
    const [name = '', sha = ''] = line.split(' ')
    return [`{${when}${name}}`, sha] as const
  })
}

test.for(SCENES.map((scene) => [scene.type, scene] as const))(
  '%s gets the files and the variables of its stage',
  async ([type, { before = 'true', trigger, calls }]) => {
    const sandbox = await createGitSandbox()
    const env = { GIT_CONFIG_NOSYSTEM: '1' }
    expect(await sandbox.shell(before, { env })).toMatchObject({ code: 0 })
    const known = await refs(sandbox, '')
    expect(await sandbox.hookwright(['install', '-t', type])).toMatchObject({ code: 0 })
    const triggered = await sandbox.shell(trigger, { env })
    expect(triggered).toMatchObject({ code: 0 })
    const all = [...known, ...(await refs(sandbox, 'after:'))]
    const expected = calls.map((call) => all.reduce((text, [name, sha]) => text.replaceAll(name, sha), call))
    expect(sandbox.calls()).toEqual(expected)
  },
)

test.for([
  ['pre-commit', STAGED, 'git commit -q -m x', 'git log -1 --format=%s'],
  ['commit-msg', STAGED, 'git commit -q -m x', 'git log -1 --format=%s'],
  ['prepare-commit-msg', STAGED, 'git commit -q -m x', 'git log -1 --format=%s'],
  ['pre-merge-commit', APART, 'git merge -q side -m x', 'git log -1 --format=%s'],
  ['pre-rebase', APART, 'git rebase -q side', 'git rev-parse HEAD'],
  ['pre-push', BARE, 'git push -q origin main', 'git ls-remote origin'],
] as const)('a failing %s hook stops git', async ([type, before, trigger, look]) => {
  const sandbox = await createGitSandbox()
  const env = { GIT_CONFIG_NOSYSTEM: '1', FAIL: '1' }
  await sandbox.shell(before, { env })
  await sandbox.hookwright(['install', '-t', type])
  const was = await sandbox.shell(look, { env })
  const stopped = await sandbox.shell(trigger, { env })
  expect(stopped.code).not.toBe(0)
  expect(stopped.stdout + stopped.stderr).toContain('Failed\n- hook id:')
  expect((await sandbox.shell(look, { env })).stdout).toBe(was.stdout)
})

test('all ten types can be installed at once, and removed', async () => {
  const sandbox = await createGitSandbox()
  const types = SCENES.map(({ type }) => type)
  await sandbox.hookwright(['install', ...types.flatMap((type) => ['-t', type])])
  const isThere = (type: string): boolean => existsSync(join(sandbox.project, '.git/hooks', type))
  expect(types.filter(isThere)).toEqual(types)
  expect(await sandbox.hookwright(['uninstall', '--all'])).toMatchObject({ code: 0 })
  expect(types.filter(isThere)).toEqual([])
})
