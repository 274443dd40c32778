import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { table } from '../../scripts/tables.ts'
import { readCorpus, type CorpusCall, type CorpusClass, type CorpusEntry } from './corpus.ts'
import { judgeEntry, type Judgement } from './judge-entry.ts'

const HOOK = 'examples/hooks/block-dangerous-commands/scripts/block-dangerous-commands.sh'

/** Returns the table of docs/packs/dangerous-commands.md: each class through the pack, and through the regex hook. */
export async function corpusTable(): Promise<string> {
  const rows: string[][] = []
  for (const each of readCorpus()) rows.push(await rowOf(each))
  return table(['class', '', 'entries', 'denied', 'asked about', 'passed', 'stopped by the regex hook'], rows)
}

async function rowOf({ id, title, entries }: CorpusClass): Promise<string[]> {
  const judged: Judgement[] = []
  for (const entry of entries) judged.push(await judgeEntry(entry))
  const stopped = (await inTurns(entries, isStoppedByHook)).filter(Boolean).length
  const count = (judgement: Judgement): string => String(judged.filter((each) => each === judgement).length)
  const numbers = [entries.length, count('deny'), count('ask'), count('pass'), stopped]
  return [id, title, ...numbers.map(String)]
}

async function isStoppedByHook({ calls }: CorpusEntry): Promise<boolean> {
  for (const call of calls) if (await denies(call)) return true
  return false
}

/** The hook as an agent runs it: a process, the call on its standard input. */
async function denies({ name, input }: CorpusCall): Promise<boolean> {
  const hook = spawn('bash', [HOOK], {
    env: { ...process.env, BLOCK_MODE: 'deny' },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let output = ''
  hook.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  hook.stdin.on('error', () => undefined)
  hook.stdin.end(JSON.stringify({ tool_name: name, tool_input: input }))
  const code = await new Promise((resolve) => hook.on('close', resolve))
  return code === 2 || output.includes('"deny"')
}

async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as Item)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  return results
}
