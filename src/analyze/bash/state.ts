import type { SyntaxNode } from 'unbash'
import type { Folder, Input } from '../line.ts'
import { LIMITS } from '../limits.ts'
import { isSameFolder, UNKNOWN_FOLDER } from './folders.ts'
import { unknown, type Piece } from './piece.ts'

/** What a variable may hold. */
export type Value = {
  /** The values that it may have; none: it is unset. */
  readonly options: readonly Piece[]
  /** The elements of an array. */
  readonly items?: readonly Piece[]
  readonly isExported: boolean
}

/** A function of the line. */
export type ShellFunction = { readonly name: string; readonly body: SyntaxNode }

/** What a file of the line is a copy of, or a link to. */
export type Copy = { readonly from: Piece; readonly isLink: boolean }

/** What a shell knows at one place of the line. It changes as the commands are gone through. */
export type State = {
  variables: Map<string, Value>
  /** What a name may mean; the program itself is one of them where the function is not always there. */
  functions: Map<string, readonly (ShellFunction | 'program')[]>
  aliases: Map<string, string>
  /** Files that the line makes from others, by path. */
  copies: Map<string, Copy>
  folder: Folder
  /** Folders that pushd put away. */
  folders: readonly Folder[]
  /** Standard input, where `exec` has changed it. */
  input: Input | undefined
  /** Positional parameters; undefined: not known. */
  args: readonly Piece[] | undefined
  /** Another one after each change, so that states that did not change need not be compared. */
  version: object
  /** Another state has the same maps. */
  isShared: boolean
  /** Variables with several values: commands that use them are read once for each. */
  several: number
}

export function createState(folder: Folder, variables: Iterable<readonly [string, Value]>): State {
  return {
    variables: new Map(variables),
    functions: new Map(),
    aliases: new Map(),
    copies: new Map(),
    folder,
    folders: [],
    input: undefined,
    args: undefined,
    version: {},
    isShared: false,
    several: 0,
  }
}

/** Returns a state that may change without changing this one, as that of a subshell. They share what neither changes. */
export function forkState(state: State): State {
  state.isShared = true
  return { ...state }
}

/** Returns the state, which may then be changed. */
export function changing(state: State): State {
  state.version = {}
  if (!state.isShared) return state
  state.isShared = false
  state.variables = new Map(state.variables)
  state.functions = new Map(state.functions)
  state.aliases = new Map(state.aliases)
  state.copies = new Map(state.copies)
  return state
}

/** Has this state become that one. */
export function adoptState(state: State, other: State): void {
  Object.assign(state, other)
}

export function setVariable(state: State, name: string, value: Value): void {
  state.several += countSeveral(value) - countSeveral(state.variables.get(name))
  changing(state).variables.set(name, value)
}

function countSeveral(value: Value | undefined): number {
  return value !== undefined && value.options.length > 1 ? 1 : 0
}

/** Makes a state in which the line may be after either of two ways. Returns false when they do not differ. */
export function joinStates(state: State, other: State, isWide = false): boolean {
  if (state.version === other.version) return false
  const before = state.version
  for (const name of new Set([...state.variables.keys(), ...other.variables.keys()]))
    joinVariable(state, name, { other, isWide })
  joinFunctions(state, other)
  for (const [name, text] of other.aliases)
    if (state.aliases.get(name) !== text) changing(state).aliases.set(name, text)
  for (const [file, copy] of other.copies)
    if (state.copies.get(file) !== copy) changing(state).copies.set(file, copy)
  if (!isSameFolder(state.folder, other.folder)) {
    state.folder = UNKNOWN_FOLDER
    state.version = {}
  }
  if (state.args !== other.args) state.args = undefined
  if (state.folders !== other.folders) state.folders = []
  return state.version !== before
}

type JoinWith = { readonly other: State; readonly isWide: boolean }

function joinVariable(state: State, name: string, { other, isWide }: JoinWith): void {
  const [mine, theirs] = [state.variables.get(name), other.variables.get(name)]
  if (mine === theirs) return
  const options = distinct([...optionsOf(name, mine), ...optionsOf(name, theirs)])
  const isSame = mine !== undefined && options.length === mine.options.length && mine.items === theirs?.items
  if (isSame) return
  const kept = isWide || options.length > LIMITS.options ? [unknown(`$${name}`)] : options
  const isExported = mine?.isExported === true || theirs?.isExported === true
  setVariable(state, name, { options: kept, isExported })
}

/** A variable that the line does not set may hold anything; one that it has unset holds nothing. */
function optionsOf(name: string, value: Value | undefined): readonly Piece[] {
  if (value === undefined) return [unknown(`$${name}`)]
  return value.options.length === 0 ? [{ ...unknown(`$${name}`), splits: true }] : value.options
}

function joinFunctions(state: State, other: State): void {
  for (const name of new Set([...state.functions.keys(), ...other.functions.keys()])) {
    const mine = state.functions.get(name) ?? ['program']
    const theirs = other.functions.get(name) ?? ['program']
    const more = theirs.filter((each) => !mine.includes(each))
    if (more.length === 0) continue
    changing(state).functions.set(name, [...mine, ...more])
  }
}

function distinct(pieces: readonly Piece[]): readonly Piece[] {
  const seen = new Map(pieces.map((piece) => [`${piece.known ? 'k' : 'u'}${piece.text}`, piece]))
  return [...seen.values()]
}
