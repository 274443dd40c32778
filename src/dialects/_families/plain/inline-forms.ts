import { bareBash, shOrGitBash, type InlineForm } from '../../../shells/inline.ts'

/** `sh -c`, on Windows with the bash of Git. */
export function shForm(title: string): InlineForm {
  return {
    title,
    shells: ['bash'],
    commands: shOrGitBash(),
    lostDirectory: 'project',
    install: 'On Windows, install Git for Windows.',
  }
}

/** bash, for hosts whose own shell reads its language; `sh` where there is no bash. */
export function bashForm(title: string): InlineForm {
  const { commands, ...form } = shForm(title)
  return {
    ...form,
    commands: (text, around) =>
      around.platform === 'win32'
        ? commands(text, around)
        : [...bareBash(text, around), ...commands(text, around)],
  }
}
