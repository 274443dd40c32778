import type { Folder } from '../line.ts'
import { operandsOf, type BuiltinCall, type BuiltinRows } from './builtin.ts'
import { folderBehind, UNKNOWN_FOLDER } from './folders.ts'
import { literal, type Piece } from './piece.ts'
import type { Shell } from './shell.ts'
import { setVariable, type State } from './state.ts'

/** Builtins that change the folder in which the following commands run. */
export const CHANGES_FOLDER: BuiltinRows = {
  cd: ({ args, shell, program }) => {
    const [target] = args[0]?.text === '-' ? args : operandsOf(args)
    const { state } = shell
    const searched = target === undefined ? undefined : searchedFolder(target, shell, program)
    if (target?.text === '-') moveTo(state, previousFolder(state))
    else if (searched !== undefined) moveTo(state, searched)
    else moveTo(state, folderBehind(state.folder, target))
  },
  pushd: ({ args, shell }) => {
    const { state } = shell
    const [target] = operandsOf(args)
    const [top, ...rest] = state.folders
    const from = state.folder
    if (target === undefined) {
      moveTo(state, top ?? UNKNOWN_FOLDER)
      state.folders = [from, ...rest]
    } else {
      moveTo(state, isRotation(args) ? UNKNOWN_FOLDER : folderBehind(from, target))
      state.folders = [from, ...state.folders]
    }
  },
  popd: ({ args, shell }) => {
    const [top, ...rest] = shell.state.folders
    moveTo(shell.state, isRotation(args) ? UNKNOWN_FOLDER : (top ?? UNKNOWN_FOLDER))
    shell.state.folders = rest
  },
}

/** A name without dots in front is looked for in the folders of CDPATH first. */
function searchedFolder({ text }: Piece, { state, reading }: Shell, program: number): Folder | undefined {
  if (/^(?:[/~$]|\.{1,2}(?:\/|$))/.test(text)) return undefined
  const own = reading.programs[program]?.variables.find(({ name }) => name === 'CDPATH')?.value
  const value = own ?? state.variables.get('CDPATH')?.options[0]
  if (value === undefined || value.text === '') return undefined
  const folder = value.text.split(':').find((each) => each !== '' && each !== '.')
  if (folder === undefined) return undefined
  const target = { ...literal(`${folder}/${text}`), known: value.known }
  return value.known || folder.startsWith('~') ? folderBehind(state.folder, target) : UNKNOWN_FOLDER
}

function isRotation(args: BuiltinCall['args']): boolean {
  return args.some(({ text }) => /^[-+](?:\d|n)/.test(text))
}

function moveTo(state: State, folder: Folder): void {
  const { folder: from } = state
  const options = from.kind === 'known' ? [literal(from.path)] : []
  setVariable(state, 'OLDPWD', { options, isExported: false })
  state.folder = folder
}

/** `cd -` goes back to the folder of the last change. */
function previousFolder({ variables }: State): Folder {
  const [path] = variables.get('OLDPWD')?.options ?? []
  return path?.known === true ? { kind: 'known', path: path.text } : UNKNOWN_FOLDER
}
