import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Reply, World } from './callers.ts'

/** What a world has come to: all replies, all files with their modes, and the run logs, without what differs each time. */
export type Shown = {
  readonly replies: readonly Reply[]
  readonly files: readonly string[]
  readonly log: readonly string[]
}

export function shownOf(world: World): Shown {
  const plain = (text: string): string => normalised(text, world)
  const files = filesBelow(world.root)
  const logs = files.filter((file) => file.endsWith('/runs.jsonl'))
  return {
    replies: world.replies.map(({ code, stdout, stderr }) => ({
      code,
      stdout: plain(stdout),
      stderr: plain(stderr),
    })),
    files: files.map((file) => plain(`${modeOf(file)} ${relative(world.root, file)}`)).toSorted(),
    log: logs.flatMap((file) => plain(readFileSync(file, 'utf8')).split('\n')).toSorted(),
  }
}

/** Folders too. */
function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? [path, ...filesBelow(path)] : [path]
  })
}

function modeOf(file: string): string {
  return lstatSync(file).mode.toString(8)
}

const CHANGING: readonly (readonly [RegExp, string])[] = [
  [/HOOKWRIGHT_RUN=[\w.-]+/g, 'HOOKWRIGHT_RUN=…'],
  [/\bprocess \d+/g, 'process …'],
  // Names of scratch files.
  [/\d+-[0-9a-f]{8}-[0-9a-f]{24}-\d+/g, 'SCRATCH'],
  // Names of late answers and kept texts: time, process and chance.
  [/[0-9a-z]{8,9}-\d+-[0-9a-z]{6,13}(?=\.)/g, 'NAME'],
  [/"(ms|afterMs|openAfterMs)": ?[\d.]+/g, '"$1":…'],
  [/"v":1,"id":"\w+","at":\d+/g, '"v":1,"id":…,"at":…'],
  // In what `--json` prints.
  [/"(id|runId)": ?"[0-9a-z]{11}"/g, '"$1":…'],
  [/"at": ?\d+/g, '"at":…'],
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME'],
  // Files that are named by a path, or by what was decided about it.
  [/(?:[0-9a-f]{64}|(?<=guarded\/)[0-9a-f]{16}|(?<=snapshots\/)[0-9a-f]{5,8})/g, 'DIGEST'],
]

function normalised(text: string, { root }: World): string {
  return CHANGING.reduce((left, [what, by]) => left.replace(what, by), text.replaceAll(root, 'ROOT'))
}
