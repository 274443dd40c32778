// Measures the pack against dangerous commands and the regex hook of examples/ on the corpus, and writes the table of
// docs/packs/dangerous-commands.md. Takes minutes, because the hook is a process for each line: npm run corpus
import { readFileSync, writeFileSync } from 'node:fs'
import { format } from 'oxfmt'
import { importSource } from './bundle.mjs'

const PAGE = 'docs/packs/dangerous-commands.md'
const MARKED = /(<!-- generated: corpus table -->)[^]*?(<!-- end of the corpus table -->)/

process.chdir(new URL('../', import.meta.url).pathname)
const { corpusTable } = await importSource('test/packs/corpus-table.ts')
const page = readFileSync(PAGE, 'utf8')
if (!MARKED.test(page))
  throw new Error(`${PAGE} has no place for the table: <!-- generated: corpus table -->`)
const table = await corpusTable()
const text = page.replace(MARKED, (_, start, end) => `${start}\n\n${table}\n\n${end}`)
const { code, errors } = await format(PAGE, text, JSON.parse(readFileSync('.oxfmtrc.json', 'utf8')))
if (errors.length > 0) throw new Error(JSON.stringify(errors))
writeFileSync(PAGE, code)
console.log(table)
