import * as fs from 'node:fs'
import { join } from 'node:path'
import { makeRepository, type Repository } from './repository.ts'
import { place } from './work-tree.ts'

/** A repository whose `*.secret` files are turned by a filter; `ran` tells whether it has run since. */
export type Rot13 = Repository & { ran(): boolean }

export function rot13Repository(
  files: Readonly<Record<string, string>>,
  { scope = '--local' }: { readonly scope?: '--local' | '--global' } = {},
): Rot13 {
  const repository = makeRepository()
  const { root, home, git } = repository
  const sentinel = join(home, 'ran')
  const filter = `touch '${sentinel}'; tr A-Za-z N-ZA-Mn-za-m`
  for (const name of ['clean', 'smudge']) git('config', scope, `filter.rot13.${name}`, filter)
  git('config', scope, 'filter.rot13.required', 'true')
  place(root, '.gitattributes', '*.secret filter=rot13\n')
  for (const [name, text] of Object.entries(files)) place(root, name, text)
  git('add', '-A')
  git('commit', '-q', '-m', 'first')
  // git looks into files again whose times it does not know.
  for (const name of Object.keys(files)) if (/^[\w.]+$/.test(name)) fs.utimesSync(join(root, name), 1, 1)
  fs.rmSync(sentinel, { force: true })
  return { ...repository, ran: () => fs.existsSync(sentinel) }
}
