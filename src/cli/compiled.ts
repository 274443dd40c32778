const fs = process.getBuiltinModule('node:fs')

/**
 * Calls that somebody waits for, again and again. What is kept holds only functions that a call has needed, so that one
 * kind would leave little that another can use, and both must not write the same file in turn.
 */
export type CallKind = 'run' | 'git'

/** V8 asks for its own version and flags; the name only keeps two Nodes from replacing each other's file. */
function fileName(part: string, kind: CallKind): string {
  return `${part}${kind === 'run' ? '' : `.${kind}`}.${process.version}-${process.arch}${SUFFIX}`
}

const SUFFIX = '.compiled'
/** A call with other flags of V8 cannot use the file. Two kinds of calls must not write it in turn at every call. */
const KEPT_MS = 60 * 60 * 1_000

/**
 * Returns what V8 compiled of a part of the program. It lies beside it: who can write there can change the program itself.
 * Each part has a digest of its text in its name, because V8 compares only the length of the text.
 */
export function readCompiled(part: string, kind: CallKind): Buffer | undefined {
  try {
    return fs.readFileSync(fileName(part, kind))
  } catch {
    return undefined
  }
}

/** Writes it for later calls. Nobody is told of a failure: they are as quick as this one then. */
export function writeCompiled(part: string, kind: CallKind, compile: () => Buffer): void {
  const file = fileName(part, kind)
  const draft = `${file}.${process.pid}.tmp`
  try {
    const stats = fs.statSync(file, { throwIfNoEntry: false })
    if (stats !== undefined && Date.now() - stats.mtimeMs < KEPT_MS) return
    const fd = fs.openSync(draft, 'wx', 0o644)
    try {
      fs.writeFileSync(fd, compile())
      // V8 does not check the bytes: a file that lost some in a power failure must not get the name.
      fs.fsyncSync(fd)
    } finally {
      fs.closeSync(fd)
    }
    fs.renameSync(draft, file)
  } catch {
    remove(draft)
  }
}

function remove(file: string): void {
  try {
    fs.rmSync(file, { force: true })
  } catch {
    // A folder that cannot be written to has no draft.
  }
}
