// Prints what comes of a hook that is written once, on every host: npm run matrix
import { importSource } from './bundle.mjs'

const { matrixRows } = await importSource('test/matrix/table.ts')
const { head, rows } = await matrixRows()
const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column].length)))
for (const row of [head, ...rows])
  console.log(
    row
      .map((text, column) => text.padEnd(widths[column]))
      .join('  ')
      .trimEnd(),
  )
