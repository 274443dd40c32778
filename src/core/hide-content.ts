import type { Issue } from './issue.ts'

/**
 * A repository can link one of its files to any file of the user, and messages about it reach the agent. So all issues
 * about such a file become one that names the link and nothing of what it leads to.
 */
export function hideContent(issues: readonly Issue[], isHidden: (file: string) => boolean): readonly Issue[] {
  const told = new Map<string, boolean>()
  return issues.flatMap((problem) => {
    const { file } = problem.place
    // A file that was not read has no content to hide.
    if (file === undefined || file === '' || problem.code === 'config.outside-link') return [problem]
    const known = told.get(file)
    if (known === true) return []
    const hidden = known ?? isHidden(file)
    told.set(file, hidden)
    return hidden ? [withoutContent(file, gravest(issues, file))] : [problem]
  })
}

/** What is told about a problem in a file behind a link that leads outside the project. */
export function withoutContent(file: string, severity: Issue['severity']): Issue {
  return {
    code: 'config.outside',
    severity,
    place: { file },
    message: `"${file}" is a link that leads outside the project, and something is wrong with the file there; it is not quoted.`,
    hint: 'Replace the link with a file inside the project, or check the file where it is.',
  }
}

const GRAVITY: readonly Issue['severity'][] = ['error', 'warning', 'notice']

function gravest(issues: readonly Issue[], file: string): Issue['severity'] {
  const found = issues.filter(({ place }) => place.file === file)
  return GRAVITY.find((gravity) => found.some(({ severity }) => severity === gravity)) ?? 'error'
}
