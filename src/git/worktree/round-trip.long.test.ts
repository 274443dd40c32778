import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeRepository } from '../../../test/helpers/repository.ts'
import { disturbRandomly, fillRandomly, picture, place, random } from '../../../test/helpers/work-tree.ts'
import { isIssue } from '../../core/issue.ts'
import { systemClock } from '../../ports/clock.ts'
import { openGit } from '../repository/open.ts'
import { setAsideUnstaged } from './stash.ts'

const ATTRIBUTES = ['', '* text=auto\n', '*.txt text eol=crlf\n*.bat eol=crlf\n', '* text eol=lf\n']
const CRLF = ['false', 'true', 'input']

describe('a random work tree', () => {
  test.for(Array.from({ length: 36 }, (_, seed) => [seed] as const))(
    'comes back byte for byte (seed %i)',
    async ([seed]) => {
      const repository = makeRepository()
      const next = random(seed + 1)
      repository.git('config', 'core.autocrlf', CRLF[seed % 3] as string)
      repository.git('config', 'core.safecrlf', 'false')
      if (ATTRIBUTES[seed % 4]) place(repository.root, '.gitattributes', ATTRIBUTES[seed % 4] as string)
      fillRandomly(repository, next)
      disturbRandomly(repository, next)
      const before = picture(repository)
      const git = await openGit({ cwd: repository.root, env: repository.env })
      if (isIssue(git)) throw new Error(git.message)
      const storeDir = join(repository.home, 'store')
      const set = await setAsideUnstaged(git, { storeDir, configFiles: [], clock: systemClock })
      if (isIssue(set)) throw new Error(`${set.message} ${set.detail}`)
      expect(repository.git('diff', '--raw')).toBe('')
      const issues = await set?.restore()
      expect(picture(repository)).toEqual(before)
      expect((issues ?? []).map((each) => each.code)).toEqual(set?.notice ? ['worktree.restored'] : [])
      expect(fs.readdirSync(join(repository.root, '.git/hookwright'))).toEqual([])
    },
  )
})
