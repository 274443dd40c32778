import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { gitHook } from '../../../test/helpers/git-hooks.ts'
import { makeMirror } from '../../../test/helpers/mirrors.ts'
import { prepareIn } from '../../../test/helpers/prepared.ts'
import { isIssue, type Issue } from '../../core/issue.ts'
import type { PrepareContext, Runnable } from '../contracts/runnable.ts'
import { fetchRepo } from '../store/clone.ts'
import { docker, dockerImage } from './docker.ts'
import { containerId, translate } from './host-path.ts'

let home: string
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'hw-docker-')))
  mkdirSync(join(home, 'bin'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** A program in the place of an engine, which notes its arguments; `body` answers them. */
function engine(name: string, body: string): void {
  const file = join(home, 'bin', name)
  writeFileSync(file, `#!/bin/sh\necho "${name} $*" >> ${home}/calls\n${body}\n`)
  chmodSync(file, 0o755)
}

function context(more: Readonly<Record<string, string>> = {}): PrepareContext {
  const own = prepareIn(home)
  return { ...own, env: { ...own.env, PATH: `${join(home, 'bin')}:/usr/bin:/bin`, ...more } }
}

const onlyOurs = { PATH: '/nowhere' }
const words = (ready: Runnable | Issue): readonly string[] =>
  isIssue(ready) || ready.kind !== 'process' ? [JSON.stringify(ready)] : ready.argv.words
const calls = (): readonly string[] => readFileSync(join(home, 'calls'), 'utf8').trim().split('\n')
const user = ['--user', `${process.getuid?.()}:${process.getgid?.()}`]

describe('the command line of docker_image', () => {
  const src = (): readonly string[] => ['--volume', `${home}:/src:rw,Z`, '--workdir', '/src']
  test.for([
    ['docker', 'docker', '[name=seccomp]', {}, (): string[] => [...user, '--init']],
    ['docker without root', 'docker', '[name=seccomp name=rootless]', {}, (): string[] => ['--init']],
    ['no init', 'docker', '[]', { PREK_DOCKER_NO_INIT: '1' }, (): string[] => user],
    ['podman', 'podman', 'false', { PREK_CONTAINER_RUNTIME: 'podman' }, (): string[] => [...user, '--init']],
  ] as const)('%s', async ([, name, info, env, options]) => {
    engine(name, `echo '${info}'`)
    const hook = gitHook({
      language: 'docker_image',
      entry: '--entrypoint foo alpine:3 -x "a b"',
      env: { A: 'b' },
    })
    const ready = await dockerImage.prepare(hook, context(env))
    const rest = ['-e', 'A=b', '--entrypoint', 'foo', 'alpine:3', '-x', 'a b']
    expect(words(ready)).toEqual([join(home, 'bin', name), 'run', '--rm', ...options(), ...src(), ...rest])
  })
})

describe('docker', () => {
  test('builds the image once from the repository, and runs the entry in it', async () => {
    engine(
      'docker',
      `case "$1" in image) test -e ${home}/built;; build) cat Dockerfile > ${home}/built;; esac`,
    )
    const mirror = makeMirror(home, { Dockerfile: 'FROM scratch\n' })
    const clone = (await fetchRepo({ url: mirror, rev: 'main' }, context())) as string
    const repo = { kind: 'remote', url: mirror, rev: 'main', clone } as const
    const hook = gitHook({ language: 'docker', entry: 'prog -x', repo })
    const first = words(await docker.prepare(hook, context()))
    const tag = first.at(-2)
    expect(first.slice(-4)).toEqual(['--entrypoint', 'prog', tag, '-x'])
    expect(tag).toMatch(/^hookwright-[0-9a-f]{24}$/)
    expect(readFileSync(join(home, 'built'), 'utf8')).toBe('FROM scratch\n')
    expect(words(await docker.prepare(hook, context()))).toEqual(first)
    expect(calls().filter((call) => call.startsWith('docker build'))).toEqual([
      `docker build --tag ${tag} --label hookwright.managed=true --label org.opencontainers.image.source=${mirror}@main --pull .`,
    ])
  })

  test('a build that fails shows the end of what it printed', async () => {
    engine('docker', 'case "$1" in image|build) echo "no such base" >&2; exit 1;; esac')
    const repo = { kind: 'remote', url: 'u', rev: 'r', clone: home } as const
    const problem = await docker.prepare(gitHook({ id: 'x', language: 'docker', repo }), context())
    expect(problem).toMatchObject({ code: 'env.build-failed', detail: 'no such base', place: { hook: 'x' } })
  })

  test('is refused for a local repository', async () => {
    const problem = await docker.prepare(gitHook({ language: 'docker' }), context())
    expect(problem).toMatchObject({
      code: 'language.local',
      hint: expect.stringContaining('docker_image') as string,
    })
  })
})

describe('without an engine', () => {
  test('none on PATH', async () => {
    const problem = await dockerImage.prepare(
      gitHook({ id: 'x', language: 'docker_image' }),
      context(onlyOurs),
    )
    expect(isIssue(problem) && problem.message).toBe(
      'Hook "x" (language "docker_image") needs a container engine: there is no "docker" on PATH; there is no "podman" on PATH.',
    )
  })

  test('one that does not answer is quoted, and the next one is asked', async () => {
    engine(
      'docker',
      'echo "Cannot connect to the Docker daemon at unix:///x. Is the docker daemon running?" >&2; exit 1',
    )
    const problem = await dockerImage.prepare(
      gitHook({ language: 'docker_image' }),
      context({ PATH: `${home}/bin:/nowhere` }),
    )
    expect(problem).toMatchObject({
      code: 'language.engine',
      hint: expect.stringContaining('SKIP=hook') as string,
    })
    expect(isIssue(problem) && problem.message).toContain(
      'does not answer (Cannot connect to the Docker daemon',
    )
    engine('podman', 'echo false')
    expect(words(await dockerImage.prepare(gitHook({ language: 'docker_image' }), context()))[0]).toBe(
      join(home, 'bin/podman'),
    )
  })
})

describe('inside a container', () => {
  const id = 'a'.repeat(64)
  test('its id is read from what docker mounts', () => {
    const line = `721 709 254:1 /var/lib/docker/containers/${id}/hostname /etc/hostname rw - ext4 /dev/vda1 rw`
    expect(containerId(line)).toBe(id)
    expect(containerId('1 0 8:1 / / rw - ext4 /dev/sda1 rw')).toBeUndefined()
  })

  const mounts = JSON.stringify([
    { Source: '/host/work', Destination: '/work' },
    { Source: '/other', Destination: '/work/deep' },
  ])
  test.for([
    ['/work', '/host/work'],
    ['/work/a', '/host/work/a'],
    ['/work/deep/a', '/other/a'],
    ['/workshop', '/workshop'],
    ['/home', '/home'],
  ] as const)('%s is %s outside', ([path, expected]) => {
    expect(translate(path, mounts)).toBe(expected)
    expect(translate(path, 'no json')).toBe(path)
  })
})
