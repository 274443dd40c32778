import { LANGUAGE_NAMES, type LanguageName } from '../contracts/model.ts'
import type { Backend } from '../contracts/runnable.ts'

type Loader = () => Promise<Backend>

const RUNNABLE: Readonly<Partial<Record<LanguageName, Loader>>> = {
  system: async () => (await import('./system.ts')).system,
  script: async () => (await import('./script.ts')).script,
  fail: async () => (await import('./fail.ts')).fail,
  pygrep: async () => (await import('./pygrep.ts')).pygrep,
  node: async () => (await import('./node.ts')).node,
  python: async () => (await import('./python.ts')).python,
  docker: async () => (await import('./docker.ts')).docker,
  docker_image: async () => (await import('./docker.ts')).dockerImage,
}

const refused: Loader = async () => (await import('./refused.ts')).refused

/** Every language, each loaded when its first hook is got ready. */
export const BACKENDS = Object.fromEntries(
  LANGUAGE_NAMES.map((language) => [language, RUNNABLE[language] ?? refused]),
) as Readonly<Record<LanguageName, Loader>>
