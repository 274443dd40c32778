// Writes the files that follow from the source, or with --check names those that differ.
// The source is bundled in memory because Node 20 does not run TypeScript.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { format } from 'oxfmt'
import { Rolldown } from 'tsdown'

const root = new URL('../', import.meta.url)
const at = (path) => new URL(path, root)
const read = (path) => readFileSync(at(path), 'utf8')
const check = process.argv.includes('--check')

const bundle = await Rolldown.rolldown({ input: fileURLToPath(at('scripts/generated.ts')), platform: 'node' })
const { output } = await bundle.generate({ format: 'esm', codeSplitting: false })
await bundle.close()
const code = Buffer.from(output[0].code).toString('base64')
const { generated } = await import(`data:text/javascript;base64,${code}`)

const drifted = []
for (const [path, text] of generated(read)) {
  const formatted = await format(path, text, JSON.parse(read('.oxfmtrc.json')))
  if (formatted.errors.length > 0) throw new Error(`${path}: ${JSON.stringify(formatted.errors)}`)
  if (formatted.code === committed(path)) continue
  drifted.push(path)
  if (!check) writeFileSync(at(path), formatted.code)
}

for (const path of drifted) console.log(`${path} ${check ? 'differs; run: npm run generate' : 'written'}`)
if (check && drifted.length > 0) process.exitCode = 1

function committed(path) {
  try {
    return read(path)
  } catch {
    return undefined
  }
}
