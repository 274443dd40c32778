// Writes the files that follow from the source, or with --check names those that differ.
import { readFileSync, writeFileSync } from 'node:fs'
import { format } from 'oxfmt'
import { importSource } from './bundle.mjs'

const root = new URL('../', import.meta.url)
const at = (path) => new URL(path, root)
const read = (path) => readFileSync(at(path), 'utf8')
const check = process.argv.includes('--check')

const drifted = new Set()
// What is written into the source may change other files that follow from it.
for (let wroteSource = true; wroteSource;) {
  const found = await findDrifted()
  for (const [path, text] of check ? [] : found) writeFileSync(at(path), text)
  for (const [path] of found) drifted.add(path)
  wroteSource = !check && found.some(([path]) => path.startsWith('src/'))
}

for (const path of drifted) console.log(`${path} ${check ? 'differs; run: npm run generate' : 'written'}`)
if (check && drifted.size > 0) process.exitCode = 1

async function findDrifted() {
  const options = JSON.parse(read('.oxfmtrc.json'))
  const { generated } = await importSource('scripts/generated.ts')
  const found = []
  for (const [path, text] of generated(read)) {
    const { code, errors } = await format(path, text, options)
    if (errors.length > 0) throw new Error(`${path}: ${JSON.stringify(errors)}`)
    if (code !== committed(path)) found.push([path, code])
  }
  return found
}

function committed(path) {
  try {
    return read(path)
  } catch {
    return undefined
  }
}
