import { dirname, resolve } from 'node:path'
import type { Hook } from '../core/hook.ts'

/** Absolute path of the file of a hook of type `module`. */
export function modulePath({ handler, source }: Hook): string {
  if (handler.type !== 'module') throw new TypeError(`not a module hook: ${handler.type}`)
  return resolve(dirname(source.file), handler.module)
}
