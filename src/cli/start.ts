#!/usr/bin/env node
import { readCompiled, writeCompiled } from './compiled.ts'

/** The file that a host starts. It loads the program with what V8 compiled of it for an earlier call. */
declare const PROGRAM_FILE: string

const Module = process.getBuiltinModule('node:module')
const { Script } = process.getBuiltinModule('node:vm')
const { readFileSync } = process.getBuiltinModule('node:fs')
const { join } = process.getBuiltinModule('node:path')

// Spelled as `require` spells it: parts that load later would start the program again under another spelling.
const file = join(__dirname, PROGRAM_FILE)
const compiled = readCompiled(file)
const script = new Script(
  // As Node wraps a file; no line of its own, so that places in stack traces stay true.
  `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, 'utf8')}\n})`,
  { filename: file, ...(compiled && { cachedData: compiled }) },
)
// Functions that no call has needed are not in it, so that another command would leave one of little use.
if ((compiled === undefined || script.cachedDataRejected) && process.argv[2] === 'run')
  process.on('exit', () => writeCompiled(file, () => script.createCachedData()))

const program = new Module(file, module)
program.filename = file
program.paths = module.paths
// Parts that load later ask for this file by its name.
require.cache[file] = program
;(script.runInThisContext() as (...args: readonly unknown[]) => void)(
  program.exports,
  program.require.bind(program),
  program,
  file,
  __dirname,
)
program.loaded = true
