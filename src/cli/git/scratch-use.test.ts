import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createScratchFile } from '../../ports/scratch.ts'
import { useScratch } from './scratch-use.ts'

test('the scratch folder is cleared when the last of two commands leaves it', () => {
  const base = mkdtempSync(join(tmpdir(), 'hookwright-scratch-use-'))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  const root = join(base, 'scratch')
  const [leaveFirst, leaveSecond] = [useScratch(root), useScratch(root)]
  const { path } = createScratchFile(root, 'entry.sh', '')
  leaveFirst()
  expect(existsSync(path)).toBe(true)
  leaveSecond()
  expect(existsSync(path)).toBe(false)
})
