import type { Word } from '../../analyze/line.ts'
import { takeOptions, valuesOf } from './options.ts'
import { each, literal, type Touch, type Toucher } from './touch.ts'

const TAR =
  '-f --file -C --directory -T --files-from -X --exclude-from --exclude -g --listed-incremental --transform -I --use-compress-program ' +
  '--checkpoint-action --to-command --strip-components -b -N --newer --owner --group --mode --format'

/** `tar xzf a.tgz`: the first word may be letters without a dash. */
function dashed(args: readonly Word[]): readonly Word[] {
  const [first, ...rest] = args
  if (first === undefined || !/^[A-Za-z]+$/.test(first.text)) return args
  const letters = first.text.split('')
  const taking = letters.filter((letter) => /[fCbTXg]/.test(letter))
  const values = rest.slice(0, taking.length)
  const flags = letters.filter((letter) => !taking.includes(letter)).map((letter) => literal(`-${letter}`))
  const pairs = taking.flatMap((letter, at) => [literal(`-${letter}`), ...values.slice(at, at + 1)])
  return [...flags, ...pairs, ...rest.slice(taking.length)]
}

export const tar: Toucher = (args) => {
  const taken = takeOptions(dashed(args), { valued: TAR })
  const is = (...names: readonly string[]): boolean => taken.options.some(({ name }) => names.includes(name))
  const archive = valuesOf(taken, '-f', '--file')
  const folder = valuesOf(taken, '-C', '--directory').at(-1)
  const inFolder = (file: Word): Word =>
    folder === undefined || /^[/~$]/.test(file.text) ? file : joined(folder, file)
  if (is('-x', '--extract', '--get'))
    return [...each('read', archive), ...written(folder, taken.operands.map(inFolder))]
  if (is('-t', '--list')) return each('read', archive)
  const adds = is('-c', '--create', '-r', '--append', '-u', '--update', '-A')
  return adds
    ? [
        ...each('write', archive),
        ...each(is('--remove-files') ? 'move' : 'read', taken.operands.map(inFolder)),
      ]
    : []
}

/** Members that are named, else whatever the archive holds. */
function written(folder: Word | undefined, members: readonly Word[]): readonly Touch[] {
  if (members.length > 0) return each('write', members)
  return [{ how: 'change', file: folder ?? literal('.'), below: true }]
}

function joined(folder: Word, file: Word): Word {
  return {
    text: `${folder.text}/${file.text}`,
    shape: `${folder.shape}/${file.shape}`,
    known: folder.known && file.known,
    isGlob: folder.isGlob || file.isGlob,
  }
}

export const unzip: Toucher = (args) => {
  const taken = takeOptions(args, { valued: '-x -d -P' })
  const [archive, ...members] = taken.operands
  if (taken.options.some(({ name }) => /^-[lptvZz]$/.test(name))) return each('read', [archive])
  const folder = valuesOf(taken, '-d').at(-1)
  const inFolder = folder === undefined ? members : members.map((file) => joined(folder, file))
  return [...each('read', [archive]), ...written(folder, inFolder)]
}

export const zip: Toucher = (args) => {
  const taken = takeOptions(args, { valued: '-x -i -P -n -b -t' })
  const [archive, ...files] = taken.operands
  const moves = taken.options.some(({ name }) => name === '-m' || name === '--move')
  return [...each('write', [archive]), ...each(moves ? 'move' : 'read', files)]
}
