import { expect, test } from 'vitest'
import { judgedLine } from '../../../test/helpers/judged-line.ts'
import { dangerousCommands as code } from './code.ts'
import { dangerousCommands as manifest } from './manifest.ts'

const ASKED: readonly string[] = [
  "echo 'rm -rf ~' >> .husky/pre-commit",
  "printf 'all:\\n\\trm -rf ~\\n' > Makefile",
  "cat > deploy.sh <<'E'\n#!/bin/sh\ngit push --force origin main\nE",
  "cat >> .github/workflows/ci.yml <<'E'\n      - run: git push --force\nE",
  "cat > a.py <<'E'\nimport shutil\nshutil.rmtree('/home/dev')\nE",
  "echo 'rm -rf ~' | tee run.sh",
  "sed -i 's/tsc/rm -rf ~/' package.json",
  "sed -i '3i rm -rf ~' run.sh",
  'jq \'.scripts.test="rm -rf ~"\' package.json > p',
]

test.for(ASKED)('B13 %j is asked about, for what something runs later', async (line) => {
  const answer = await judgedLine({ manifest, code }, line, { level: 'deny' })
  expect(answer?.decision).toBe('ask')
  expect(answer?.reason).toContain('when something runs')
})

const PASSED: readonly string[] = [
  "echo 'npm test' > .husky/pre-commit",
  "echo 'rm -rf ~' > notes.md",
  "sed -i 's/tsc/tsc -p ./' package.json",
  'sed -i \'s|"version": ".*"|"version": "1.2.3"|\' package.json',
  "sed -i 's/a b/rm -rf ~/' README.md",
  'jq \'.version = "1.2.3"\' package.json > p && mv p package.json',
  "cat > deploy.sh <<'E'\n#!/bin/sh\nnpm ci\nnpm run build\nE",
]

test.for(PASSED)('%j passes', async (line) => {
  expect((await judgedLine({ manifest, code }, line, { level: 'deny' }))?.decision).toBeUndefined()
})
