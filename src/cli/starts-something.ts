import type { Hook } from '../core/hook.ts'

/** False for hooks that only decide, in this process: to run one can harm nothing. */
export function startsSomething({ handler }: Hook): boolean {
  return handler.type !== 'rule'
}
