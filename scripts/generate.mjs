// Writes the files that follow from the source, or with --check names those that differ.
// The source is bundled in memory because Node 20 does not run TypeScript.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { format } from 'oxfmt'
import { Rolldown } from 'tsdown'

const root = new URL('../', import.meta.url)
const at = (path) => new URL(path, root)
const read = (path) => readFileSync(at(path), 'utf8')
const check = process.argv.includes('--check')

const bundle = await Rolldown.rolldown({ input: fileURLToPath(at('scripts/generated.ts')), platform: 'node' })
const { output } = await bundle.generate({ format: 'esm', codeSplitting: false })
await bundle.close()
const { generated } = await importText(output[0].code)

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

/** From a file, not a data URL: a stack trace would print the whole bundle. */
async function importText(code) {
  const folder = mkdtempSync(join(tmpdir(), 'hookwright-generate-'))
  try {
    const file = join(folder, 'generated.mjs')
    writeFileSync(file, code)
    return await import(pathToFileURL(file).href)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function committed(path) {
  try {
    return read(path)
  } catch {
    return undefined
  }
}
