import type { Carried } from '../carried.ts'

const REPORTS = {
  'unseen-script': 'It runs a script file whose text is not known here.',
  'project-code': 'It runs code of the project, which is not looked at here.',
  'written-script': 'It runs a file that the same line writes, and what is written is not known.',
  'hidden-code': 'It runs code that is put together or decoded while it runs.',
  'run-time-script': 'It runs text that is only known at run time.',
  'too-large': 'The code that it runs is too long to be read.',
  decoded: 'It runs text that another program decodes or changes first.',
  'loaded-code': 'It is told to load code from a file.',
  downloaded: 'It runs what is downloaded at that moment.',
} as const

/** What can be reported of code that a program runs. */
export type ReportCode = keyof typeof REPORTS

/** Returns a report that a program runs something that nobody can read from the line. */
export function reports(code: ReportCode): readonly Carried[] {
  return [{ kind: 'unknown', unanalysable: { code, why: REPORTS[code] } }]
}
