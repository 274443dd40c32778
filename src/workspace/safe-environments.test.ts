import { expect, test } from 'vitest'
import { hook, places } from '../../test/helpers/builders.ts'
import { systemFiles } from '../ports/files.ts'
import { createSafeEnvironments } from './safe-environments.ts'

const WINDOWS = places({ platform: 'win32', projectDir: '/repo' })

test('on Windows children do not search the current folder, and PATH is found however it is spelled', () => {
  const { safeEnv } = createSafeEnvironments(WINDOWS, systemFiles, () => false)
  expect(safeEnv({ Path: '.;C:\\Windows' }, hook())).toEqual({
    Path: 'C:\\Windows',
    NoDefaultCurrentDirectoryInExePath: '1',
  })
})

test('an approved hook of the project keeps whole paths inside it and loses relative ones', () => {
  const linux = places({ platform: 'linux', projectDir: '/repo' })
  const env = { PATH: '.:/repo/.venv/bin:/usr/bin' }
  const approved = createSafeEnvironments(linux, systemFiles, () => true)
  const others = createSafeEnvironments(linux, systemFiles, () => false)
  expect(approved.safeEnv({ ...env }, hook())).toEqual({ PATH: '/repo/.venv/bin:/usr/bin' })
  expect(others.safeEnv({ ...env }, hook())).toEqual({ PATH: '/usr/bin' })
})

test('in a repository of dotfiles the programs of the home directory stay', () => {
  const dotfiles = places({ platform: 'linux', projectDir: '/home/me', isHomeInside: true })
  const { safeEnv } = createSafeEnvironments(dotfiles, systemFiles, () => false)
  expect(safeEnv({ PATH: '/home/me/.local/bin:/usr/bin' }, hook())).toEqual({
    PATH: '/home/me/.local/bin:/usr/bin',
  })
})
