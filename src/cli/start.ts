#!/usr/bin/env node
import { readCompiled, writeCompiled, type CallKind } from './compiled.ts'

/** The file that a host starts. It loads the program with what V8 compiled of it for an earlier call. */
declare const PROGRAM_FILE: string

type Run = (
  exports: unknown,
  require: (name: string) => unknown,
  module: NodeJS.Module,
  file: string,
  folder: string,
) => void

const Module = process.getBuiltinModule('node:module')
const { constants, Script } = process.getBuiltinModule('node:vm')
const { readFileSync } = process.getBuiltinModule('node:fs')
const { join } = process.getBuiltinModule('node:path')

const kind = kindOf(process.argv)
/** Parts that V8 has compiled from their text in this call. */
const fresh: { readonly file: string; readonly script: InstanceType<typeof Script> }[] = []
if (kind !== undefined) process.on('exit', (code) => keep(kind, code))
load(join(__dirname, PROGRAM_FILE))

function kindOf([, , command, action]: readonly string[]): CallKind | undefined {
  if (command === 'run') return 'run'
  return command === 'git' && (action === 'run' || action === 'hook-impl') ? 'git' : undefined
}

/** `file` is spelled as `require` spells it: parts that load later would start the program again under another spelling. */
function load(file: string): unknown {
  const known = require.cache[file]
  if (known !== undefined) return known.exports
  const part = new Module(file, module)
  part.filename = file
  part.paths = module.paths
  require.cache[file] = part
  try {
    const run = compile(file).runInThisContext() as Run
    run(part.exports, requireFor(part), part, file, __dirname)
  } catch (error) {
    delete require.cache[file]
    throw error
  }
  part.loaded = true
  return part.exports
}

function compile(file: string) {
  const compiled = readCompiled(file, kind ?? 'run')
  const script = new Script(
    // The wrapper that Node uses, on the first line, so that line numbers in stack traces stay correct. All of it is ASCII.
    `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, 'latin1')}\n})`,
    {
      filename: file,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      ...(compiled && { cachedData: compiled }),
    },
  )
  if (compiled === undefined || script.cachedDataRejected === true) fresh.push({ file, script })
  return script
}

/** At the end, when V8 has compiled what the call needed. A git run that failed may have needed little. */
function keep(kept: CallKind, code: number): void {
  if (kept === 'git' && code !== 0) return
  for (const { file, script } of fresh) writeCompiled(file, kept, () => script.createCachedData())
}

/** Parts that load later lie beside the program. Other commands load them as Node does. */
function requireFor(part: NodeJS.Module): (name: string) => unknown {
  if (kind === undefined) return part.require.bind(part)
  return (name) => (name.startsWith('./') ? load(join(__dirname, name)) : part.require(name))
}
