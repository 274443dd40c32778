import { UsageError } from '../args.ts'
import { EXIT, type Invocation } from '../command.ts'
import { scripts } from '../completion/scripts.ts'
import { jsonText } from '../json.ts'
import { didYouMean } from '../../core/suggest.ts'

/** Prints the script of a shell; where to put it stands in its first lines. */
export async function completion({ args, io }: Invocation): Promise<number> {
  const [name] = args.positionals
  const shells = Object.keys(scripts)
  const shell = name === 'pwsh' ? 'powershell' : name
  const script = shell !== undefined && Object.hasOwn(scripts, shell) ? scripts[shell] : undefined
  if (shell === undefined) throw new UsageError(`Which shell? There are: ${shells.join(', ')}.`)
  if (script === undefined)
    throw new UsageError(
      `Unknown shell "${shell}"; accepted: ${shells.join(', ')}. ${didYouMean(shell, shells) ?? ''}`.trimEnd(),
    )
  io.out(args.options.has('json') ? jsonText({ shell, script }) : script)
  return EXIT.ok
}
