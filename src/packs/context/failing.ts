import { stripVTControlCharacters } from 'node:util'
import type { Event } from '../../core/event.ts'
import { commandsOf } from '../calls/commands.ts'
import type { PackContext } from '../code.ts'
import { plainText } from '../plain-text.ts'
import { redact } from '../secrets/detect/index.ts'
import { isTestLine } from './test-commands.ts'

/** A test or a check that failed, with the end of what it wrote. */
export type Failing = { readonly command: string; readonly at: number; readonly tail: readonly string[] }

const NAME = 'failing'
const MOST_COMMAND = 160
const MOST_LINES = 12
const MOST_LINE = 160
/** What is looked at of an output: its end, where tests sum up. */
const LOOKED_AT = 20_000

/** Notes a test that failed, and forgets it when it passes. */
export function noteTest(event: Event, { store, now }: Pick<PackContext, 'store' | 'now'>): void {
  const [command] = commandsOf(event)
  if (command === undefined || !isTestLine(command.line, command.language)) return
  const shown = plainText(redact(command.line), MOST_COMMAND)
  if (hasFailed(event)) {
    const failing: Failing = { command: shown, at: now(), tail: tailOf(outputOf(event.tool)) }
    store.write(NAME, JSON.stringify(failing))
  } else if (covers(shown, readFailing({ store })?.command)) store.write(NAME, '')
}

/** The same line, or one that runs more: `npm test` after `npm test -- a.test.ts`. */
function covers(passed: string, failed: string | undefined): boolean {
  return failed !== undefined && (failed === passed || failed.startsWith(`${passed} `))
}

/** Returns what failed last, and has not passed since. */
export function readFailing({ store }: Pick<PackContext, 'store'>): Failing | undefined {
  try {
    const { command, at, tail } = JSON.parse(store.read(NAME) ?? '') as Partial<Failing>
    const isWhole = typeof command === 'string' && typeof at === 'number' && Array.isArray(tail)
    return isWhole ? { command, at, tail } : undefined
  } catch {
    return undefined
  }
}

const CODE_KEYS = ['exit_code', 'exitCode', 'returnCode', 'return_code', 'code', 'status']

function hasFailed({ name, tool }: Event): boolean {
  if (name === 'PostToolUseFailure') return true
  const response = tool?.response
  if (isObject(response)) {
    const code = CODE_KEYS.map((key) => response[key]).find((value) => typeof value === 'number')
    if (code !== undefined) return code !== 0
  }
  return /^[ \t]*(?:error: )?(?:command failed with )?exit(?:ed with)?(?: status)?(?: code)?:? [1-9]/im.test(
    outputOf(tool).slice(-LOOKED_AT),
  )
}

/** All texts of the result, in their order. */
function outputOf(tool: Event['tool']): string {
  const response = tool?.error ?? tool?.response
  if (typeof response === 'string') return response
  if (!isObject(response)) return ''
  return Object.values(response)
    .filter((value) => typeof value === 'string')
    .join('\n')
}

function tailOf(output: string): readonly string[] {
  return stripVTControlCharacters(redact(output.slice(-LOOKED_AT)))
    .split(/\r?\n/)
    .map((line) => plainText(line, MOST_LINE))
    .filter((line) => line !== '')
    .slice(-MOST_LINES)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
