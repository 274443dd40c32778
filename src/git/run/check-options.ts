import { isObject, refuseNoFunction, refuseNoText, refuseUnknown, shown } from '../../core/argument.ts'
import { STAGES } from '../contracts/model.ts'
import type { GitRunOptions } from './options.ts'

const CALL = 'runGitHooks'

const OPTIONS: Readonly<Record<keyof GitRunOptions, true>> = {
  cwd: true,
  env: true,
  storeDir: true,
  signal: true,
  onProject: true,
  onHook: true,
  onNotice: true,
  calledIn: true,
  config: true,
  include: true,
  skip: true,
  groups: true,
  requireGroups: true,
  noGroups: true,
  stage: true,
  input: true,
  facts: true,
  failFast: true,
  isDryRun: true,
  isVerbose: true,
  showsDiff: true,
}

const LISTS = ['include', 'skip', 'groups', 'requireGroups', 'noGroups'] as const
const LISTENERS = ['onProject', 'onHook', 'onNotice'] as const

/** The parts of every kind of input besides `kind`, and what each must be. */
const INPUTS: Readonly<Record<string, Readonly<Record<string, 'text' | 'texts'>>>> = {
  staged: {},
  all: {},
  chosen: { files: 'texts', globs: 'texts', directories: 'texts' },
  range: { from: 'text', to: 'text' },
}

/** Throws a TypeError for a mistake of the calling program: one that is passed over looks like hooks that passed. */
export function checkRunOptions(options: GitRunOptions): void {
  refuseUnknown(CALL, options, OPTIONS)
  refuseNoText(`The cwd of ${CALL}`, options.cwd)
  for (const name of LISTS) if (options[name] !== undefined) refuseNoTexts(name, options[name])
  for (const name of LISTENERS)
    if (options[name] !== undefined) refuseNoFunction(`The ${name} of ${CALL}`, options[name])
  if (options.stage !== undefined) refuseOther('stage', options.stage, STAGES)
  if (options.input !== undefined) checkInput(options.input)
}

function checkInput(input: unknown): void {
  if (!isObject(input)) throw new TypeError(`The input of ${CALL} must be an object, not ${shown(input)}.`)
  const { kind, ...parts } = input
  refuseOther('input.kind', kind, Object.keys(INPUTS))
  const known = INPUTS[String(kind)] ?? {}
  refuseUnknown(
    `the input of kind "${String(kind)}"`,
    parts,
    Object.fromEntries(Object.keys(known).map((name) => [name, true as const])),
  )
  for (const [name, type] of Object.entries(known)) {
    if (type === 'texts') refuseNoTexts(`input.${name}`, parts[name])
    else refuseNoText(`The input.${name} of ${CALL}`, parts[name])
  }
}

function refuseOther(name: string, value: unknown, accepted: readonly string[]): void {
  if (typeof value === 'string' && accepted.includes(value)) return
  throw new TypeError(`The ${name} of ${CALL} is ${shown(value)}; accepted: ${accepted.join(', ')}.`)
}

function refuseNoTexts(name: string, value: unknown): void {
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return
  throw new TypeError(`The ${name} of ${CALL} must be a list of texts, not ${shown(value)}.`)
}
