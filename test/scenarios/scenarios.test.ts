import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSandbox } from '../helpers/cli.ts'
import { withPlaceholders } from './placeholders.ts'
import { formatScenario, outputLines, parseScenario, type Step } from './scenario.ts'

const folder = import.meta.dirname
const names = readdirSync(folder).filter((name) => name.endsWith('.txt'))
/** `UPDATE_SCENARIOS=1 npx vitest run test/scenarios` writes what was printed; read the diff before you commit it. */
const isUpdate = (process.env['UPDATE_SCENARIOS'] ?? '') !== ''

/** Never called: by this import `npm test -- --changed` knows that the scenarios run the sources, though built. */
const sources = (): Promise<unknown> => import('../../src/cli/main.ts')
void sources

test.for(names.map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') })))(
  '$name',
  async ({ name, text }) => {
    const { steps, files } = parseScenario(text)
    const sandbox = createSandbox()
    for (const file of files) sandbox.write(file.path, file.text)
    const actual: Step[] = []
    for (const { command } of steps) {
      const done = await sandbox.shell(command)
      const shown = {
        ...done,
        stdout: withPlaceholders(done.stdout, sandbox),
        stderr: withPlaceholders(done.stderr, sandbox),
      }
      actual.push({ command, output: outputLines(shown) })
    }
    if (isUpdate) writeFileSync(join(folder, name), formatScenario(text, actual))
    expect(actual).toEqual(isUpdate ? actual : steps)
  },
)

test.for(names)('%s records no crash and no path of this machine', (name) => {
  const text = readFileSync(join(folder, name), 'utf8')
  expect(text).not.toMatch(/bug in hookwright|^[>!]\s+at .*:\d+:\d+\)?$|\/dist\/cli\//m)
  expect(text).not.toContain(process.cwd())
})
