import type { Hook } from '../../../core/hook.ts'
import type { Loss } from '../../writer.ts'

/** Traits of hooks that a target has keys for. */
export type Trait =
  | 'if'
  | 'async'
  | 'asyncRewake'
  | 'once'
  | 'guard'
  | 'stopOnDeny'
  | 'asks'
  | 'pins'
  | 'statusMessage'

/** Returns what a hook has and the target has no key for. `host`: what messages call the target. */
export function lostTraits(hook: Hook, has: ReadonlySet<Trait>, host: string): readonly Loss[] {
  return TRAITS.filter(({ trait, isOn }) => !has.has(trait) && isOn(hook)).map(({ trait, effect, why }) => ({
    effect,
    part: trait,
    why: why.replace('%', host),
  }))
}

type Row = Omit<Loss, 'part'> & { readonly trait: Trait; readonly isOn: (hook: Hook) => boolean }

const TRAITS: readonly Row[] = [
  {
    trait: 'if',
    effect: 'wider',
    why: '% has no conditions, so the hook runs for every call that its matcher fits',
    isOn: ({ condition }) => condition !== undefined,
  },
  {
    trait: 'async',
    effect: 'wider',
    why: '% waits for every hook, so this one can now block and takes time',
    isOn: ({ mode }) => mode === 'background',
  },
  {
    trait: 'asyncRewake',
    effect: 'wider',
    why: '% waits for every hook and cannot be woken by one, so this one can now block and takes time',
    isOn: ({ mode }) => mode === 'rewake',
  },
  {
    trait: 'once',
    effect: 'wider',
    why: '% runs the hook every time, not once',
    isOn: ({ once }) => once === true,
  },
  {
    trait: 'guard',
    effect: 'weaker',
    why: '% does not run the hook again after another hook rewrote the input',
    isOn: ({ guard }) => guard,
  },
  {
    trait: 'asks',
    effect: 'weaker',
    why: '% does not let a hook ask the user while it runs',
    isOn: ({ asks }) => asks === true,
  },
  {
    trait: 'stopOnDeny',
    effect: 'note',
    why: '% waits for the other hooks after a deny of this one',
    isOn: ({ stopOnDeny }) => stopOnDeny,
  },
  {
    trait: 'pins',
    effect: 'note',
    why: '% does not watch the files that the hook reads',
    isOn: ({ pins = [] }) => pins.length > 0,
  },
  {
    trait: 'statusMessage',
    effect: 'note',
    why: '% shows no text while the hook runs',
    isOn: ({ statusMessage }) => statusMessage !== undefined,
  },
]
