import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEngine } from '../dist/index.mjs'

const mebibytes = Number(process.argv[2])
const folder = mkdtempSync(join(tmpdir(), 'hookwright-bench-'))
const file = join(folder, 'hookwright.yaml')
writeFileSync(
  file,
  `version: 1\nhooks:\n  PostToolUse:\n    - command: head -c ${mebibytes * 1_048_576} /dev/zero\n      timeout: 120\n`,
)
try {
  const engine = await createEngine({ cwd: folder, sources: [file], trustProject: true })
  const before = process.memoryUsage.rss()
  let peak = before
  const sampler = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5)
  const run = await engine.run({ name: 'PostToolUse', tool: { name: 'Bash', input: {} } })
  clearInterval(sampler)
  peak = Math.max(peak, process.memoryUsage.rss())
  const [result] = run.results
  if (result?.outcome.kind !== 'exited')
    throw new Error(`unexpected outcome ${JSON.stringify(result?.outcome.kind)}`)
  console.log(peak - before)
  await engine.dispose()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
